import Metering
import Workbench

/// Exact figures of a comparison as people read them. Everything is cut, nothing is rounded up.
enum ChangeText {
  /// `22`, `46.2`, `1,000`
  static func count(_ amount: Amount) -> String {
    let magnitude = amount < .zero ? .zero - amount : amount
    let tenths = cut(magnitude * Amount(10))
    let digits = Grouped.decimal(String(tenths / 10)) + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
    return (amount < .zero && tenths != 0 ? "−" : "") + digits
  }

  static func signed(_ amount: Amount) -> String { (amount > .zero ? "+" : "") + count(amount) }

  /// `25.65 M` from a million on.
  static func short(_ amount: Amount) -> String {
    let magnitude = amount < .zero ? .zero - amount : amount
    guard magnitude >= Amount(1_000_000) else { return count(amount) }
    let hundredths = cut(magnitude / Amount(10_000))
    let rest = String(String(100 + hundredths % 100).dropFirst())
    return (amount < .zero ? "−" : "") + Grouped.decimal(String(hundredths / 100)) + ".\(rest) M"
  }

  static func signedShort(_ amount: Amount) -> String { (amount > .zero ? "+" : "") + short(amount) }

  /// `+38.9 %`, cut; an en dash where there was nothing before.
  static func percent(_ change: Change<Amount>) -> String {
    guard let base = change.base, let difference = change.difference, base > .zero else { return "–" }
    let magnitude = difference < .zero ? .zero - difference : difference
    let permille = cut(magnitude * Amount(1000) / base)
    let sign = difference > .zero ? "+" : difference < .zero ? "−" : "±"
    return "\(sign)\(Grouped.decimal(String(permille / 10))).\(permille % 10) %"
  }

  static func money(_ amount: Amount?, _ currency: String?) -> String {
    guard let amount, let currency else { return "unknown" }
    return amount.money(currency: currency)
  }

  static func signedMoney(_ amount: Amount?, _ currency: String?) -> String {
    guard let amount, let currency else { return "unknown" }
    return (amount > .zero ? "+" : "") + amount.money(currency: currency)
  }

  /// Whole, towards zero.
  private static func cut(_ amount: Amount) -> Int128 { amount.numerator / amount.denominator }
}
