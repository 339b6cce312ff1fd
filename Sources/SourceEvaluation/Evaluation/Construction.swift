import SourceSemantics
import SourceSyntax
import SourceTokens

/// New objects, and calls on bases.
extension Evaluator {
  /// Objects of one class that are told apart.
  private static let mostCreations = 64

  mutating func construct(_ type: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let info = calls[Int(shape)]
    let place = Int(arena[type].payload)
    if isEnumeration(place), arguments.count == 1 { return Applied(value: arguments[0]) }
    let maker = arena.unknown(.operation, info.origin)
    var object = object(UInt32(place), maker, [])
    var result = Applied(value: object)
    if let initializer = classMember(place, program.words.initializer), arena.kind(initializer) == .function {
      let site = origins[Int(info.origin.raw)]
      let method = bound(initializer, to: object, Site(function: site.function, node: site.node))
      var inner = info
      inner.name = nil
      let applied = apply(method, arguments, self.shape(inner))
      object = applied.receiver ?? object
      result.effects = applied.effects
    } else {
      object = filled(object, place, arguments, info)
    }
    result.value = object
    note(object, of: place)
    return result
  }

  /// Classes without an initialiser of their own take their fields in the order of their declarations.
  private mutating func filled(_ object: ValueID, _ type: Int, _ arguments: [ValueID], _ info: CallShape) -> ValueID {
    guard !arguments.isEmpty else { return object }
    var names: [NameID] = []
    for place in lineage(type).reversed() {
      for field in functions[function(types[place].key)].graph.fields where !names.contains(field.name) {
        names.append(field.name)
      }
    }
    var result = object
    for (place, value) in arguments.enumerated() {
      let label = place < info.labels.count ? info.labels[place] : .empty
      let name = label == .empty ? (names.indices.contains(place) ? names[place] : .empty) : label
      if name != .empty { result = put(result, name, value) }
    }
    return result
  }

  private mutating func note(_ object: ValueID, of type: Int) {
    guard arena.kind(object) == .object, creations[type, default: []].count < Self.mostCreations,
      !creations[type, default: []].contains(object)
    else { return }
    creations[type, default: []].append(object)
  }

  /// A class whose members are values of it.
  private mutating func isEnumeration(_ type: Int) -> Bool {
    lineage(type).contains { place in
      types[place].bases.contains { base in
        arena.kind(base) == .external && path(base).last.map { program.words.enumerations.contains($0) } == true
      }
    }
  }

  /// A method of the base class, called on the same object.
  mutating func applyBase(_ callee: ValueID, _ name: NameID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    var next: Int? = Int(arena[callee].payload)
    while let place = next, functions[place].type == nil { next = functions[place].outer }
    guard let place = next, let type = functions[place].type, let member = baseMember(type, name) else {
      return Applied(value: arena.unknown(.foreign, calls[Int(shape)].origin))
    }
    let site = origins[Int(calls[Int(shape)].origin.raw)]
    let method = bound(member, to: arena.value(callee, 0), Site(function: site.function, node: site.node))
    var info = calls[Int(shape)]
    info.name = nil
    return apply(method, arguments, self.shape(info))
  }

  /// What `with` hands out.
  mutating func entered(_ value: ValueID, _ site: Site) -> Applied {
    switch arena.kind(value) {
    case .choice: return Applied(value: mapAlternatives(value) { $0.entered($1, site).value })
    case .symbol, .stuck: return Applied(value: stuck(.entered, 0, [value]))
    case .object:
      guard classMember(Int(arena[value].payload), program.words.enter) != nil else { return Applied(value: value) }
      let shape = shape(CallShape(origin: origin(site.function, site.node), name: program.words.enter, labels: []))
      return apply(value, [], shape)
    // What a generator yields once.
    case .list: return Applied(value: arena.items(value).first?.value ?? value)
    default: return Applied(value: value)
    }
  }
}
