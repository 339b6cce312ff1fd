import Diagnostics
import Foundation
import Metering
import StructuredText
import Testing

@testable import ReportPages
@testable import RunReports

/// The figures of one report, by what they are of: `before/bill`, `before/op/chat.open/reads`. Each form is read as
/// what it is, so that the renderers vouch for nothing.
struct ShownFigures {
  private(set) var figures: [String: String] = [:]

  private mutating func set(_ key: String, _ value: String?) { figures[key] = value }

  private mutating func set(_ key: String, count text: String?) {
    let digits = (text ?? "").filter { $0 != "," && $0 != "×" }
    figures[key] = Int64(digits).map(String.init) ?? "not a count: \(text ?? "nothing")"
  }

  /// Those of an operation that terminal and Markdown put among what its reads are made of: `documents 9, writes 2`.
  private mutating func set(_ key: String, madeOf text: String) {
    for name in ["writes", "deletes"] {
      let part = text.components(separatedBy: ", ").first { $0.hasPrefix(name + " ") }
      set("\(key)/\(name)", count: part.map { String($0.dropFirst(name.count + 1)) } ?? "0")
    }
  }

  /// `40 reads · 1 write · 0 deletes · 1.2 KiB sent · …`
  private mutating func set(_ key: String, total: String) {
    let parts = total.components(separatedBy: " · ")
    for (name, index) in [("read", 0), ("write", 1), ("delete", 2)] {
      let words = parts.indices.contains(index) ? parts[index].split(separator: " ").map(String.init) : []
      guard words.count == 2, words[1] == name || words[1] == name + "s" else { continue }
      set("\(key)/\(name)s", count: words[0])
    }
    set("\(key)/egress", parts.first { $0.hasSuffix(" sent") }.map { String($0.dropLast(5)) })
  }

  private mutating func set(_ key: String, listeners rows: [[String]]) {
    let names = ["attached", "resumed", "first", "changes", "again"]
    for row in rows where row.count > names.count {
      for (name, cell) in zip(names, row.dropFirst()) { set("\(key)/listener/\(row[0])/\(name)", count: cell) }
    }
  }

  // MARK: The model

  /// - Parameter isWhole: also what terminal and Markdown leave to the other forms: the details of further variants, and
  ///   what each operation sends.
  /// - Parameter isEach: the details of all variants, as the terminal has them.
  init(model report: RunReport, isWhole: Bool, isEach: Bool = false) {
    let detailed = Set((isWhole || isEach ? report.variants : RunReportSelection(report).detailed).map(\.name))
    for variant in report.variants {
      let key = variant.name
      set("\(key)/perDay", FigureText.perDay(variant.reads, days: report.period.days))
      if report.book != nil { set("\(key)/bill", FigureText.bill(variant.month)) }
      guard detailed.contains(key) else { continue }
      set("\(key)/reads", "\(variant.tally.reads)")
      set("\(key)/writes", "\(variant.tally.writes)")
      set("\(key)/deletes", "\(variant.tally.deletes)")
      set("\(key)/egress", FigureText.bytes(variant.tally.bytes))
      for operation in variant.listedOperations {
        let key = "\(key)/op/\(operation.name)"
        set("\(key)/calls", "\(operation.calls)")
        set("\(key)/reads", "\(operation.reads)")
        set("\(key)/writes", "\(operation.tally.writes)")
        set("\(key)/deletes", "\(operation.tally.deletes)")
        if isWhole { set("\(key)/egress", FigureText.bytes(operation.tally.bytes)) }
      }
      for listener in variant.listeners {
        let key = "\(key)/listener/\(listener.operation)"
        set("\(key)/attached", "\(listener.attaches)")
        set("\(key)/resumed", "\(listener.resumed)")
        set("\(key)/first", "\(listener.initialReads)")
        set("\(key)/changes", "\(listener.deltaReads)")
        set("\(key)/again", "\(listener.reissuedReads)")
      }
      for (index, rule) in variant.ruleReads.enumerated() { set("\(key)/rule/\(index)", "\(rule.reads)") }
    }
  }

  // MARK: JSON

