import Diagnostics
import Metering
import Project
import RunReports
import Simulation

// Who and what causes reads.

extension VariantComposer {
  var roles: SectionView? {
    guard variant.roles.contains(where: { $0.reads > 0 || $0.tally.writes > 0 }) else { return nil }
    let table = TableView(
      id: "\(id)-roles-data", "What each actor of \(variant.name) does",
      [
        .text("Actor"), .number("Instances"), .number("Sessions"), .number("Reads"), .number("Share"),
        .number("Writes"),
        .number("Deletes"), .number("Sent"),
      ],
      cells: variant.roles.map { role in
        [
          .name(role.name, badge: role.isServer ? BadgeView("server", .plain) : nil), .count(role.instances),
          .count(role.sessions), .count(role.reads), .figure(share(role.reads), role.reads), .count(role.tally.writes),
          .count(role.tally.deletes), .bytes(role.tally.bytes),
        ]
      })
    var section = section("roles", "Actors")
    let readers = variant.roles.filter { $0.reads > 0 }
    guard readers.count > 1 else {
      section.tables = [table]
      return section
    }
    let chart = BarList(
      id: "\(id)-roles-chart", title: "Reads by actor", summary: "One bar for each actor that reads.",
      bars: readers.map {
        BarList.Bar($0.name, figure: "\(Grouped.count($0.reads)) · \(share($0.reads))", value: $0.reads)
      })
    section.figures = [FigureView(id: "\(id)-roles-figure", title: "Reads by actor", svg: chart.svg, table: table)]
    return section
  }

  var listeners: SectionView? {
    guard !variant.listeners.isEmpty else { return nil }
    let title = "Reads of listeners by their cause"
    let chart = BarList(
      id: "\(id)-listeners-chart", title: title,
      summary: "One bar for each listener: first snapshots, changes, and reads because it started again.",
      bars: variant.listeners.map { listener in
        let parts: [(String, Int64, String)] = [
          ("first snapshots", listener.initialReads, "s2"), ("changes", listener.deltaReads, "s5"),
          ("started again", listener.reissuedReads, "warn"),
        ]
        return BarList.Bar(
          name: listener.operation, figure: parts.map { Grouped.short($0.1) }.joined(separator: " · "),
          parts: parts.map { BarList.Part(name: "\($0.0): \(counted($0.1))", value: Double($0.1), style: $0.2) })
      })
    let table = TableView(
      id: "\(id)-listeners-data", "Listeners of \(variant.name)",
      [
        .text("Listener"), .number("Attached"), .number("Resumed"), .number("First snapshots"), .number("Changes"),
        .number("Started again"), .number("Shortest"), .number("Median life"), .number("Longest"),
      ],
      cells: variant.listeners.map { listener in
        let lives = listener.lifetimes
        return [
          .name(listener.operation), .count(listener.attaches), .count(listener.resumed), .count(listener.initialReads),
          .count(listener.deltaReads), .count(listener.reissuedReads),
        ] + [lives.minimum, lives.median, lives.maximum].map { .figure(Lifetime.text($0), $0) }
      })
    var section = section(
      "listeners", "Listeners",
      intro: variant.coldShare.map {
        "\(Grouped.count($0.part)) of \(Grouped.count($0.whole)) attaches could not go on where an earlier one stopped, and read everything."
      })
    if variant.listeners.contains(where: { $0.initialReads + $0.deltaReads + $0.reissuedReads > 0 }) {
      section.figures = [
        FigureView(
          id: "\(id)-listeners-figure", title: title, svg: chart.svg,
          legend: [
            FigureView.Key(name: "first snapshots", style: "s2"), FigureView.Key(name: "changes", style: "s5"),
            FigureView.Key(name: "started again", style: "warn"),
          ], table: table)
      ]
    } else {
      section.tables = [table]
    }
    return section
  }

