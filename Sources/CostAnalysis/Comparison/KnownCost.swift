package import FirestoreModel
package import Metering

/// What is known of an amount of money: the sum of the parts that have a price, and how much there is of the others.
/// No price is negative, so the whole is never less than the sum.
package struct KnownCost: Hashable, Sendable {
  /// A part that a list of prices has no price for. Another list may ask another price.
  package struct Unpriced: Hashable, Sendable {
    package var part: MonthlyCost.Part
    /// Book, day and location.
    package var list: Text
  }

  /// The parts with a price.
  package private(set) var amount: Rational
  /// Operations or bytes of a month, above 0.
  package private(set) var unpriced: [Unpriced: Rational]

  package init(_ amount: Rational = .zero, unpriced: [Unpriced: Rational] = [:]) {
    self.amount = amount
    self.unpriced = unpriced
  }

  /// - Parameter list: the prices that the bill was made with.
  package init(_ month: MonthlyCost, list: Text) {
    self.init(month.amount)
    for part in month.unpriced {
      guard let line = month.line(part) else { continue }
      add(line.billed ?? line.quantity ?? .zero, of: Unpriced(part: part, list: list))
    }
  }

  /// Whether nothing is missing.
  package var isWhole: Bool { unpriced.isEmpty }

  mutating func add(_ amount: Rational) { self.amount = self.amount + amount }

  /// What is used within its free quota costs nothing, but is used: a bill names it.
  mutating func add(_ quantity: Rational, of part: Unpriced) {
    unpriced[part, default: .zero] = (unpriced[part] ?? .zero) + quantity
  }

  mutating func add(_ other: KnownCost) {
    add(other.amount)
    for (part, quantity) in other.unpriced { add(quantity, of: part) }
  }
}

/// An amount of money before and after, nil on a side that nobody knows.
package struct CostChange: Hashable, Sendable {
  package var base: KnownCost?
  package var head: KnownCost?

  package init(base: KnownCost?, head: KnownCost?) {
    self.base = base
    self.head = head
  }

  static let unknown = CostChange(base: nil, head: nil)

  /// Whether something differs.
  package var isChange: Bool { base != head }

  /// Head minus base. As much of a part without a price on both sides is no difference.
  package var difference: Rational? {
    guard let base, let head, base.unpriced == head.unpriced else { return nil }
    return head.amount - base.amount
  }

  /// Head costs so much more than base, or even more: what has no price has not become less.
  package var atLeast: Rational? {
    guard let base, let head, base.unpriced.allSatisfy({ (head.unpriced[$0.key] ?? .zero) >= $0.value }) else {
      return nil
    }
    return head.amount - base.amount
  }

  /// What either side has no price for.
  package var unpriced: [MonthlyCost.Part] {
    let parts = Set([base, head].flatMap { ($0?.unpriced ?? [:]).keys.map(\.part) })
    return MonthlyCost.Part.allCases.filter(parts.contains)
  }

  /// The sides added up; a side is unknown where one of its amounts is.
  static func sum(_ changes: [CostChange]) -> CostChange {
    func side(_ path: KeyPath<CostChange, KnownCost?>) -> KnownCost? {
      var sum = KnownCost()
      for change in changes {
        guard let cost = change[keyPath: path] else { return nil }
        sum.add(cost)
      }
      return sum
    }
    return CostChange(base: side(\.base), head: side(\.head))
  }
}
