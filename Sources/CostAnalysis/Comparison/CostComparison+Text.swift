import Diagnostics
import Metering
import RunReports

/// The comparison for a terminal: the month first, then the operations, the largest differences first.
package struct CostComparisonText {
  private let comparison: CostComparison
  private let ascii: Bool

  package init(_ comparison: CostComparison, ascii: Bool = false) {
    self.comparison = comparison
    self.ascii = ascii
  }

  package var text: String {
    let lines = [headline] + table + notes
    return lines.map { (ascii ? plain($0) : $0) + "\n" }.joined()
  }

  /// `Monthly estimate  25.65 M → 35.65 M reads   +10.00 M (+38.9 %)   $15.39 → $21.39   +$6.00`
  private var headline: String {
    let (reads, cost) = (comparison.reads, comparison.cost)
    var parts = ["Monthly estimate  reads unknown"]
    if let difference = reads.difference {
      parts = [
        "Monthly estimate  \(ChangeText.both(reads, ChangeText.short)) reads",
        "\(ChangeText.signedShort(difference)) (\(ChangeText.percent(reads)))",
      ]
    }
    if comparison.currency != nil {
      let money = [ChangeText.moneys(cost, comparison.currency), ChangeText.signedMoney(cost, comparison.currency)]
      parts += money.allSatisfy { $0 == "unknown" } ? ["cost unknown"] : money
    }
    if let exclusion = comparison.exclusion { parts.append("excluding \(exclusion)") }
    return parts.joined(separator: "   ")
  }

  private var table: [String] {
    guard !comparison.rows.isEmpty else { return [] }
    // What differs in nothing is not worth a table.
    if comparison.isEmpty, comparison.unknownCount == 0 {
      let count = Grouped.counted(Int64(comparison.rows.count), "operation")
      return ["  \(count), and nothing differs in \(comparison.rows.count == 1 ? "it" : "any of them")"]
    }
    let money = comparison.currency != nil
    var table = TextTable([.left, .right, .right, .right] + (money ? [.right] : []) + [.left, .left])
    table.add(
      ["operation", "reads/call", "calls/month", "Δ reads/month"] + (money ? ["Δ cost"] : []) + ["", ""])
    for row in comparison.rows {
      let cost = money ? [ChangeText.signedMoney(row.monthlyCost, comparison.currency)] : []
      table.add(
        [
          row.name, ChangeText.both(row.readsPerCall, missing: row.missing, ChangeText.count),
          ChangeText.both(row.callsPerMonth, ChangeText.count),
          row.monthlyReads.difference.map(ChangeText.signed) ?? "unknown",
        ] + cost + [row.causes.joined(separator: ", "), row.place])
    }
    return table.lines(indent: 2)
  }

  private var notes: [String] {
    guard comparison.bill.base != nil || comparison.bill.head != nil else { return [] }
    let bill = ChangeText.moneys(comparison.bill, comparison.currency)
    let difference =
      comparison.bill.isChange ? "   " + ChangeText.signedMoney(comparison.bill, comparison.currency) : ", as before"
    return ["  the bills of the runs, free quota, network and storage included: \(bill)\(difference)"]
  }

  private func plain(_ line: String) -> String {
    line.replacing("→", with: "->").replacing("Δ", with: "d").replacing("−", with: "-").replacing("±", with: "+-")
      .replacing("–", with: "-").replacing("≈", with: "~").replacing("≥", with: ">=")
  }
}

extension CostComparison.Row {
  /// What stands for the reads of a call on a side without calls: there are none, or nobody knows.
  var missing: String { isUnknown ? "?" : "–" }

  /// Empty when nobody knows.
  var place: String { source.map(QuotedText.singleLine) ?? "" }
}
