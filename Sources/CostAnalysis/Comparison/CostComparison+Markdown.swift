package import Diagnostics
import Metering

extension CostComparison {
  /// A comment on a change: the money line first, then what differs. Empty when nothing does: no comment is needed.
  package var markdown: String {
    guard !isEmpty else { return "" }
    let changed = rows.filter { $0.isChange || $0.isUnknown }
    let table = table(changed)
    return ([headline, ""] + table + footer(changed, shown: max(0, table.count - 2))).joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let (verdict, rest) = verdict
    return "**\(verdict)**" + (rest.map { (reads.difference == nil ? ", " : ": ") + $0 } ?? "")
  }

  /// `−$3.78 a month`, and what it is made of.
  var verdict: (text: String, rest: String?) {
    guard let difference = reads.difference else {
      return ("Reads a month unknown", currency == nil ? nil : "cost unknown")
    }
    let reads = "\(ChangeText.both(reads, ChangeText.short)) reads a month (\(ChangeText.percent(reads)))"
    let money = (change: ChangeText.signedMoney(cost, currency), sides: ChangeText.moneys(cost, currency))
    guard currency != nil, money.change != "unknown" else {
      let cost = currency == nil ? "" : money.sides == "unknown" ? ", cost unknown" : ", cost \(money.sides)"
      return ("\(ChangeText.signedShort(difference)) reads a month", reads + cost)
    }
    return ("\(money.change) a month", "\(money.sides), \(reads)")
  }

  private func table(_ changed: [Row]) -> [String] {
    guard !changed.isEmpty else { return [] }
    let money = currency != nil
    let head = [
      "| Operation | reads/call | calls/month | Δ reads/month |\(money ? " Δ cost |" : "") Cause | |",
      "|---|---:|---:|---:|\(money ? "---:|" : "")---|---|",
    ]
    var room = Self.longest
    let shown = changed.map { row in
      let cost = money ? " \(ChangeText.signedMoney(row.monthlyCost, currency)) |" : ""
      let causes = row.causes.map(MarkdownText.plain).joined(separator: ", ")
      return
        "| \(MarkdownText.plain(row.name)) | \(ChangeText.both(row.readsPerCall, missing: row.missing, ChangeText.count)) "
        + "| \(ChangeText.both(row.callsPerMonth, ChangeText.count)) "
        + "| \(row.monthlyReads.difference.map(ChangeText.signed) ?? "unknown") |\(cost) \(causes) | \(MarkdownText.plain(row.place)) |"
    }
    // Rows come in the order of what they differ by: what does not fit is the least of it.
    let fitting = shown.prefix { row in
      room -= row.utf8.count + 1
      return room >= 0
    }
    return head + fitting
  }

  /// A comment that somebody reads; services take some 64 KiB at most.
  private static let longest = 16_000

  private func footer(_ changed: [Row], shown: Int) -> [String] {
    let more = changed.count > shown ? ["\(changed.count - shown) more operations differ."] : []
    let lines = more + [notes].compactMap(\.self)
    return lines.isEmpty ? [] : [""] + [lines.joined(separator: " ")]
  }

  /// What the rows do not say.
  var notes: String? {
    var lines: [String] = []
    let changed = rows.filter { $0.isChange || $0.isUnknown }
    let same = rows.count - changed.count
    if same > 0 { lines.append("\(same) \(same == 1 ? "operation bills" : "operations bill") as before.") }
    if let exclusion { lines.append("Totals exclude \(MarkdownText.plain(exclusion)).") }
    if bill.base != nil || bill.head != nil {
      lines.append(
        "The bills of the runs, free quota, network and storage included: "
          + "\(ChangeText.moneys(bill, currency)).")
    }
    return lines.isEmpty ? nil : lines.joined(separator: " ")
  }
}

extension CostComparison {
  /// The comment with what fails below it; empty when nothing differs and nothing is found.
  package func markdown(_ findings: FindingList) -> String {
    let found = findings.isEmpty ? "" : MarkdownRenderer.text(findings)
    return [markdown, found].filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
