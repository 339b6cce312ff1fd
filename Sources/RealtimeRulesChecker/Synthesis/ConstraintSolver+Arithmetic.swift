import FirestoreModel
import RealtimeDatabase

/// Comparisons with sums, differences, lengths and priorities: `newData.val() === data.val() + 1`.
extension ConstraintSolver {
  enum Relation {
    case equal, unequal, below, atMost

    /// The number to add to the left side so that the comparison holds.
    /// - Parameter difference: the left side minus the right side.
    func correction(_ difference: Double) -> Double {
      switch self {
      case .equal: -difference
      case .unequal: difference == 0 ? 1 : 0
      case .below: difference < 0 ? 0 : -difference - 1
      case .atMost: difference <= 0 ? 0 : -difference
      }
    }
  }

  /// Makes a comparison hold by changing one of the values in it.
  func satisfyArithmetic(
    _ left: Operand, _ right: Operand, _ relation: Relation, _ side: DataReference.Side, _ tree: inout RealtimeNode
  ) -> Bool {
    let terms = left.terms(1) + right.terms(-1)
    for term in terms where term.operand.reference?.side == side && number(term.operand, in: tree) == nil {
      guard set(term.operand, to: Double(variant + 1), in: &tree) else { return false }
    }
    var difference = 0.0
    for term in terms {
      guard let number = number(term.operand, in: tree) else { return false }
      difference += term.factor * number
    }
    let correction = relation.correction(difference)
    if correction == 0 { return true }
    guard let last = terms.last(where: { $0.operand.reference?.side == side }),
      let current = number(last.operand, in: tree)
    else { return false }
    return set(last.operand, to: current + last.factor * correction, in: &tree)
  }

  /// The number that an operand evaluates to; nil when it is no number.
  func number(_ operand: Operand, in tree: RealtimeNode) -> Double? {
    func node(_ reference: DataReference) -> RealtimeNode? {
      reference.path(binding).map { (reference.side == .before ? before : tree)[$0] }
    }
    switch operand {
    case .number(let number): return number
    case .now: return now
    case .value(let reference):
      guard case .number(let number)? = node(reference)?.leaf else { return nil }
      return number
    case .length(let reference):
      guard case .string(let text)? = node(reference)?.leaf else { return nil }
      return Double(text.string.utf16.count)
    case .priority(let reference):
      guard case .number(let number)? = node(reference)?.priority else { return nil }
      return number
    case .sum(let left, let right, let isDifference):
      guard let left = number(left, in: tree), let right = number(right, in: tree) else { return nil }
      return isDifference ? left - right : left + right
    case .uid, .claim, .null, .boolean, .text, .query, .other: return nil
    }
  }

  private func set(_ operand: Operand, to number: Double, in tree: inout RealtimeNode) -> Bool {
    guard number.isFinite, let path = operand.reference?.path(binding) else { return false }
    switch operand {
    case .value: tree = tree.replacing(path, with: RealtimeNode(.number(number), priority: tree[path].priority))
    case .length:
      guard number >= 0, number <= 4096, let length = Int(exactly: number) else { return false }
      tree = tree.replacing(
        path, with: RealtimeNode(.string(Text.example(length: length)), priority: tree[path].priority))
    case .priority: tree = tree.replacing(path, with: tree[path].orPlaceholder(variant).withPriority(.number(number)))
    case .sum, .uid, .claim, .now, .null, .boolean, .number, .text, .query, .other: return false
    }
    return true
  }
}

extension Operand {
  /// Whether comparing the two requires arithmetic: one of them is a sum, or both are more than plain values.
  func needsArithmetic(with other: Operand) -> Bool {
    switch (self, other) {
    case (.sum, _), (.priority, .number), (.priority, .now), (.priority, .priority), (.priority, .length),
      (.length, .length):
      true
    default: false
    }
  }

  var isValue: Bool { if case .value = self { true } else { false } }

  /// The terms of a sum, each with its sign as a factor.
  fileprivate func terms(_ factor: Double) -> [(factor: Double, operand: Operand)] {
    guard case .sum(let left, let right, let isDifference) = self else { return [(factor, self)] }
    return left.terms(factor) + right.terms(isDifference ? -factor : factor)
  }
}

extension RealtimeNode {
  /// The node, or a text where there is none: only a node that exists can have a priority.
  func orPlaceholder(_ variant: Int) -> RealtimeNode {
    exists ? self : RealtimeNode(.string(Text(variant == 0 ? "text" : "other")))
  }
}
