import SourceSemantics
import SourceSyntax
import SourceTokens

/// Calls that make of what a function asks what it is, the outermost of each way, at most a few. They only say where:
/// what is asked is the same whoever calls.
package struct RequestCalls: Hashable, Sendable {
  package struct Place: Hashable, Sendable {
    package var call: OriginID
    /// The function that asks is the one that is called.
    package var isDirect: Bool
  }

  package private(set) var places: [Place] = []

  /// How many of them are told.
  private static let most = 8

  /// There may be others.
  package var isFull: Bool { places.count == Self.most }

  mutating func add(_ other: RequestCalls) {
    for place in other.places where places.count < Self.most && !places.contains(place) { places.append(place) }
  }

  /// The same from outside of one more call.
  func from(_ call: OriginID) -> RequestCalls {
    var outer = RequestCalls()
    outer.places = [Place(call: call, isDirect: places.isEmpty)]
    return outer
  }

  package static func == (left: RequestCalls, right: RequestCalls) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

extension Evaluator {
  /// Whether the code of a call calls the function itself: others run what is handed to them.
  func calls(_ call: OriginID, _ function: Int) -> Bool {
    let (unit, node) = place(of: call)
    let tree = program.units[unit].tree
    guard let callee = tree.call(node)?.callee else { return false }
    let name = tree.name(callee)
    let key = functions[function].key
    let own = program.units[key.unit]
    guard own.tree.name(key.node) == .empty else { return own.tree.name(key.node) == name }
    let maker = functions[function].type.map { types[$0].name }
    return own.holder(of: key.node) == name || maker == name
  }
}

extension Program.Unit {
  /// What the variable, field or entry is called whose value a function is.
  func holder(of function: NodeID) -> NameID {
    var next = parents[Int(function.raw)]
    while [.parenthesized, .cast].contains(tree.kind(next)) { next = parents[Int(next.raw)] }
    switch tree.kind(next) {
    case .declarator, .assign: return tree.children(of: next).first.map { tree.name($0) } ?? .empty
    case .entry: return tree.name(next)
    default: return .empty
    }
  }
}
