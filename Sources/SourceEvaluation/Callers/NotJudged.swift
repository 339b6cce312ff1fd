import SourceSemantics
import SourceSyntax
import SourceTokens

/// Requests that no question came to: what they ask is not known, but that they are there.
extension Evaluator {
  /// Where a budget ended, calls of the code that the tables take for requests and that are not among what was found.
  mutating func notJudged(besides found: [ClosedRequest]) -> [ClosedRequest] {
    guard limitCounts.steps > 0 else { return [] }
    var known = Set(found.compactMap { view($0.value)?.origin })
    let places = models.namesOfPlaces
    var missing: [ClosedRequest] = []
    for function in functions.indices where relevance.contains(functions[function].key) {
      if asksAnother(functions[function].key.unit) { continue }
      for effect in functions[function].graph.effects {
        guard let call = asking(effect.call, function), known.insert(call.place).inserted,
          let request = request(call, places)
        else { continue }
        missing.append(ClosedRequest(request))
      }
    }
    return missing
  }

  /// Whether a unit and those that it imports ask a database that has words of an SDK (`select(users).get()`), and no SDK.
  private mutating func asksAnother(_ unit: Int) -> Bool {
    var units = [unit]
    for target in program.modules.targets[unit] {
      if case .unit(let other) = target.module { units.append(Int(other.raw)) }
    }
    return !units.contains { importsSDK($0) }
      && units.contains { unit in sections(importedBy: unit).contains { models.sections[Int($0)].kind == .other } }
  }

  /// A call, or a member that is read, whose name says that it may ask a database.
  private struct AskingCall {
    var name: NameID
    var place: OriginID
    var function: Int
    /// Nil of a call of a function by its name.
    var receiver: GraphNode?
    var arguments: [ValueID] = []
    var labels: [NameID] = []
    /// Of a function of a module: the section of tables that describes it.
    var section: UInt16?
    /// Read like a field.
    var isMember = false
  }

  private mutating func asking(_ node: GraphNode, _ function: Int) -> AskingCall? {
    let graph = functions[function].graph
    let cell = graph[node]
    let place = origin(function, cell.site)
    switch cell.operation {
    case .member where models.askingMembers.contains(NameID(cell.payload)):
      return AskingCall(
        name: NameID(cell.payload), place: place, function: function, receiver: graph.operand(node, 0),
        isMember: true)
    case .call:
      let shape = graph.shapes[Int(cell.payload)]
      let callee = graph.operand(node, 0)
      let isMethod = graph[callee].operation == .member && shape.isMethod
      let external = isMethod ? nil : external(callee, function)
      guard let name = isMethod ? NameID(graph[callee].payload) : external?.name, models.mayAsk(name) else {
        return nil
      }
      let arguments = graph.operands(node).dropFirst().dropLast(shape.typeCount).map { argument in
        known(argument, function) ?? arena.unknown(.calls, place)
      }
      return AskingCall(
        name: name, place: place, function: function, receiver: isMethod ? graph.operand(callee, 0) : nil,
        arguments: arguments, labels: shape.labels, section: external?.section)
    default: return nil
    }
  }

  /// A function of a module that tables describe.
  private func external(_ callee: GraphNode, _ function: Int) -> (name: NameID, section: UInt16)? {
    guard let value = known(callee, function), arena.kind(value) == .external, let name = path(value).last,
      let (section, _) = models.module(of: path(value))
    else { return nil }
    return (name, section)
  }

  /// What a node is, where that was asked.
  private func known(_ node: GraphNode, _ function: Int) -> ValueID? {
    let value = functions[function].values[Int(node.raw)]
    return value == 0 ? nil : ValueID(raw: value - 1)
  }

  /// The request that the tables say the call sends, with nothing known of where.
  private mutating func request(_ call: AskingCall, _ places: Set<NameID>) -> PendingEffect? {
    for row in models.asking[call.name] ?? [] where models.section(of: row).kind == .sdk {
      guard (models[row].parameters == nil) == call.isMember, isLikely(row, call, places),
        mayBe(call.arguments, call.labels, of: row), let effect = request(row, call)
      else { continue }
      return effect
    }
    return nil
  }

