/// What a month costs, part by part.
package struct MonthlyCost: Hashable, Sendable {
  package enum Part: String, Hashable, Sendable, CaseIterable {
    case reads, writes, deletes, ttlDeletes, egress, storage
    /// Of the Realtime Database; without it there are no such lines.
    case rtdbDownload, rtdbStorage
  }

  package struct Line: Hashable, Sendable {
    package var part: Part
    /// Operations or bytes of a month, the free quota included. Nil: not known.
    package var quantity: Rational?
    /// What is left after the free quota. For operations this is where the day-wise quota shows.
    package var billed: Rational?
    /// Nil when the price or the quantity is not known: never 0 for unknown.
    package var amount: Rational?
    /// False when the amount rests on a price without evidence.
    package var isVerified: Bool

    package init(part: Part, quantity: Rational?, billed: Rational?, amount: Rational?, isVerified: Bool) {
      self.part = part
      self.quantity = quantity
      self.billed = billed
      self.amount = amount
      self.isVerified = isVerified
    }
  }

  package let currency: String
  /// One line for every part that takes part, in the order of ``Part``.
  package let lines: [Line]
  package let calendar: BillingCalendar
  /// The month at list prices, the free quota not taken off: what tells two months apart that cost the same. Nil where
  /// something that was used has no price.
  package let listAmount: Rational?

  package init(currency: String, lines: [Line], calendar: BillingCalendar, listAmount: Rational? = nil) {
    self.currency = currency
    self.lines = lines
    self.calendar = calendar
    self.listAmount = listAmount
  }

  /// The sum of the parts that have a price.
  package var amount: Rational { lines.reduce(.zero) { $0 + ($1.amount ?? .zero) } }

  package func line(_ part: Part) -> Line? { lines.first { $0.part == part } }

  /// The year as the book counts it: twelve months of 30 days.
  package var year: Rational { amount * Rational(calendar.yearMonths) }

  /// 365 days.
  package var calendarYear: Rational { amount * Rational(365) / Rational(calendar.monthDays) }

  /// Parts that were used and have no price: FB7009. What is used within its free quota costs nothing at any price.
  package var unpriced: [Part] {
    lines.filter { line in
      line.amount == nil && line.quantity.map { !$0.isZero } == true && line.billed?.isZero != true
    }.map(\.part)
  }

  /// Parts whose amount rests on a price without evidence: FB8002.
  package var unverified: [Part] {
    lines.filter { line in !line.isVerified && line.amount.map { !$0.isZero } == true }.map(\.part)
  }
}