  var ruleReads: SectionView? {
    guard !variant.ruleReads.isEmpty else { return nil }
    let title = "Reads caused by rules, by line"
    let chart = BarList(
      id: "\(id)-rules-chart", title: title, summary: "One bar for each expression that reads a document.",
      bars: variant.ruleReads.prefix(8).map {
        BarList.Bar($0.location.lineText, figure: "\(Grouped.count($0.reads)) · \(share($0.reads))", value: $0.reads)
      })
    let table = TableView(
      id: "\(id)-rules-data", title,
      [.text("Expression"), .number("Reads"), .number("Share"), .text("Place")],
      cells: variant.ruleReads.map { read in
        [
          TableView.Cell(text: read.expression, style: "mono name", tag: "th scope=\"row\"", end: "th"),
          .count(read.reads), .figure(share(read.reads), read.reads), .place(report.listing.place(read.location)),
        ]
      })
    var section = section("rules", "Rules")
    section.figures = [FigureView(id: "\(id)-rules-figure", title: title, svg: chart.svg, table: table)]
    return section
  }

  var fanOut: SectionView? {
    guard variant.fanOut.contains(where: { $0.writes > 0 }) else { return nil }
    let title = "Index entries of written documents"
    let chart = BarList(
      id: "\(id)-fanout-chart", title: title,
      summary: "One bar for each collection with documents that were written or deleted.",
      bars: variant.fanOut.map { fanOut in
        BarList.Bar(
          fanOut.collection, figure: "\(Grouped.count(fanOut.indexEntries)) · \(perWrite(fanOut)) a change",
          value: fanOut.indexEntries)
      })
    let table = TableView(
      id: "\(id)-fanout-data", title,
      [
        .text("Collection"), .number("Changes"), .number("Index entries"), .number("Entries a change"),
        .number("Bytes"),
      ],
      cells: variant.fanOut.map { fanOut in
        [
          .name(fanOut.collection), .count(fanOut.writes), .count(fanOut.indexEntries),
          .figure(perWrite(fanOut), Rational(fanOut.indexEntries) / Rational(max(1, fanOut.writes))),
          .bytes(fanOut.bytes),
        ]
      })
    var section = section("fanout", "Index entries per change")
    section.figures = [FigureView(id: "\(id)-fanout-figure", title: title, svg: chart.svg, table: table)]
    return section
  }

  private func perWrite(_ fanOut: WriteFanOutReport) -> String {
    FigureText.perDay(fanOut.indexEntries, days: fanOut.writes)
  }

  var waste: SectionView? {
    let classes = Waste.Class.allCases.filter { variant.waste[$0] > 0 }
    guard !classes.isEmpty else { return nil }
    let title = "Billed operations that bought nothing"
    let chart = BarList(
      id: "\(id)-waste-chart", title: title, summary: "One bar for each kind of waste.",
      bars: classes.map {
        BarList.Bar($0.words, figure: Grouped.count(variant.waste[$0]), value: variant.waste[$0], style: "warn")
      })
    let table = TableView(
      id: "\(id)-waste-data", title, [.text("Kind"), .number("Operations"), .number("Of the reads")],
      cells: classes.map { kind in
        let amount = variant.waste[kind]
        return [
          .name(kind.words), .count(amount),
          kind == .writesWithoutEffect ? .figure("–", nil) : .figure(share(amount), amount),
        ]
      })
    var section = section("waste", "Waste")
    section.figures = [FigureView(id: "\(id)-waste-figure", title: title, svg: chart.svg, table: table)]
    return section
  }
}

extension Waste.Class {
  var words: String {
    switch self {
    case .missingGets: "gets of documents that do not exist"
    case .offsetSkips: "documents skipped by an offset"
    case .emptyResults: "results without documents"
    case .reissuedListeners: "listeners that started again"
    case .repeatedTargets: "listeners that another client holds, too"
    case .verifyReads: "reads that verify a transaction"
    case .writesWithoutEffect: "writes that change nothing"
    case .filteredByClient: "documents that the app threw away"
    }
  }
}

/// How long something lived: `3 h 20 min`, its two largest units.
enum Lifetime {
  static func text(_ seconds: Int64) -> String {
    let units: [(Int64, String)] = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
    var rest = max(0, seconds)
    var parts: [String] = []
    for (size, name) in units where rest >= size && parts.count < 2 {
      parts.append("\(Grouped.count(rest / size)) \(name)")
      rest %= size
    }
    return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
  }
}