  private mutating func request(_ row: RowID, _ call: AskingCall) -> PendingEffect? {
    guard case .request(let request) = models[row].meaning else { return nil }
    let nothing = arena.unknown(.calls, call.place)
    let outer = openBudget(for: call.function)
    defer { budget = outer }
    var context = RowContext(
      row: row, receiver: handle(models[row].receiver, nothing),
      arguments: (models[row].parameters ?? []).map { _ in nothing }, origin: call.place)
    guard let target = evaluate(request.target, &context) else { return nil }
    let shape = RequestShape(origin: call.place, row: row, part: request.gives)
    let value = self.request(self.request(shape), [target] + Array(repeating: ValueArena.absent, count: 4))
    return PendingEffect(value: value, under: .always, loops: [], function: call.function, limits: .calls)
  }

  /// Something of a sort of which nothing else is known.
  private mutating func handle(_ sort: ValueSort?, _ nothing: ValueID) -> ValueID {
    switch sort {
    case .query?, .aggregation?, .pipeline?: query(arena.make(.anyQuery, [nothing]), [])
    case .document?: arena.make(.anyDocument, [nothing])
    case .realtime?, .realtimeDatabase?: query(arena.make(.anyRealtime, [nothing]), [])
    case .database?: arena.make(.database, [nothing])
    default: nothing
    }
  }

  // MARK: - What speaks for an SDK

  private func isLikely(_ row: RowID, _ call: AskingCall, _ places: Set<NameID>) -> Bool {
    guard let receiver = call.receiver else { return models[row].receiver == nil && row.section == call.section }
    guard let sort = models[row].receiver else { return false }
    return mayBe(sort, receiver, call, places) || takesHandle(row, call, places)
  }

  /// Whether a method may be one of an SDK: by what is known of the value, else by how the code calls it.
  private func mayBe(_ sort: ValueSort, _ receiver: GraphNode, _ call: AskingCall, _ places: Set<NameID>) -> Bool {
    if let value = known(receiver, call.function) {
      if isHandle(value) { return self.sort(value) == sort }
      switch arena.kind(value) {
      case .symbol, .stuck, .choice, .made: break
      case .unknown where arena.cause(value) == .calls: break
      default: return false
      }
    }
    if models.strong.contains(call.name) { return true }
    let tree = program.units[functions[call.function].key.unit].tree
    let node = origins[Int(call.place.raw)].node
    guard let base = tree.children(of: tree.call(node)?.callee ?? node).first else { return false }
    return soundsLike(sort, base, tree, places)
  }

  private func soundsLike(_ sort: ValueSort, _ node: NodeID, _ tree: SyntaxTree, _ places: Set<NameID>) -> Bool {
    var next = node
    while true {
      switch tree.kind(next) {
      case .name, .member: return program.names.soundsLike(sort, tree.name(next))
      case .call:
        guard let callee = tree.children(of: next).first else { return false }
        return places.contains(tree.name(callee))
      case .unary, .parenthesized, .cast, .argument:
        guard let inner = tree.children(of: next).first else { return false }
        next = inner
      default: return false
      }
    }
  }

  /// Whether the row is for a document or query that is handed over, and the first argument is called like one:
  /// `t.set(ref, data)`.
  private func takesHandle(_ row: RowID, _ call: AskingCall, _ places: Set<NameID>) -> Bool {
    guard let first = models[row].parameters?.first, [.document, .query, .target, .realtime].contains(first.role) else {
      return false
    }
    let tree = program.units[functions[call.function].key.unit].tree
    guard let argument = tree.call(origins[Int(call.place.raw)].node)?.arguments.first else { return false }
    return soundsLike(first.role == .query ? .query : .document, argument, tree, places)
  }
}

extension ModelTables {
  /// Names of what makes places and queries of the SDKs: `collection`, `doc`, `where`.
  fileprivate var namesOfPlaces: Set<NameID> { steps.union(placeNames) }
}

extension NameTable {
  /// What code calls documents, queries, databases, batches and transactions.
  fileprivate func soundsLike(_ sort: ValueSort, _ name: NameID) -> Bool {
    let word = text(name).lowercased()
    func ends(_ endings: String...) -> Bool { endings.contains { word.hasSuffix($0) } }
    switch sort {
    case .document: return word == "doc" || ends("ref", "docref", "document", "reference", "_doc")
    case .query, .aggregation: return ends("query", "ref", "collection", "reference") || word == "q"
    case .realtime: return ends("ref", "reference") && !word.hasSuffix("docref")
    case .database: return soundsLikeDatabase(name)
    case .batch, .transaction, .bulkWriter:
      return ends("batch", "transaction", "writer") || ["tx", "txn", "trx"].contains(word)
    default: return false
    }
  }
}
