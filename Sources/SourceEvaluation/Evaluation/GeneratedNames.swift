import SourceSemantics
import SourceSyntax
import SourceTokens

/// Names of what a build makes of declarations with an annotation: `userInfoProvider` of `@riverpod userInfo(…)`.
extension Evaluator {
  /// What a name is that no code declares and that a build makes; nil for others.
  mutating func generated(_ name: NameID, _ site: Site) -> ValueID? {
    if generatedNames == nil { generatedNames = allGeneratedNames() }
    guard let source = generatedNames?[name] else { return nil }
    let function = unitMember(source.unit, source.name, site)
    guard arena.kind(function) == .function, arena[function].variant == FunctionForm.own else { return nil }
    let place = origin(site.function, site.node)
    guard functions[Int(arena[function].payload)].graph.parameters.count < 2 else {
      return make(.family, [function], place)
    }
    return make(.partial, [function, arena.unknown(.operation, place)], place)
  }

  private mutating func allGeneratedNames() -> [NameID: GeneratedName] {
    var all: [NameID: GeneratedName] = [:]
    for (suffix, annotations) in models.sections.flatMap(\.generated) {
      let wanted = Set(annotations.map { program.names.intern($0) })
      for (place, unit) in program.units.enumerated() {
        for node in unit.tree.children(of: unit.tree.root) where unit.tree.kind(node) == .function {
          let own = unit.tree.children(.annotation, of: node).map { unit.tree.name($0) }
          guard own.contains(where: wanted.contains) else { continue }
          let name = unit.tree.name(node)
          all[program.names.intern(program.names.text(name) + suffix)] = GeneratedName(unit: place, name: name)
        }
      }
    }
    return all
  }
}

/// The declaration that a name is generated for.
struct GeneratedName: Sendable {
  var unit: Int
  var name: NameID
}
