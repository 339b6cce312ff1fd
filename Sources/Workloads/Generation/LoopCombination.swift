package import FirestoreModel

/// The cartesian product of `for:`, one combination at a time; the last variable changes fastest.
package struct LoopCombination: Hashable, Sendable {
  private let loops: [Loop]
  /// The position within each loop.
  private var digits: [Int64]
  /// From 0.
  package private(set) var position: Int64 = 0

  package init(_ loops: [Loop]) {
    self.loops = loops
    digits = loops.map { _ in 0 }
  }

  /// Whether there is no combination at all; without loops there is one.
  package var isEmpty: Bool { loops.contains { $0.values.count == 0 } }

  package var values: [String: Value] {
    var values: [String: Value] = [:]
    for (loop, digit) in zip(loops, digits) { values[loop.variable] = loop.values.value(at: digit) }
    return values
  }

  /// False after the last combination.
  package mutating func advance() -> Bool {
    for index in loops.indices.reversed() {
      digits[index] += 1
      if digits[index] < loops[index].values.count {
        position += 1
        return true
      }
      digits[index] = 0
    }
    return false
  }
}

extension LoopValues {
  package var count: Int64 {
    switch self {
    case .range(let first, let last):
      last < first ? 0 : Int64(clamping: Int128(last) - Int128(first) + 1)
    case .list(let values): Int64(values.count)
    }
  }

  /// The value at a position below `count`.
  func value(at position: Int64) -> Value {
    switch self {
    case .range(let first, _): .integer(first &+ position)
    case .list(let values): values[Int(position)].value
    }
  }
}
