import Diagnostics
import Metering
package import Workloads

/// The claims of documents as terminal and Markdown show them alike.
struct ClaimTable {
  private let claims: [ClaimReport]

  init(_ claims: [ClaimReport]) { self.claims = claims }

  /// `12 of 17 reproduced`
  var summary: String { ClaimReport.summary(claims) }

  private static let columns = [
    (name: "claim", isNumeric: false), ("place", false), ("claimed", true), ("with their prices", true),
    ("with list prices", true), ("verdict", false),
  ]

  /// One row for every claim.
  var figures: FigureTable { FigureTable("claims", Self.columns, claims.map(cells)) }

  /// With the words that the claims are made in.
  var whole: FigureTable {
    FigureTable(
      "claims", Self.columns + [("quoted", false), ("note", false)],
      claims.map { cells($0) + [$0.quote, $0.note ?? ""] })
  }

  /// `“~1000 → ~50 = 95 %”: what the author of the workload adds`
  static func words(_ claim: ClaimReport) -> String {
    QuotedText.singleLine("“\(claim.quote)”" + (claim.note.map { ": \($0)" } ?? ""))
  }

  private func cells(_ claim: ClaimReport) -> [String] {
    [
      QuotedText.singleLine(claim.id), QuotedText.singleLine(claim.place), claim.claimedText ?? "–",
      claim.theirs.map(FigureText.claimed) ?? "–", claim.list.map(FigureText.claimed) ?? "–", claim.verdict.words,
    ]
  }
}

extension ClaimReport {
  /// `12 of 17 reproduced`
  package static func summary(_ claims: [ClaimReport]) -> String {
    "\(claims.count { $0.verdict == .reproduced }) of \(claims.count) reproduced"
  }

  /// `$1,080.00`, `50 % to 90 %`, `at least $50,000.00`; nil for a claim without a figure.
  package var claimedText: String? {
    if let claimed { return FigureText.claimed(claimed) }
    switch (atLeast.map(FigureText.claimed), atMost.map(FigureText.claimed)) {
    case (let least?, let most?): return "\(least) to \(most)"
    case (let least?, nil): return "at least \(least)"
    case (nil, let most?): return "at most \(most)"
    case (nil, nil): return nil
    }
  }
}

extension ClaimVerdict {
  /// For people: `not reproduced`.
  package var words: String {
    switch self {
    case .reproduced: "reproduced"
    case .onlyTheirs: "only with their prices"
    case .notReproduced: "not reproduced"
    case .wrong: "wrong"
    }
  }
}

extension FigureText {
  /// `50,000,000`, `99.5 %`, `$1,080.00`
  package static func claimed(_ figure: ClaimFigure) -> String {
    switch figure.unit {
    case .number: return short(figure.amount)
    case .share: return percent(figure.amount)
    case .money(let currency): return figure.amount.money(currency: currency)
    }
  }

  /// Two decimals at most, rounded as all figures are.
  private static func short(_ amount: Rational) -> String {
    for places in 0...1 where (amount * Rational(places == 0 ? 1 : 10)).denominator == 1 {
      return self.amount(amount, places: places)
    }
    return self.amount(amount, places: 2)
  }

  /// What is not all is never 100 %.
  private static func percent(_ share: Rational) -> String {
    let text = short(share * Rational(100))
    return (share < Rational(1) && text == "100.00" ? "99.99" : text) + " %"
  }
}
