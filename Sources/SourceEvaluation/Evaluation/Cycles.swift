import SourceSemantics
import SourceSyntax

/// Values that are asked for while they are being made: a closure that knows a variable which is given what the closure
/// makes. Whoever asks gets nothing, and what it makes of that is only kept where nothing is missing any more: where the
/// cycle began.
struct Cycles: Sendable {
  /// How deep the outermost value lies that was asked for while it was being made, since somebody looked last.
  var outermost = Int.max
  /// How often values and conditions were made inside of cycles.
  fileprivate var attempts: [Attempt: UInt8] = [:]

  /// What is made.
  enum Attempt: Hashable, Sendable {
    case value(function: Int, node: GraphNode)
    case condition(function: Int, node: GraphNode)
    case call(Application)
    case rounds(function: Int, loop: Int)
    case cell(CellKey)
    case member(CellKey)
  }

  /// How often something is made inside of cycles before it is kept as it is.
  fileprivate static let most = 4

  fileprivate mutating func isLast(_ attempt: Attempt) -> Bool {
    attempts[attempt, default: 0] += 1
    return attempts[attempt, default: 0] >= Self.most
  }
}

extension Evaluator {
  /// Nothing, for whoever asks for a value that is being made at a depth.
  mutating func cut(at depth: Int) -> ValueID {
    cycles.outermost = min(cycles.outermost, depth)
    return ValueArena.absent
  }

  /// Begins something that is kept only if no value is missing in it.
  /// - Returns: what was missing before.
  mutating func openCycle() -> Int {
    let outer = cycles.outermost
    cycles.outermost = .max
    return outer
  }

  /// Whether no value is missing in what was made since.
  mutating func closeCycle(_ outer: Int) -> Bool {
    let isComplete = cycles.outermost >= depth
    cycles.outermost = isComplete ? outer : min(outer, cycles.outermost)
    return isComplete
  }

  /// Whether it is kept as it is, though a value may be missing in it: it was made often enough.
  mutating func isLastAttempt(_ attempt: Cycles.Attempt) -> Bool { cycles.isLast(attempt) }
}
