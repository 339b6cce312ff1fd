package import Diagnostics
import Metering

extension CostComparison {
  /// A comment on a change: the money line first, then what differs. Empty when nothing does: no comment is needed.
  package var markdown: String {
    guard !isEmpty else { return "" }
    let changed = rows.filter { $0.isChange || $0.isUnknown }
    return ([headline, ""] + table(changed) + footer(changed)).joined(separator: "\n") + "\n"
  }

  private var headline: String {
    guard let difference = reads.difference else {
      return "**Reads a month unknown**" + (currency == nil ? "" : ", cost unknown")
    }
    let readText = "\(arrow(reads, ChangeText.short)) reads a month (\(ChangeText.percent(reads)))"
    let money = (change: ChangeText.signedMoney(cost, currency), sides: ChangeText.moneys(cost, currency))
    guard currency != nil, money.change != "unknown" || money.sides != "unknown" else {
      return "**\(ChangeText.signedShort(difference)) reads a month**: \(readText)"
        + (currency == nil ? "" : ", cost unknown")
    }
    guard money.change != "unknown" else {
      return "**\(ChangeText.signedShort(difference)) reads a month**: \(readText), cost \(money.sides)"
    }
    return "**\(money.change) a month**: \(money.sides), \(readText)"
  }

  private func table(_ changed: [Row]) -> [String] {
    guard !changed.isEmpty else { return [] }
    let money = currency != nil
    let head = [
      "| Operation | reads/run | runs/month | Δ reads/month |\(money ? " Δ cost |" : "") Cause | |",
      "|---|---:|---:|---:|\(money ? "---:|" : "")---|---|",
    ]
    let shown = changed.prefix(Self.maximumRows).map { row in
      let cost = money ? " \(ChangeText.signedMoney(row.monthlyCost, currency)) |" : ""
      let causes = row.causes.map(MarkdownText.plain).joined(separator: ", ")
      return "| \(MarkdownText.plain(row.name)) | \(arrow(row.readsPerCall, missing: row.missing, ChangeText.count)) "
        + "| \(arrow(row.callsPerMonth, ChangeText.count)) "
        + "| \(row.monthlyReads.difference.map(ChangeText.signed) ?? "unknown") |\(cost) \(causes) | \(MarkdownText.plain(row.place)) |"
    }
    return head + shown
  }

  /// A comment of a pull request holds 65,536 characters.
  private static let maximumRows = 200

  private func footer(_ changed: [Row]) -> [String] {
    var lines: [String] = []
    if changed.count > Self.maximumRows { lines.append("\(changed.count - Self.maximumRows) more operations differ.") }
    let same = rows.count - changed.count
    if same > 0 { lines.append("\(same) \(same == 1 ? "operation bills" : "operations bill") as before.") }
    if unknownCount > 0 { lines.append("Totals exclude \(unknownCount) unknown.") }
    if bill.base != nil || bill.head != nil {
      lines.append(
        "The bills of the runs, free quota, network and storage included: "
          + "\(ChangeText.moneys(bill, currency)).")
    }
    return lines.isEmpty ? [] : [""] + [lines.joined(separator: " ")]
  }

  private func arrow(_ change: Change<Rational>, missing: String = "?", _ text: (Rational) -> String) -> String {
    let (base, head) = (change.base.map(text), change.head.map(text))
    guard base != nil || head != nil else { return "?" }
    if change.base == change.head { return base ?? "?" }
    return "\(base ?? missing) → \(head ?? missing)"
  }
}

extension CostComparison {
  /// The comment with what fails below it; empty when nothing differs and nothing is found.
  package func markdown(_ findings: FindingList) -> String {
    let found = findings.isEmpty ? "" : MarkdownRenderer.text(findings)
    return [markdown, found].filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
