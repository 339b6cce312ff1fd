import Diagnostics
import Metering
import RunReports
package import StructuredText

extension TechniqueReport {
  /// For a terminal: the techniques in the order of their worth, then what the best one is.
  /// - Parameter colours: unsound ones are red.
  package func text(colours: Bool) -> String {
    var lines = [QuotedText.singleLine(headline)]
    var table = TextTable([.left, .left, .left, .right, .right, .right])
    table.add(["", "technique", "steps", "reads/month", "saves", "saves/month"])
    for entry in entries where entry.figures != nil { table.add(cells(entry)) }
    let shown = table.lines()
    let measured = entries.filter { $0.figures != nil }
    if !measured.isEmpty { lines += ["", shown[0]] }
    for (entry, line) in zip(measured, shown.dropFirst()) {
      lines.append(colours && entry.verdict == .unsound ? "\u{1B}[31m\(line)\u{1B}[0m" : line)
      lines += remarks(entry).map { "      \(QuotedText.singleLine($0))" }
    }
    let rejected = rejected
    if !rejected.isEmpty { lines.append("") }
    lines += rejected.map { "not applicable: \(QuotedText.singleLine($0))" }
    lines += ["", QuotedText.singleLine(advice)]
    return lines.joined(separator: "\n") + "\n"
  }

  package var markdown: String {
    var lines = ["### \(MarkdownText.plain(headline))", "", MarkdownText.plain(advice), ""]
    lines += ["| | Technique | Steps | reads/month | saves | saves/month | |", "|---|---|---|---:|---:|---:|---|"]
    for entry in entries where entry.figures != nil {
      let cells =
        cells(entry).map(MarkdownText.plain) + [remarks(entry).map(MarkdownText.sentence).joined(separator: "; ")]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    let rest = rejected.map { "- \(MarkdownText.sentence($0))" }
    if !rest.isEmpty { lines += ["", "<details><summary>Not applicable</summary>", ""] + rest + ["", "</details>"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let bill = baseCost.map { ", \(FigureText.bill($0)) a month" } ?? ""
    return "\(workload) · \(variant): \(Grouped.count(month(baseReads))) reads a month\(bill)"
  }

  private func month(_ count: Int64) -> Int64 {
    (Rational(count) * Rational(monthDays) / Rational(max(1, days))).rounded
  }

  private func cells(_ entry: Entry) -> [String] {
    guard let figures = entry.figures else { return [] }
    let mark =
      switch entry.verdict {
      case .sound: figures.savedReads > 0 ? "✓" : "–"
      case .unsound: "✗"
      case .needsIndex: "!"
      case .notApplicable: ""
      }
    let isUnknown = entry.verdict == .needsIndex || figures.indexErrors > 0
    let money = figures.savedCost.flatMap { saved in figures.monthlyCost.map { saved.money(currency: $0.currency) } }
    return [
      mark, entry.technique.rawValue, entry.steps.joined(separator: ", "),
      isUnknown ? "unknown" : Grouped.count(month(figures.reads)),
      isUnknown ? "unknown" : Percentage.text(figures.savedReads, of: baseReads),
      isUnknown ? "unknown" : money ?? "unknown",
    ]
  }

  private func remarks(_ entry: Entry) -> [String] {
    var lines: [String] = []
    if entry.verdict == .unsound { lines += entry.reasons.map { "unsound: \($0)" } }
    if entry.verdict == .needsIndex { lines += entry.reasons }
    lines += entry.indexes.map { "needs the index \($0)" }
    if entry.technique == .clientFilter, (entry.figures?.savedReads ?? 0) <= 0 {
      lines.append("saves nothing: every document is read before the app sees it (FB7015)")
    }
    if entry.technique == .mapForArray, entry.figures?.savedReads == 0, entry.verdict != .needsIndex {
      lines.append("finds the same documents")
    }
    if let duplicates = entry.figures?.moreDuplicates, duplicates > 0 {
      lines.append("\(Grouped.counted(duplicates, "document")) more delivered again unchanged")
    }
    if entry.verdict != .unsound { lines += entry.conditions.map { "if: \($0)" } }
    return lines
  }

  /// One line for each technique and reason.
  private var rejected: [String] {
    var lines: [String] = []
    for technique in Technique.allCases {
      var byReason: [(reason: String, steps: [String])] = []
      for entry in entries where entry.figures == nil && entry.technique == technique {
        let reason = entry.reasons.joined(separator: "; ")
        if let position = byReason.firstIndex(where: { $0.reason == reason }) {
          byReason[position].steps += entry.steps
        } else {
          byReason.append((reason, entry.steps))
        }
      }
      lines += byReason.map { "\(technique.rawValue) to \($0.steps.joined(separator: ", ")): \($0.reason)" }
    }
    return lines
  }

  private var advice: String {
    guard let best = recommended, let figures = best.figures else {
      return entries.isEmpty
        ? "no step reads a query: there is nothing to try"
        : "nothing sound saves reads here; unsound techniques are never recommended"
    }
    let money =
      figures.savedCost.flatMap { saved in figures.monthlyCost.map { ", \(saved.money(currency: $0.currency)) a month" }
      } ?? ""
    return
      "best: \(best.technique.rawValue) (\(best.technique.summary)) in \(best.steps.joined(separator: ", ")) saves "
      + "\(Grouped.count(month(figures.savedReads))) reads a month\(money)"
  }

  // MARK: Programs

  /// The version of the document's form; it grows when a key changes its meaning.
  static let schema: Int64 = 1

  /// Counts are totals over the simulated period, as those of `run`.
  package func json(outcome: String) -> JSONValue {
    .object([
      .init("schema", .integer(Self.schema)), .init("outcome", .string(outcome)), .init("workload", .string(workload)),
      .init("variant", .string(variant)), .init("days", .integer(days)), .init("reads", .integer(baseReads)),
      .init("monthlyCost", baseCost?.json ?? .null),
      .init("recommended", recommended.map { .string($0.technique.rawValue) } ?? .null),
      .init("techniques", .array(entries.map { json($0) })),
    ])
  }

  private func json(_ entry: Entry) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("technique", .string(entry.technique.rawValue)), .init("steps", .array(entry.steps.map(JSONValue.string))),
      .init("verdict", .string(entry.verdict.rawValue)), .init("reasons", .array(entry.reasons.map(JSONValue.string))),
      .init("conditions", .array(entry.conditions.map(JSONValue.string))),
      .init("indexes", .array(entry.indexes.map(JSONValue.string))),
    ]
    if let figures = entry.figures {
      members += [
        .init("reads", .integer(figures.reads)), .init("writes", .integer(figures.writes)),
        .init("savedReads", .integer(figures.savedReads)), .init("monthlyCost", figures.monthlyCost?.json ?? .null),
        .init("savedMonthlyCost", figures.savedCost.map { .number($0.description) } ?? .null),
        .init(
          "correctness",
          [
            "missed": .integer(figures.missed), "stale": .integer(figures.stale),
            "duplicates": .integer(figures.duplicates),
            "denied": .integer(figures.denied), "indexErrors": .integer(figures.indexErrors),
          ]),
      ]
    }
    return .object(members)
  }
}
