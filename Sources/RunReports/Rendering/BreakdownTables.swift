import Diagnostics
import FirestoreModel
import Metering
import Project

/// A table of figures as terminal and Markdown show it alike.
struct FigureTable {
  var title: String
  var header: [String]
  /// Whether each column is of numbers.
  var isNumeric: [Bool]
  var rows: [[String]]

  init(_ title: String, _ columns: [(name: String, isNumeric: Bool)], _ rows: [[String]]) {
    self.title = title
    header = columns.map(\.name)
    isNumeric = columns.map(\.isNumeric)
    self.rows = rows
  }
}

/// The figures of a variant apart by actor, listener, rule, collection and day.
struct BreakdownTables {
  private let variant: VariantReport

  init(_ variant: VariantReport) { self.variant = variant }

  /// Those that say anything.
  var all: [FigureTable] { [actors, listeners, rules, fanOut].filter { !$0.rows.isEmpty } }

  /// Where there is one actor, the whole says the same.
  private var actors: FigureTable {
    let roles = variant.roles.count > 1 ? variant.roles : []
    return FigureTable(
      "actors",
      [
        ("actors", false), ("instances", true), ("sessions", true), ("reads", true), ("share", true), ("writes", true),
        ("deletes", true), ("sent", true),
      ],
      roles.map { role in
        [
          role.name, Grouped.count(role.instances), Grouped.count(role.sessions), Grouped.count(role.reads),
          Percentage.text(role.reads, of: variant.reads),
          Grouped.count(role.tally.writes), Grouped.count(role.tally.deletes),
          FigureText.bytes(SaturatingSum.of(role.tally.bytes, role.tally.realtimeBytes)),
        ]
      })
  }

  private var listeners: FigureTable {
    FigureTable(
      "listeners",
      [
        ("listeners", false), ("attached", true), ("resumed", true), ("first reads", true), ("changes", true),
        ("re-reads", true), ("alive", true),
      ],
      variant.listeners.map { listener in
        [
          listener.operation, Grouped.count(listener.attaches) + "×", Grouped.count(listener.resumed),
          Grouped.count(listener.initialReads), Grouped.count(listener.deltaReads),
          Grouped.count(listener.reissuedReads), FigureText.lifetimes(listener.lifetimes),
        ]
      })
  }

  private var rules: FigureTable {
    FigureTable(
      "reads of rules", [("reads of rules", false), ("asked by", false), ("reads", true), ("share", true)],
      variant.ruleReads.map { rule in
        [
          rule.location.lineText, rule.expression, Grouped.count(rule.reads),
          Percentage.text(rule.reads, of: variant.reads),
        ]
      })
  }

  private var fanOut: FigureTable {
    FigureTable(
      "index fan-out",
      [("index fan-out", false), ("changes", true), ("entries", true), ("per change", true), ("bytes", true)],
      variant.fanOut.map { fanOut in
        [
          fanOut.collection, Grouped.count(fanOut.writes), Grouped.count(fanOut.indexEntries),
          fanOut.writes == 0
            ? "–" : FigureText.amount(Rational(fanOut.indexEntries) / Rational(fanOut.writes)),
          FigureText.bytes(fanOut.bytes),
        ]
      })
  }

  var days: FigureTable {
    let month = variant.days.contains { $0.cost != nil } ? variant.month : nil
    var columns = [
      (name: "day", isNumeric: false), ("reads", true), ("writes", true), ("deletes", true), ("sent", true),
      ("busiest hour", true),
    ]
    if month != nil { columns.append(("of the bill", true)) }
    let rows = variant.days.map { day in
      var row = [
        day.date.description, Grouped.count(day.reads), Grouped.count(day.tally.writes),
        Grouped.count(day.tally.deletes), FigureText.bytes(SaturatingSum.of(day.egressBytes, day.tally.realtimeBytes)),
        Self.busiest(day.hours).map { "\($0.hour):00, \(Grouped.count($0.reads))" } ?? "–",
      ]
      if let month { row.append(day.cost.map { month.text(of: $0) } ?? "unknown") }
      return row
    }
    return FigureTable("days", columns, rows)
  }

  /// `DAYS 10: 960–1,008–1,200 reads a day, most on 2026-01-07`; nil for a single day, and without reads.
  var daysLine: String? {
    guard variant.days.count > 1, let most = variant.days.max(by: { $0.reads < $1.reads }), most.reads > 0 else {
      return nil
    }
    let sorted = variant.days.map(\.reads).sorted()
    let figures = [sorted[0], sorted[(sorted.count - 1) / 2], most.reads].map(Grouped.count).joined(separator: "–")
    var hours = [Int64](repeating: 0, count: 24)
    for day in variant.days {
      for (hour, reads) in day.hours.enumerated() { hours[hour] = SaturatingSum.of(hours[hour], reads) }
    }
    let busiest = Self.busiest(hours).map {
      ", busiest hour \($0.hour):00 with \(Percentage.text($0.reads, of: variant.reads))"
    }
    return "DAYS \(variant.days.count): \(figures) reads a day, most on \(most.date)\(busiest ?? "")"
  }

  private static func busiest(_ hours: [Int64]) -> (hour: Int, reads: Int64)? {
    guard let most = hours.max(), most > 0, let hour = hours.firstIndex(of: most) else { return nil }
    return (hour, most)
  }

  /// `notes.open 95.2 %, profile 4.7 %`: the operations that most reads go to. Nil where one is all.
  var hot: String? {
    let reading = variant.operations.filter { $0.reads > 0 }
    guard reading.count > 1 else { return nil }
    let sorted = reading.enumerated().sorted { ($1.element.reads, $0.offset) < ($0.element.reads, $1.offset) }
    return sorted.prefix(3).map { "\($0.element.name) \(Percentage.text($0.element.reads, of: variant.reads))" }
      .joined(separator: ", ")
  }
}

extension FigureText {
  /// `1 s–5 min–2 h`; one length when all are alike.
  package static func lifetimes(_ lifetimes: ListenerReport.Lifetimes) -> String {
    if lifetimes.minimum == lifetimes.maximum { return length(lifetimes.minimum) }
    return [lifetimes.minimum, lifetimes.median, lifetimes.maximum].map(length).joined(separator: "–")
  }

  /// `90 s`, `15 min`, `2.5 h`, `3.0 d`: one decimal, cut, from an hour on.
  package static func length(_ seconds: Int64) -> String {
    switch seconds {
    case ..<600: return "\(seconds) s"
    case ..<7_200: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3_600).\(seconds % 3_600 / 360) h"
    default: return "\(Grouped.count(seconds / 86_400)).\(seconds % 86_400 / 8_640) d"
    }
  }
}
