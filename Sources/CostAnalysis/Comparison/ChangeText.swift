import Diagnostics
import Metering
import RunReports

/// Exact figures of a comparison as people read them. Everything is cut, nothing is rounded up.
enum ChangeText {
  /// `22`, `46.2`, `1,000`
  static func count(_ amount: Rational) -> String {
    let magnitude = amount < .zero ? .zero - amount : amount
    let tenths = cut(magnitude * Rational(10))
    let digits = Grouped.decimal(String(tenths / 10)) + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
    return (amount < .zero && tenths != 0 ? "−" : "") + digits
  }

  static func signed(_ amount: Rational) -> String { (amount > .zero ? "+" : "") + count(amount) }

  /// `25.65 M` from a million on.
  static func short(_ amount: Rational) -> String {
    let magnitude = amount < .zero ? .zero - amount : amount
    guard magnitude >= Rational(1_000_000) else { return count(amount) }
    let hundredths = cut(magnitude / Rational(10_000))
    let rest = String(String(100 + hundredths % 100).dropFirst())
    return (amount < .zero ? "−" : "") + Grouped.decimal(String(hundredths / 100)) + ".\(rest) M"
  }

  static func signedShort(_ amount: Rational) -> String { (amount > .zero ? "+" : "") + short(amount) }

  /// `+38.9 %`, cut; an en dash where there was nothing before.
  static func percent(_ change: Change<Rational>) -> String {
    guard let base = change.base, let difference = change.difference, base > .zero else { return "–" }
    let magnitude = difference < .zero ? .zero - difference : difference
    let permille = cut(magnitude * Rational(1000) / base)
    let sign = difference > .zero ? "+" : difference < .zero ? "−" : "±"
    return "\(sign)\(Grouped.decimal(String(permille / 10))).\(permille % 10) %"
  }

  static func money(_ amount: Rational?, _ currency: String?) -> String {
    guard let amount, let currency else { return "unknown" }
    return amount.money(currency: currency)
  }

  static func signedMoney(_ amount: Rational?, _ currency: String?) -> String {
    guard let amount, let currency else { return "unknown" }
    return (amount > .zero ? "+" : "") + amount.money(currency: currency)
  }

  /// `≥ $1.49` where something that was used has no price, and `unknown` where all of it has none.
  static func money(_ cost: KnownCost?, _ currency: String?) -> String {
    guard let cost, cost.isWhole || !cost.amount.isZero else { return "unknown" }
    return (cost.isWhole ? "" : "≥ ") + money(cost.amount, currency)
  }

  /// `≥ +$0.29` where it may be more.
  static func signedMoney(_ change: CostChange, _ currency: String?) -> String {
    if let difference = change.difference { return signedMoney(difference, currency) }
    guard let atLeast = change.atLeast, atLeast > .zero else { return "unknown" }
    return "≥ " + signedMoney(atLeast, currency)
  }

  /// `$15.39 → $21.39`; one amount where nothing differs.
  static func moneys(_ change: CostChange, _ currency: String?) -> String {
    let (base, head) = (money(change.base, currency), money(change.head, currency))
    return change.isChange && (base, head) != ("unknown", "unknown") ? "\(base) → \(head)" : base
  }

  /// Whole, towards zero.
  private static func cut(_ amount: Rational) -> Int128 { amount.numerator / amount.denominator }
}
