import SourceSemantics
import SourceSyntax
import SourceTokens

/// Whether code has no use for an answer but how many documents are in it: to count them bills far less.
extension Evaluator {
  /// The call whose answer is only counted; nil where something else is done with it.
  package mutating func isOnlyCounted(_ origin: OriginID) -> Bool {
    let place = origins[Int(origin.raw)]
    guard functions.indices.contains(place.function) else { return false }
    let users = users(in: place.function)
    guard let call = users.call(at: place.node) else { return false }
    var uses = CountUses()
    note(call, in: place.function, users, &uses)
    return uses.counts > 0 && !uses.hasOther
  }

  mutating func users(in function: Int) -> NodeUsers {
    if let known = nodeUsers[function] { return known }
    let users = NodeUsers(functions[function].graph)
    nodeUsers[function] = users
    return users
  }

  private struct CountUses {
    var counts = 0
    var hasOther = false
  }

  private mutating func note(_ node: GraphNode, in function: Int, _ users: NodeUsers, _ uses: inout CountUses) {
    if functions[function].graph.result == node || isCaptured(node, function) || users.isGoneThrough(node) {
      uses.hasOther = true
    }
    for user in users.users(of: node) where !uses.hasOther {
      let cell = functions[function].graph[user]
      guard cell.operation == .member else {
        uses.hasOther = uses.hasOther || cell.operation != .present
        continue
      }
      switch use(NameID(cell.payload)) {
      case .documents: note(user, in: function, users, &uses)
      case .count: uses.counts += 1
      case .lesser: break
      case .other: uses.hasOther = true
      }
    }
  }

  enum Use { case documents, count, lesser, other }

  /// What rows make of a member of an answer.
  func use(_ name: NameID) -> Use {
    for sort in [ValueSort.snapshot, .documents, .result, .any] {
      guard let row = models.methods(sort, name, isCall: false).first,
        case .value(.make(let construct, _)) = models[row].meaning
      else { continue }
      switch construct {
      case .documentsOf: return .documents
      case .length: return .count
      case .isEmpty, .isFilled: return .lesser
      default: return .other
      }
    }
    return .other
  }

  /// Whether a variable that functions inside know holds the value.
  private mutating func isCaptured(_ node: GraphNode, _ function: Int) -> Bool {
    for place in captured.count..<functions.count { captured.add(functions[place].graph, in: functions[place].outer) }
    guard let names = captured.names[function] else { return false }
    return functions[function].graph.exits.contains { $0.value == node && names.contains($0.key) }
  }
}

/// By function: the names of its variables that functions inside know.
struct CapturedNames: Sendable {
  private(set) var names: [Int: Set<NameID>] = [:]
  /// Functions that were looked through.
  private(set) var count = 0

  mutating func add(_ graph: ValueGraph, in outer: Int?) {
    count += 1
    guard let outer else { return }
    for cell in graph.cells where cell.operation == .capture {
      names[outer, default: []].insert(NameID(cell.payload))
    }
  }
}

/// What the nodes of a graph are operands of.
struct NodeUsers: Sendable {
  private var calls: [NodeID: GraphNode] = [:]
  private var users: [GraphNode: [GraphNode]] = [:]
  private var sequences: Set<GraphNode> = []

  init(_ graph: ValueGraph) {
    for index in graph.cells.indices {
      let node = GraphNode(raw: UInt32(index))
      let cell = graph.cells[index]
      if cell.operation == .call, calls[cell.site] == nil { calls[cell.site] = node }
      for operand in Set(graph.operands(node)) { users[operand, default: []].append(node) }
    }
    for index in graph.cells.indices where graph.cells[index].operation == .element {
      let node = GraphNode(raw: UInt32(index))
      let place = Int(graph.cells[index].payload)
      guard users[node] != nil, graph.loops.indices.contains(place), let sequence = graph.loops[place].sequence else {
        continue
      }
      sequences.insert(sequence)
    }
  }

  /// Whether a loop goes through it and uses the elements.
  func isGoneThrough(_ node: GraphNode) -> Bool { sequences.contains(node) }

  func call(at site: NodeID) -> GraphNode? { calls[site] }
  func users(of node: GraphNode) -> [GraphNode] { users[node] ?? [] }
}
