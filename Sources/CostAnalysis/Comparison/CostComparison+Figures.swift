package import Metering

extension CostComparison {
  /// What a page shows of an operation: words, and the numbers that they are sorted by.
  package struct Figures: Sendable {
    package var name: String
    package var readsPerCall: String
    package var callsPerMonth: String
    package var reads: (text: String, value: Rational?)
    package var cost: (text: String, value: Rational?)
    package var causes: String
    package var place: String
  }

  /// Of the operations that differ, or of which something is not known.
  package var figures: [Figures] {
    rows.filter { $0.isChange || $0.isUnknown }.map { row in
      Figures(
        name: row.name, readsPerCall: ChangeText.both(row.readsPerCall, missing: row.missing, ChangeText.count),
        callsPerMonth: ChangeText.both(row.callsPerMonth, ChangeText.count),
        reads: (row.monthlyReads.difference.map(ChangeText.signed) ?? "unknown", row.monthlyReads.difference),
        cost: (ChangeText.signedMoney(row.monthlyCost, currency), row.monthlyCost.difference),
        causes: row.causes.joined(separator: ", "), place: row.place)
    }
  }

  /// What the change costs, in sentences: the verdict first.
  package var story: [String] {
    guard !isEmpty else { return ["Nothing differs in cost."] }
    let (verdict, rest) = verdict
    return ["\(verdict)."] + [rest.map { "\($0)." }, notes].compactMap(\.self)
  }

  /// What a month costs before and after, without what is not known.
  package var sides: [(name: String, figure: String, value: Rational)] {
    guard currency != nil, let base = cost.base, let head = cost.head, base.isWhole, head.isWhole else { return [] }
    return [
      ("before", ChangeText.money(base, currency), base.amount),
      ("after", ChangeText.money(head, currency), head.amount),
    ]
  }
}
