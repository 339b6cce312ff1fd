import SourceSemantics
import SourceSyntax
import SourceTokens

/// What code puts into the fields of objects that it is not written in: `object.name = x`.
extension Evaluator {
  private mutating func noteFieldWrite(_ node: GraphNode, _ function: Int) {
    let name = NameID(functions[function].graph[node].payload)
    fieldWrites[name, default: []].append((function, node))
  }

  /// The object with what other code puts into its fields.
  mutating func withFieldWrites(_ object: ValueID) -> ValueID {
    let type = Int(arena[object].payload)
    var result = object
    for (name, value) in writable(object) where !isConstant(name, of: type) {
      let targets = targets(ofWritesTo: name)
      let own = (targets.known[type] ?? []).filter { $0.maker == arena.word(object, 0) }
      var writes: [GuardedItem] = []
      // Whose field it is, nothing says: that matters where it says who somebody is.
      for write in hasIdentity(value) ? own + targets.open : own {
        let graph = functions[write.function].graph
        let written = closed(self.value(graph.operand(write.node, 1), of: write.function), write.function)
        if written == ValueArena.absent || written == value || writes.contains(where: { $0.value == written }) {
          continue
        }
        let subject = arena.unknown(.operation, origin(write.function, graph[write.node].site, extra: 8))
        writes.append(GuardedItem(diagrams.condition(Atom(SubjectID(subject.raw), .opaque(0))), written))
      }
      if !writes.isEmpty { result = put(result, name, last(of: writes, instead: field(result, name) ?? value)) }
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

  /// By the classes of the objects that are written to; each place of the code is looked at once.
  private mutating func targets(ofWritesTo name: NameID) -> FieldTargets {
    if let known = fieldTargets[name] { return known }
    // What is asked for on the way finds none.
    fieldTargets[name] = FieldTargets()
    var targets = FieldTargets()
    for (function, node) in fieldWrites[name] ?? [] {
      let base = closed(value(functions[function].graph.operand(node, 0), of: function), function)
      for one in arena.kind(base) == .choice ? arena.items(base).map(\.value) : [base] {
        switch arena.kind(one) {
        case .object:
          targets.known[Int(arena[one].payload), default: []].append(
            FieldWrite(function: function, node: node, maker: arena.word(one, 0)))
        case .unknown: targets.open.append(FieldWrite(function: function, node: node, maker: 0))
        default: break
        }
      }
    }
    fieldTargets[name] = targets
    return targets
  }

  // MARK: - Classes and objects that go by a name

  /// - Returns: whether what is written to is captured, and has to be looked at when all others are known.
  mutating func noteWrite(_ node: GraphNode, _ function: Int, _ graph: ValueGraph) -> Bool {
    let base = graph.operand(node, 0)
    if !isOwn(base, graph) { noteFieldWrite(node, function) }
    if graph[base].operation == .capture { return true }
    // The name of the class or function itself stands for it in the unit that declares it.
    var root = base
    while [.put, .after, .shared].contains(graph[root].operation) {
      root = graph.operand(root, graph[root].operation == .after ? 1 : 0)
    }
    let isName = [.global, .imported].contains(graph[base].operation)
    if isName || [.type, .function].contains(graph[root].operation) { noteTypeWrite(node, function) }
    return false
  }

  /// `Settings.name = x`
  mutating func noteTypeWrite(_ node: GraphNode, _ function: Int) {
    let graph = functions[function].graph
    let base = graph.operand(node, 0)
    let name = NameID(graph[node].payload)
    let written = value(base, of: function)
    if arena.kind(written) == .function, arena[written].variant == FunctionForm.own {
      functionWrites[Int(arena[written].payload), default: [:]][name, default: []].append((function, node))
    }
    guard let type = typeWritten(written, name) else { return }
    typeWrites[type, default: [:]][name, default: []].append((function, node))
  }

  /// What code puts into the members of a function: `Guestbook.messages = x`.
  mutating func writtenMember(of function: ValueID, _ name: NameID) -> ValueID? {
    guard arena.kind(function) == .function, arena[function].variant == FunctionForm.own else { return nil }
    let writes = functionWrites[Int(arena[function].payload)]?[name]
    return writes.map { value(ofWrites: $0, to: nil) }
  }

  /// What a variable is that several places give values: which of them comes last, nothing says.
  mutating func value(ofWrites writes: [(function: Int, node: GraphNode)], to own: ValueID?) -> ValueID {
    var result = own ?? ValueArena.absent
    for (writer, node) in writes {
      let written = closed(value(functions[writer].graph.operand(node, 1), of: writer), writer)
      let subject = arena.unknown(.operation, origin(writer, functions[writer].graph[node].site, extra: 7))
      result = choose(diagrams.condition(Atom(SubjectID(subject.raw), .opaque(0))), written, result)
    }
    return result
  }

  /// The class whose variable is written: it, or its companion; of an object that goes by a name, the class of that.
  private mutating func typeWritten(_ value: ValueID, _ name: NameID) -> Int? {
    switch arena.kind(value) {
    case .type:
      let type = Int(arena[value].payload)
      guard let companion = companion(of: type), classMember(companion, name, of: value) != nil else { return type }
      return companion
    case .object where isNamedObject(value): return Int(arena[value].payload)
    default: return nil
    }
  }

  private mutating func companion(of type: Int) -> Int? {
    let body = function(types[type].key)
    guard let node = functions[body].graph.exits[Word.companion.name] else { return nil }
    let companion = value(node, of: body)
    return arena.kind(companion) == .object ? Int(arena[companion].payload) : nil
  }

  private func isNamedObject(_ object: ValueID) -> Bool {
    let key = types[Int(arena[object].payload)].key
    let form = program.units[key.unit].tree[key.node].typeForm
    return form == .object || form == .companion
  }
}

/// Where a field is written, and what made the object.
struct FieldWrite: Sendable {
  var function: Int
  var node: GraphNode
  var maker: UInt32
}

/// The places that write fields of one name.
struct FieldTargets: Sendable {
  /// By class.
  var known: [Int: [FieldWrite]] = [:]
  /// Those of which nothing says whose field it is.
  var open: [FieldWrite] = []
}
