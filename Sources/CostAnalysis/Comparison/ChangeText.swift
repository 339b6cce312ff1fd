import Diagnostics
import Metering
import RunReports

/// Exact figures of a comparison as people read them, rounded as those of a run are.
enum ChangeText {
  /// Decimals at most, where fewer do not show a difference.
  private static let mostPlaces = 3

  /// `22`, `46.2`, `1,000`
  static func count(_ amount: Rational, places: Int = 1) -> String { FigureText.amount(amount, places: places) }

  static func signed(_ amount: Rational) -> String {
    var text = count(amount)
    for places in 2...mostPlaces where !text.isAmount { text = count(amount, places: places) }
    return (amount > .zero && text.isAmount ? "+" : "") + text
  }

  /// `25.65 M` from a million on.
  static func short(_ amount: Rational, places: Int = 1) -> String {
    let magnitude = amount < .zero ? amount.negated : amount
    guard magnitude >= Rational(1_000_000) else { return count(amount, places: places) }
    return (amount < .zero ? "−" : "") + Grouped.decimal((magnitude / Rational(1_000_000)).decimal(places: places + 1))
      + " M"
  }

  static func signedShort(_ amount: Rational) -> String {
    (amount > .zero && short(amount).isAmount ? "+" : "") + short(amount)
  }

  /// `+38.9 %`; an en dash where there was nothing before.
  static func percent(_ change: Change<Rational>) -> String {
    guard let base = change.base, let difference = change.difference, base > .zero else { return "–" }
    return Percentage.change(by: difference, of: base)
  }

  /// `65 → 23`, or one figure where nothing differs; with as many decimals as show that two differ.
  static func both(
    _ change: Change<Rational>, missing: String = "?", _ text: (_ amount: Rational, _ places: Int) -> String
  ) -> String {
    guard change.base != nil || change.head != nil else { return "?" }
    var (base, head) = ("", "")
    for places in 1...(change.base == change.head ? 1 : mostPlaces) where withoutZeros(base) == withoutZeros(head) {
      (base, head) = (change.base.map { text($0, places) } ?? missing, change.head.map { text($0, places) } ?? missing)
    }
    return change.base == change.head ? base : "\(base) → \(head)"
  }

  /// `1` of `1.0`, which differ in nothing that anybody sees.
  private static func withoutZeros(_ figure: String) -> Substring {
    guard figure.contains(".") else { return figure[...] }
    var digits = figure[...]
    while digits.last == "0" { digits.removeLast() }
    return digits.last == "." ? digits.dropLast() : digits
  }

  static func money(_ amount: Rational?, _ currency: String?) -> String {
    guard let amount, let currency else { return "unknown" }
    return amount.money(currency: currency)
  }

  static func signedMoney(_ amount: Rational?, _ currency: String?) -> String {
    guard let amount, let currency else { return "unknown" }
    let text = amount.money(currency: currency)
    return (amount > .zero && text.isAmount ? "+" : "") + text
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
}

extension String {
  /// Whether the figure is not nothing, as it is rounded.
  fileprivate var isAmount: Bool { contains { ("1"..."9").contains($0) } }
}
