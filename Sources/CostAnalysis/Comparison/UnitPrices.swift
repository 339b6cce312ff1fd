package import FirestoreModel
package import Metering

/// What one operation costs. Nil: nobody knows.
package struct UnitPrices: Hashable, Sendable {
  package var currency: String?
  /// Book, day and location: what has no price in one list may have one in another.
  package var list: Text
  package var read: Rational?
  package var write: Rational?
  package var delete: Rational?
  package var ttlDelete: Rational?

  package init(
    currency: String? = nil, list: Text = Text(""), read: Rational? = nil, write: Rational? = nil,
    delete: Rational? = nil,
    ttlDelete: Rational? = nil
  ) {
    self.currency = currency
    self.list = list
    self.read = read
    self.write = write
    self.delete = delete
    self.ttlDelete = ttlDelete
  }

  /// Those of a built-in book; a book that Firebreak does not know has no prices here.
  init(book: String, asOf: String?, location: String?, currency: String) {
    self.currency = currency
    list = Text([book, asOf ?? "", location ?? ""].joined(separator: "\u{0}"))
    let prices = PriceBook.builtin(named: book, asOf: asOf.flatMap { CalendarDate(iso: $0) })?.prices(at: location)
    read = prices?.rates[.reads]?.amount(for: Rational(1))
    write = prices?.rates[.writes]?.amount(for: Rational(1))
    delete = prices?.rates[.deletes]?.amount(for: Rational(1))
    ttlDelete = prices?.rates[.ttlDeletes]?.amount(for: Rational(1))
  }

  /// Prices that a bill shows itself go before those of a book: a book may have been changed under the same name.
  mutating func take(_ month: MonthlyCost) {
    func price(_ part: MonthlyCost.Part) -> Rational? {
      guard let line = month.line(part), let amount = line.amount, let billed = line.billed, !billed.isZero else {
        return nil
      }
      return amount / billed
    }
    read = price(.reads) ?? read
    write = price(.writes) ?? write
    delete = price(.deletes) ?? delete
    ttlDelete = price(.ttlDeletes) ?? ttlDelete
  }
}
