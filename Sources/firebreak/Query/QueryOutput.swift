import Diagnostics
import FirestoreModel
import IndexCatalog
import ProjectCheck
import QueryExecution
import QueryModel
import QueryPlanner
import QueryShapes
import StructuredText
import Terminal

/// Writes what one query answered, in every requested format.
struct QueryOutput {
  var console: Console
  var planner: QueryPlanner

  /// `query` is how messages name what was asked.
  func write(_ answer: QueryRun.Answer, query: String) throws -> Outcome {
    try console.write { format, colored in
      switch format {
      case .json: JSONWriter.text(answer.json) + "\n"
      case .markdown: markdown(answer)
      default: full(answer, colored)
      }
    }
    for missing in answer.missingIndexes {
      var finding = PlanFindings(query: query).finding(for: missing, catalog: planner.catalog)
      finding.severity = .warning
      console.report(FindingList([finding]))
    }
    return .clean
  }

  func write(_ refusal: QueryRun.Refusal) throws -> Outcome {
    try console.write { format, _ in
      switch format {
      case .json: JSONWriter.text(refusal.json(catalog: planner.catalog)) + "\n"
      case .markdown:
        "**\(refusal.error.status.name)** \(refusal.error.message)\n" + (definition(refusal, fenced: true))
      default: "\(refusal.error.status.name): \(refusal.error.message)\n" + definition(refusal, fenced: false)
      }
    }
    return .findings
  }

  /// What to paste, and where.
  private func definition(_ refusal: QueryRun.Refusal, fenced: Bool) -> String {
    guard let repair = refusal.missing?.repair(in: planner.catalog) else { return "" }
    let text = JSONWriter.text(repair.json)
    return "\nadd to `\(repair.member)` of firestore.indexes.json:\n\n"
      + (fenced ? "```json\n\(text)\n```\n" : text + "\n")
  }
}

// MARK: For people

extension QueryOutput {
  private func full(_ answer: QueryRun.Answer, _ colored: Bool) -> String {
    var lines = rows(answer)
    lines.append(lines.isEmpty ? summary(answer) : "\n" + summary(answer))
    for (index, use) in (answer.plan?.indexesUsed ?? []).enumerated() {
      let scope = use.queryScope == "Collection group" ? " (collection group)" : ""
      lines.append("\(index == 0 ? "plan   " : "       ") \(use.properties)\(scope)")
    }
    lines.append("billed  \(bill(answer))")
    return lines.joined(separator: "\n") + "\n"
  }

  private func rows(_ answer: QueryRun.Answer) -> [String] {
    if answer.isAggregation {
      return answer.aggregates.map { "\($0.alias) = \($0.value.text(database: planner.database))" }
    }
    let nameWidth = min(answer.documents.map { DisplayWidth.of($0.name) }.max() ?? 0, 40)
    return answer.documents.map { document in
      let name = QuotedText.of(document.name, limit: 200).dropFirst().dropLast()
      let padding = String(repeating: " ", count: max(1, nameWidth + 2 - DisplayWidth.of(String(name))))
      return cut("\(name)\(padding)\(Value.map(document.fields).text(database: planner.database))")
    }
  }

  private func cut(_ line: String) -> String {
    guard line.count > console.width else { return line }
    return String(line.prefix(console.width - 1)) + (console.isASCII ? "~" : "…")
  }

  private func summary(_ answer: QueryRun.Answer) -> String {
    if answer.isAggregation { return count(answer.aggregates.count, "aggregate") }
    return count(answer.documents.count, "document")
  }

  private func bill(_ answer: QueryRun.Answer) -> String {
    let dot = console.isASCII ? "," : " ·"
    return "\(count(Int(clamping: answer.reads), "read"))\(dot) "
      + "\(count(answer.indexEntriesScanned, "index entry", "index entries")) scanned\(dot) "
      + "\(count(answer.documentsScanned, "document")) scanned"
  }

  private func markdown(_ answer: QueryRun.Answer) -> String {
    var lines: [String]
    if answer.isAggregation {
      lines = ["| Aggregate | Value |", "|---|---|"]
      lines += answer.aggregates.map { "| \($0.alias) | \(cell($0.value.text(database: planner.database))) |" }
    } else {
      lines = ["| Document | Fields |", "|---|---|"]
      lines += answer.documents.map {
        "| \(cell($0.name)) | \(cell(Value.map($0.fields).text(database: planner.database))) |"
      }
    }
    let plan = (answer.plan?.indexesUsed ?? []).map { "`\($0.properties)`" }.joined(separator: ", ")
    lines += ["", "Plan: \(plan.isEmpty ? "by name" : plan)", "", "Billed: \(bill(answer))"]
    return lines.joined(separator: "\n") + "\n"
  }

  private func cell(_ text: String) -> String {
    "`" + text.replacing("|", with: "\\|").replacing("\n", with: "\\n").replacing("`", with: "'") + "`"
  }

  private func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }
}
