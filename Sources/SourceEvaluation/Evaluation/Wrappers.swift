import SourceSemantics
import SourceSyntax
import SourceTokens

/// Properties that something else holds, and functions that are written as paths of members.
extension Evaluator {
  /// What a property wrapper gives its property.
  mutating func unwrapped(_ wrapper: ValueID, _ type: ValueID, _ name: NameID, _ site: Site) -> ValueID {
    switch arena.kind(wrapper) {
    case .object:
      let place = Int(arena[wrapper].payload)
      let word = program.units[types[place].key.unit].words.wrappedValue
      guard word != .empty, classMember(place, word, of: wrapper) != nil else { break }
      return member(wrapper, word, site)
    case .result: return wrapper
    default: break
    }
    return value(ofType: type, site, name) ?? unknown(.undeclared, site.function, site.node, name)
  }

  /// `\.name` as a function.
  mutating func keyPath(_ name: NameID, behind before: ValueID) -> ValueID {
    arena.intern(.function, variant: FunctionForm.keyPath, payload: name.raw, [before.raw])
  }

  mutating func follow(_ path: ValueID, _ value: ValueID, _ origin: OriginID) -> ValueID {
    let before = arena.value(path, 0)
    let base = arena.kind(before) == .function ? follow(before, value, origin) : value
    let place = origins[Int(origin.raw)]
    return member(base, NameID(arena[path].payload), Site(function: place.function, node: place.node))
  }
}
