package import Diagnostics
package import Metering

/// `assert:` — one line, parsed.
package struct Assertion: Hashable, Sendable {
  package var text: String
  package var root: AssertionNode
  package var span: Span

  package init(text: String, root: AssertionNode, span: Span) {
    self.text = text
    self.root = root
    self.span = span
  }
}

package struct AssertionNode: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    case number(Rational)
    /// `95%`
    case percentage(Rational)
    /// `20 USD`
    case money(Rational, currency: String)
    case figure(FigureReference)
    /// `reduction(before, after)`: 1 − reads(after) ÷ reads(before).
    case reduction(from: FigureScope, to: FigureScope)
    case negation(AssertionNode)
    case not(AssertionNode)
    /// Arithmetic, comparison or logic.
    case binary(BinaryExpressionOperator, AssertionNode, AssertionNode)
  }

  package var kind: Kind
  /// In the file.
  package var span: Span
  /// In the assertion's own text, in UTF-8 bytes.
  package var range: Range<Int>

  package init(_ kind: Kind, span: Span, range: Range<Int>) {
    self.kind = kind
    self.span = span
    self.range = range
  }
}

/// `reads(member, before).perDay`
package struct FigureReference: Hashable, Sendable {
  package var figure: Figure
  package var scope: FigureScope
  package var unit: FigureUnit

  package init(figure: Figure, scope: FigureScope, unit: FigureUnit) {
    self.figure = figure
    self.scope = scope
    self.unit = unit
  }
}

package enum Figure: Hashable, Sendable {
  case count(CountedFigure)
  /// Nil: the whole bill.
  case cost(MonthlyCost.Part?)
  /// Of 100,000 operations, or of a GiB, kept for a month where it is storage.
  case price(MonthlyCost.Part)
}

/// Raw values are the names in assertions.
package enum CountedFigure: String, Hashable, Sendable, CaseIterable {
  case reads, writes, deletes, ttlDeletes, egressBytes, outsideWrites
  /// Sent by the Realtime Database.
  case rtdbBytes
  /// Executed operations, refused ones included.
  case calls
  case missed, stale, duplicates, visible
  case denied, indexErrors
}

/// Whose figure: `(actor, variant)`, `(variant.result)`, or nothing for all variants together.
package struct FigureScope: Hashable, Sendable {
  package var actor: String?
  /// Nil: every variant, added up.
  package var variant: String?
  /// The result (`as:`) whose observer is asked: `missed(after.msgs)`.
  package var result: String?

  package init(actor: String? = nil, variant: String? = nil, result: String? = nil) {
    self.actor = actor
    self.variant = variant
    self.result = result
  }
}

package enum FigureUnit: String, Hashable, Sendable, CaseIterable {
  case total
  case perDay, perUserDay, month
}

/// The figures of a finished run.
package protocol FigureSource {
  /// The total over the simulated period, of one variant.
  func count(_ figure: CountedFigure, actor: String?, result: String?, variant: String) throws(FigureError) -> Int64
  /// Simulated days.
  var days: Int64 { get }
  /// Number of instances of one actor, or of all end users together; of all actors where nobody is an end user.
  func users(actor: String?, variant: String) -> Int64
  /// The bill for a month of 30 days in the book's currency, as far as it has prices.
  func monthlyCost(_ part: MonthlyCost.Part?, actor: String?, variant: String) throws(FigureError) -> MonthlyAmount
  /// What the variant's book takes for 100,000 operations, or for a GiB of the first tier, without free quota.
  func unitPrice(_ part: MonthlyCost.Part, variant: String) throws(FigureError) -> MonthlyAmount
  /// In file order.
  var variantNames: [String] { get }
}

/// An exact amount of money.
package struct MonthlyAmount: Hashable, Sendable {
  package var amount: Rational
  /// `USD`
  package var currency: String
  /// What was used and has no price: with it there is more to pay.
  package var unpriced: [String]

  package init(amount: Rational, currency: String, unpriced: [String] = []) {
    self.amount = amount
    self.currency = currency
    self.unpriced = unpriced
  }
}

/// Why there is no such figure: an unknown result, an unpriced part.
package struct FigureError: Error, Hashable, Sendable {
  /// In the style of a diagnostic's message.
  package var message: String

  package init(_ message: String) { self.message = message }
}