  init(json text: String) throws {
    let root = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let days = try #require((root["period"] as? [String: Any])?["days"] as? Int)
    for variant in try #require(root["variants"] as? [[String: Any]]) {
      let key = try #require(variant["name"] as? String)
      let reads = try #require(variant["reads"] as? Int)
      set("\(key)/perDay", FigureText.perDay(Int64(reads), days: Int64(days)))
      if let month = variant["monthlyCost"] as? [String: Any], let currency = month["currency"] as? String {
        let lines = try #require(month["lines"] as? [[String: Any]])
        let amounts = lines.compactMap { ($0["amount"] as? String).flatMap { Rational(exact: $0) } }
        let isVerified = lines.allSatisfy { $0["verified"] as? Bool == true || $0["amount"] as? String ?? "0" == "0" }
        let lacks = lines.contains { !($0["amount"] is String) && ($0["quantity"] as? String ?? "0") != "0" }
        let sum = amounts.reduce(.zero, +)
        let known = sum.money(currency: currency, isVerified: isVerified)
        set("\(key)/bill", !lacks ? known : sum.isZero ? "unknown" : "≥ \(known)")
      }
      set(key, json: variant)
      for operation in variant["operations"] as? [[String: Any]] ?? [] {
        guard operation["source"] is String || operation["calls"] as? Int != 0 else { continue }
        let key = "\(key)/op/\(operation["name"] as? String ?? "")"
        set("\(key)/calls", (operation["calls"] as? Int).map { "\($0)" })
        set(key, json: operation)
      }
      for listener in variant["listeners"] as? [[String: Any]] ?? [] {
        let key = "\(key)/listener/\(listener["operation"] as? String ?? "")"
        let names = [
          ("attached", "attaches"), ("resumed", "resumed"), ("first", "initialReads"), ("changes", "deltaReads"),
          ("again", "reissuedReads"),
        ]
        for (name, member) in names { set("\(key)/\(name)", (listener[member] as? Int).map { "\($0)" }) }
      }
      for (index, rule) in (variant["ruleReads"] as? [[String: Any]] ?? []).enumerated() {
        set("\(key)/rule/\(index)", (rule["reads"] as? Int).map { "\($0)" })
      }
    }
  }

  private mutating func set(_ key: String, json object: [String: Any]) {
    for name in ["reads", "writes", "deletes"] { set("\(key)/\(name)", (object[name] as? Int).map { "\($0)" }) }
    set("\(key)/egress", (object["egressBytes"] as? Int).map { FigureText.bytes(Int64($0)) })
  }

  // MARK: Terminal

  init(terminal text: String, isPriced: Bool) {
    let lines = text.components(separatedBy: "\n")
    for row in Self.rows(of: "VARIANTS", lines[...]) where row.count > 2 {
      set("\(row[0])/perDay", row[1])
      if isPriced { set("\(row[0])/bill", row[2]) }
    }
    let starts = lines.indices.filter { lines[$0].hasPrefix("STEPS ") }
    for (start, end) in zip(starts, starts.dropFirst() + [lines.endIndex]) {
      let section = lines[start..<end]
      let key = Self.cells(String(lines[start].dropFirst(6)))[0]
      for row in Self.rows(of: "STEPS ", section) where row.count > 3 {
        let key = "\(key)/op/\(row[0])"
        set("\(key)/calls", count: row[1])
        set("\(key)/reads", count: row[3])
        set(key, madeOf: row.count > 4 ? row[4] : "")
      }
      let total = section.first { $0.hasPrefix("  TOTAL ") } ?? ""
      set(key, total: String(total.dropFirst(8)))
      set(key, listeners: Self.rows(of: "LISTENERS", section))
      for (index, row) in Self.rows(of: "READS OF RULES", section).enumerated() {
        set("\(key)/rule/\(index)", count: row[2])
      }
    }
  }

  /// Below a heading: lines that stand in by two, those that stand in further belong to the one above.
  private static func rows(of heading: String, _ lines: ArraySlice<String>) -> [[String]] {
    guard let start = lines.firstIndex(where: { $0.hasPrefix(heading) }) else { return [] }
    let table = lines[(start + 1)...].prefix { $0.hasPrefix("  ") && !$0.hasPrefix("  TOTAL") }
    return table.filter { !$0.hasPrefix("    ") }.map { cells(String($0.dropFirst(2))) }
  }

  /// Two blanks or more stand between columns.
  private static func cells(_ line: String) -> [String] {
    line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  // MARK: Markdown

  init(markdown text: String, isPriced: Bool) {
    let lines = text.components(separatedBy: "\n")
    for row in Self.rows(below: "| Variant |", lines[...]) {
      set("\(row[0])/perDay", row[1])
      if isPriced { set("\(row[0])/bill", row[2]) }
    }
    let title = "<details><summary>Steps of "
    let starts = lines.indices.filter { lines[$0].hasPrefix(title) }
    for (start, end) in zip(starts, starts.dropFirst() + [lines.endIndex]) {
      let section = lines[start..<end]
      let key = String(lines[start].dropFirst(title.count).prefix { $0 != ":" })
      for row in Self.rows(below: "| Step |", section) {
        let key = "\(key)/op/\(row[0])"
        set("\(key)/calls", count: row[1])
        set("\(key)/reads", count: row[3])
        set(key, madeOf: row[5])
      }
      let total = section.first { $0.hasPrefix("Total: ") } ?? ""
      set(key, total: String(total.dropFirst(7)))
      set(key, listeners: Self.rows(below: "| listeners |", section))
      for (index, row) in Self.rows(below: "| reads of rules |", section).enumerated() {
        set("\(key)/rule/\(index)", count: row[2])
      }
    }
  }

  private static func rows(below header: String, _ lines: ArraySlice<String>) -> [[String]] {
    guard let start = lines.firstIndex(where: { $0.hasPrefix(header) }) else { return [] }
    return lines[(start + 1)...].prefix { $0.hasPrefix("|") }.dropFirst().map { line in
      line.dropFirst(2).components(separatedBy: " | ").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " |"))
      }
    }
  }

  // MARK: HTML

  init(page: String, of report: RunReport) {
    let check = MarkupCheck(page)
    let days = report.period.days > 1 ? "Reads a day" : "Reads"
    for (variant, row) in zip(report.variants, check.table("-variants")) {
      let key = variant.name
      set("\(key)/perDay", row[days]?.text)
      if report.book != nil { set("\(key)/bill", row["Bill a month"]?.text) }
      set(key, row)
    }
    for (index, variant) in report.variants.enumerated() {
      let id = "-v\(index + 1)"
      for row in check.table("\(id)-operations-data") {
        let key = "\(variant.name)/op/\(row["Operation"]?.text ?? "")"
        set("\(key)/calls", row["Calls"]?.value)
        set(key, row)
      }
      for row in check.table("\(id)-listeners-data") {
        let key = "\(variant.name)/listener/\(row["Listener"]?.text ?? "")"
        let names = [
          ("attached", "Attached"), ("resumed", "Resumed"), ("first", "First snapshots"), ("changes", "Changes"),
          ("again", "Started again"),
        ]
        for (name, title) in names { set("\(key)/\(name)", row[title]?.value) }
      }
      for (place, row) in check.table("\(id)-rules-data").enumerated() {
        set("\(variant.name)/rule/\(place)", row["Reads"]?.value)
      }
    }
  }

  /// Columns without any figure are left out.
  private mutating func set(_ key: String, _ row: [String: MarkupCheck.Cell]) {
    set("\(key)/reads", row["Reads"]?.value)
    set("\(key)/writes", row["Writes"]?.value ?? "0")
    set("\(key)/deletes", row["Deletes"]?.value ?? "0")
    set("\(key)/egress", row["Sent"]?.text ?? "0 bytes")
  }
}

extension MarkupCheck {
  struct Cell {
    var text: String
    /// What it is sorted by.
    var value: String?
  }

  /// The rows of the table whose id ends so, by the titles of the columns.
  func table(_ suffix: String) -> [[String: Cell]] {
    let tables = elements.indices.filter { elements[$0].name == "table" }
    guard let place = tables.firstIndex(where: { (elements[$0].attributes["id"] ?? "").hasSuffix(suffix) }) else {
      return []
    }
    let end = place + 1 < tables.count ? tables[place + 1] : elements.endIndex
    var rows: [[Cell]] = []
    for element in elements[tables[place]..<end] {
      if element.name == "tr" { rows.append([]) }
      guard element.name == "th" || element.name == "td", !rows.isEmpty else { continue }
      rows[rows.count - 1].append(Cell(text: element.text, value: element.attributes["data-v"]))
    }
    guard let titles = rows.first?.map(\.text) else { return [] }
    return rows.dropFirst().map { row in
      Dictionary(zip(titles, row)) { first, _ in first }
    }
  }
}
