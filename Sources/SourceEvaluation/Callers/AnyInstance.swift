import SourceSemantics
import SourceSyntax
import SourceTokens

/// Objects of which only the class is known.
extension Evaluator {
  /// Any object of a class: one for each place that makes one, else one that nobody has made.
  mutating func instance(of type: Int) -> ValueID? {
    guard busyTypes.insert(type).inserted else { return nil }
    defer { busyTypes.remove(type) }
    let all = instances(type).map { unidentified($0, depth: 3) }
    return anyOf(all, origin(function(types[type].key), types[type].key.node, extra: 11))
  }

  /// The object as one of which only the class is known: that one place makes it for the signed-in user does not say
  /// that nobody else's is meant here.
  private mutating func unidentified(_ object: ValueID, depth: Int) -> ValueID {
    guard arena.kind(object) == .object, depth > 0 else { return object }
    let type = Int(arena[object].payload)
    var result = object
    for (name, value) in fields(object) {
      if arena.kind(value) == .object {
        result = put(result, name, unidentified(value, depth: depth - 1))
      } else if hasIdentity(value) {
        result = put(
          result, name, orAnother(value, origin(function(types[type].key), types[type].key.node, extra: name.raw)))
      }
    }
    return result
  }

  /// The value, or one of which nothing is known.
  mutating func orAnother(_ value: ValueID, _ place: OriginID) -> ValueID {
    let other = arena.unknown(.operation, place)
    return choose(diagrams.condition(Atom(SubjectID(other.raw), .opaque(1))), value, other)
  }

  /// Whether the id of the signed-in user is in it.
  func hasIdentity(_ value: ValueID, depth: Int = 4) -> Bool {
    switch arena.kind(value) {
    case .made where arena.construct(value) == .userID || arena.construct(value) == .user: true
    case .made, .text, .choice, .list, .record:
      depth > 0 && arena.parts(value).contains { hasIdentity($0, depth: depth - 1) }
    default: false
    }
  }

  // MARK: - Written from outside

  /// `object.name = x`: which object it is, nothing may say.
  mutating func noteFieldWrite(_ node: GraphNode, _ function: Int) {
    let name = NameID(functions[function].graph[node].payload)
    fieldWrites[name, default: []].append((function, node))
  }

  /// The object with what other code puts into its fields.
  mutating func withFieldWrites(_ object: ValueID) -> ValueID {
    let type = Int(arena[object].payload)
    var result = object
    for (name, value) in writable(object) where !isConstant(name, of: type) {
      for (writer, node) in fieldWrites[name] ?? [] where mayWrite(writer, node, to: object, value) {
        let graph = functions[writer].graph
        let written = closed(self.value(graph.operand(node, 1), of: writer), writer)
        guard written != ValueArena.absent, written != value else { continue }
        let subject = arena.unknown(.operation, origin(writer, graph[node].site, extra: 8))
        let happened = diagrams.condition(Atom(SubjectID(subject.raw), .opaque(0)))
        result = put(result, name, choose(happened, written, field(result, name) ?? value))
      }
    }
    return result
  }

  /// The fields that other code writes, with what they are without it.
  private mutating func writable(_ object: ValueID) -> [(name: NameID, value: ValueID)] {
    var all = fields(object).filter { fieldWrites[$0.name] != nil }
    for place in lineage(Int(arena[object].payload)) {
      for field in functions[function(types[place].key)].graph.fields
      where fieldWrites[field.name] != nil && !all.contains(where: { $0.name == field.name }) {
        guard let value = classMember(place, field.name, of: object) else { continue }
        all.append((field.name, value))
      }
    }
    return all
  }

  private mutating func mayWrite(_ function: Int, _ node: GraphNode, to object: ValueID, _ value: ValueID) -> Bool {
    let base = closed(self.value(functions[function].graph.operand(node, 0), of: function), function)
    let bases = arena.kind(base) == .choice ? arena.items(base).map(\.value) : [base]
    return bases.contains { one in
      switch arena.kind(one) {
      case .object: arena[one].payload == arena[object].payload && arena.word(one, 0) == arena.word(object, 0)
      case .unknown: hasIdentity(value)
      default: false
      }
    }
  }
}
