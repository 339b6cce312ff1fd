import SourceSemantics
import SourceSyntax
import SourceTokens

/// Where an object is written of which a framework makes another one.
struct ComponentKey: Hashable, Sendable {
  var function: Int
  var record: GraphNode
}

/// Components and stores: objects that a framework makes of an object that says what they are made of. Its functions are
/// called on what is made.
extension Evaluator {
  /// How far inside of such an object functions are looked for.
  private static let deepest = 4

  /// What the function of an object is called on; nil where no framework makes anything of the object around it.
  mutating func component(around method: Int) -> ValueID? { componentKey(around: method).map { component($0) } }

  private func componentKey(around method: Int) -> ComponentKey? {
    guard !models.memberRoles.isEmpty, let (outer, node) = functions[method].declaration else { return nil }
    let graph = functions[outer].graph
    var inner = node
    for _ in 0..<Self.deepest {
      guard let record = record(holding: inner, graph) else { return nil }
      if hasMembers(record, graph) { return ComponentKey(function: outer, record: record) }
      inner = record
    }
    return nil
  }

  /// A function that is called on what a framework makes of the object around it, by whomever.
  func isOfComponent(_ function: ValueID) -> Bool {
    guard arena[function].variant == FunctionForm.own, functions[Int(arena[function].payload)].hasReceiver else {
      return false
    }
    return componentKey(around: Int(arena[function].payload)) != nil
  }

  /// The record of which the node is a key or an entry.
  func record(holding node: GraphNode, _ graph: ValueGraph) -> GraphNode? {
    graph.cells.indices.first { index in
      graph.cells[index].operation == .record && graph.operands(GraphNode(raw: UInt32(index))).contains(node)
    }.map { GraphNode(raw: UInt32($0)) }
  }

  /// Whether an object has entries that are objects or functions, under names that a framework knows.
  private func hasMembers(_ record: GraphNode, _ graph: ValueGraph) -> Bool {
    let operands = Array(graph.operands(record))
    return stride(from: 0, to: operands.count - 1, by: 2).contains { place in
      role(of: operands[place], graph) != nil
        && [.record, .function, .list].contains(graph[operands[place + 1]].operation)
    }
  }

  private func role(of key: GraphNode, _ graph: ValueGraph) -> MemberRole? {
    guard graph[key].operation == .text, let literal = graph.operands(key).first,
      graph[literal].operation == .literal
    else { return nil }
    return models.memberRoles[NameID(graph[literal].payload)]
  }

  // MARK: - What is made

  private mutating func component(_ key: ComponentKey) -> ValueID {
    if let known = components[key] { return known }
    let first = atFirst(key)
    guard busyComponents.insert(key).inserted else { return first }
    let written = withNothingFilled(withWrites(first, key), key)
    let (unit, node) = (functions[key.function].key.unit, functions[key.function].graph[key.record].site)
    let result = withEntered(written, of: unit, isNamed: false, origin(key.function, node))
    busyComponents.remove(key)
    if isClosing { components[key] = result }
    return result
  }

  private mutating func atFirst(_ key: ComponentKey) -> ValueID {
    let given = value(key.record, of: key.function)
    guard arena.kind(given) == .record else { return given }
    var parts = arena.words(given).map { ValueID(raw: $0) }
    for (name, value) in entries(given) {
      guard let name = arena.knownText(name), let role = models.memberRoles[name] else { continue }
      parts += members(value, role, key)
    }
    return closed(record(parts), key.function)
  }

  private mutating func members(_ value: ValueID, _ role: MemberRole, _ key: ComponentKey) -> [ValueID] {
    let place = origin(key.function, functions[key.function].graph[key.record].site)
    let made = role != .called && role != .read && arena.kind(value) == .function ? run(value, [], place) : value
    switch role {
    case .given: return names(made).flatMap { [$0, arena.unknown(.operation, place)] }
    case .kept, .called: return arena.kind(made) == .record ? arena.words(made).map { ValueID(raw: $0) } : []
    case .shared:
      guard arena.kind(made) == .record else { return [] }
      return entries(made).flatMap { [$0.key, shared($0.value, $0.key, key)] }
    case .read:
      guard arena.kind(made) == .record else { return [] }
      return entries(made).flatMap { [$0.key, accessor($0.value)] }
    }
  }

  private mutating func shared(_ value: ValueID, _ name: ValueID, _ key: ComponentKey) -> ValueID {
    let node = functions[key.function].graph[key.record].site
    let other = arena.unknown(.operation, origin(key.function, node, extra: name.raw))
    return choose(diagrams.condition(Atom(SubjectID(other.raw), .opaque(0))), other, value)
  }

  private mutating func names(_ value: ValueID) -> [ValueID] {
    switch arena.kind(value) {
    case .list: arena.items(value).map(\.value)
    case .record: entries(value).map(\.key)
    default: []
    }
  }

  /// `a() { … }`, `a: { get() { … } }`
  private mutating func accessor(_ value: ValueID) -> ValueID {
    var getter = value
    if arena.kind(value) == .record {
      getter = entry(of: value, arena.text(Word.get.name)) ?? value
    }
    if arena.kind(getter) == .function, arena[getter].variant == FunctionForm.own {
      readFunctions.insert(Int(arena[getter].payload))
    }
    return getter
  }

  // MARK: - What its functions change

  private mutating func withWrites(_ first: ValueID, _ key: ComponentKey) -> ValueID {
    var result = first
    for function in functions(inside: key) {
      let graph = functions[function].graph
      for index in graph.cells.indices where graph.cells[index].operation == .put {
        let node = GraphNode(raw: UInt32(index))
        guard isOwn(graph.operand(node, 0), graph) else { continue }
        let name = arena.text(NameID(graph.cells[index].payload))
        let written = written(graph.operand(node, 1), function, first)
        let current = entry(of: result, name)
        if written == entry(of: first, name) || written == ValueArena.absent { continue }
        let value = behind(
          happened(function, index), written, current ?? ValueArena.absent, instead: ValueArena.absent)
        result = putIndex(result, name, value)
      }
    }
    return result
  }

  private mutating func written(_ node: GraphNode, _ function: Int, _ component: ValueID) -> ValueID {
    var pairs: [Binding.Pair] = []
    var next: Int? = function
    while let place = next {
      if functions[place].hasReceiver {
        pairs.append(Binding.Pair(symbol: symbol(.this(function: place)), value: component))
      }
      next = functions[place].outer
    }
    return closed(substitute(value(node, of: function), binding(pairs)), function)
  }

  /// The functions that are written in it.
  private mutating func functions(inside key: ComponentKey) -> [Int] {
    let unit = functions[key.function].key.unit
    let tree = program.units[unit].tree
    let record = tree[functions[key.function].graph[key.record].site]
    return program.units[unit].scopes.scopes.filter { scope in
      !scope.isInPlace && tree[scope.node].first >= record.first && tree[scope.node].end <= record.end
    }.map { function(FunctionKey(unit: unit, node: $0.node)) }
  }

  /// Places that hold nothing at first are filled by somebody.
  private mutating func withNothingFilled(_ component: ValueID, _ key: ComponentKey) -> ValueID {
    guard arena.kind(component) == .record else { return component }
    let place = origin(key.function, functions[key.function].graph[key.record].site)
    return entries(component).reduce(component) { result, entry in
      guard entry.value == ValueArena.null, let name = arena.knownText(entry.key) else { return result }
      let other = arena.unknown(.operation, origin(key.function, origins[Int(place.raw)].node, extra: name.raw))
      return putIndex(result, entry.key, other)
    }
  }
}
