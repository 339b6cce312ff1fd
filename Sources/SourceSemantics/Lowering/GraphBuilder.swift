import SourceSyntax
import SourceTokens

/// Adds nodes to a graph, each content once.
struct GraphBuilder {
  private(set) var graph = GraphContents()
  private var known: [Key: GraphNode] = [:]
  private var shapeIndex: [ValueGraph.ArgumentShape: UInt32] = [:]
  private var numberIndex: [Int64: UInt32] = [:]
  private var eventCount: UInt32 = 0

  private struct Key: Hashable {
    var operation: GraphOperation
    var code: UInt8
    var payload: UInt32
    var operands: [GraphNode]
    var site: NodeID?
  }

  /// Nodes beyond which a function is not followed.
  static let most = 250_000

  init() {
    _ = add(.absent)
    _ = add(.yes)
    _ = add(.no)
    _ = add(.null)
  }

  static let absent = GraphNode(raw: 0)
  static let yes = GraphNode(raw: 1)
  static let no = GraphNode(raw: 2)
  static let null = GraphNode(raw: 3)

  mutating func edit(_ change: (inout GraphContents) -> Void) { change(&graph) }

  mutating func add(
    _ operation: GraphOperation, code: UInt8 = 0, payload: UInt32 = 0, _ operands: [GraphNode] = [],
    site: NodeID = NodeID(0)
  ) -> GraphNode {
    guard graph.cells.count < Self.most else {
      graph.isCut = true
      return Self.absent
    }
    let key = Key(
      operation: operation, code: code, payload: payload, operands: operands, site: operation.isEvent ? site : nil)
    if let node = known[key] { return node }
    let node = GraphNode(raw: UInt32(graph.cells.count))
    graph.cells.append(
      GraphCell(
        operation: operation, code: code, payload: payload, start: UInt32(graph.operandList.count),
        count: UInt32(operands.count), site: site))
    graph.operandList += operands
    known[key] = node
    return node
  }

  mutating func integer(_ value: Int64, site: NodeID) -> GraphNode {
    let next = UInt32(graph.numbers.count)
    let index = numberIndex[value, default: next]
    if index == next {
      numberIndex[value] = index
      graph.numbers.append(value)
    }
    return add(.integer, payload: index, site: site)
  }

  mutating func call(
    _ callee: GraphNode, _ arguments: [GraphNode], _ shape: ValueGraph.ArgumentShape, site: NodeID
  ) -> GraphNode {
    let index = shapeIndex[shape] ?? UInt32(graph.shapes.count)
    if Int(index) == graph.shapes.count {
      graph.shapes.append(shape)
      shapeIndex[shape] = index
    }
    return add(.call, payload: index, [callee] + arguments, site: site)
  }

  /// A condition that has nothing to do with any other.
  mutating func event(site: NodeID) -> GraphNode {
    eventCount += 1
    return add(.event, payload: eventCount, site: site)
  }

  // MARK: - Conditions

  mutating func not(_ condition: GraphNode) -> GraphNode {
    if condition == Self.yes { return Self.no }
    if condition == Self.no { return Self.yes }
    let cell = graph[condition]
    return cell.operation == .not ? graph.operand(condition, 0) : add(.not, [condition])
  }

  mutating func and(_ left: GraphNode, _ right: GraphNode) -> GraphNode {
    if left == Self.no || right == Self.no { return Self.no }
    if left == Self.yes || left == right { return right }
    return right == Self.yes ? left : add(.and, [left, right])
  }

  mutating func or(_ left: GraphNode, _ right: GraphNode) -> GraphNode {
    if left == Self.yes || right == Self.yes { return Self.yes }
    if left == Self.no || left == right { return right }
    if right == Self.no { return left }
    return not(left) == right ? Self.yes : add(.or, [left, right])
  }

  /// What it is where the condition holds, and where not.
  mutating func gamma(_ condition: GraphNode, _ high: GraphNode, _ low: GraphNode) -> GraphNode {
    if high == low || condition == Self.yes { return high }
    return condition == Self.no ? low : add(.gamma, [condition, high, low])
  }

  /// Whether a value counts as true; of what is a condition already, itself.
  mutating func truth(_ value: GraphNode) -> GraphNode {
    switch graph[value].operation {
    case .yes, .no, .truth, .present, .isType, .and, .or, .not, .event: value
    case .null, .absent: Self.no
    default: add(.truth, [value])
    }
  }
}

extension GraphOperation {
  /// Two of the kind are never the same, however alike they are written.
  fileprivate var isEvent: Bool {
    switch self {
    case .call, .function, .type, .record, .list, .opaque, .omitted, .collected: true
    default: false
    }
  }
}
