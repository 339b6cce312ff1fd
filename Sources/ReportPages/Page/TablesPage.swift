package import Diagnostics
package import Metering

/// A page that is a story, a chart and tables: what commands beside `run` show, in the frame of its report.
package struct TablesPage: Sendable {
  package enum Tone: Sendable { case good, bad, warn, plain }

  package struct Cell: Sendable {
    package var text: String
    package var isFigure = false
    /// What it is sorted by; nil: its text, or nothing for a figure that is not known.
    package var value: Rational?
    /// As a badge.
    package var tone: Tone?

    package init(_ text: String, tone: Tone? = nil) {
      self.text = text
      self.tone = tone
    }

    package init(figure text: String, _ value: Rational?) {
      self.text = text
      isFigure = true
      self.value = value
    }
  }

  package struct Table: Sendable {
    package var caption: String
    package var columns: [String]
    /// The first cell of each names the row.
    package var rows: [[Cell]]

    package init(_ caption: String, _ columns: [String], _ rows: [[Cell]]) {
      self.caption = caption
      self.columns = columns
      self.rows = rows
    }
  }

  package struct Bar: Sendable {
    package var name: String
    package var figure: String
    package var value: Rational

    package init(_ name: String, _ figure: String, _ value: Rational) {
      self.name = name
      self.figure = figure
      self.value = value
    }
  }

  package var title: String
  /// What stands in the top line: `cost of a change`.
  package var subject: String
  /// The first line is the largest; words in backquotes are code.
  package var story: [String]
  package var bars: (title: String, bars: [Bar])?
  package var tables: [Table]
  package var findings: FindingList

  package init(
    title: String, subject: String, story: [String], bars: (title: String, bars: [Bar])? = nil, tables: [Table],
    findings: FindingList
  ) {
    self.title = title
    self.subject = subject
    self.story = story
    self.bars = bars
    self.tables = tables
    self.findings = findings
  }

  package var html: String { get throws(PageFailure) { try TemplateSet().page(PageView(self)) } }
}

extension PageView {
  fileprivate init(_ page: TablesPage) {
    var tables = page.tables
    if !page.findings.isEmpty {
      tables.insert(page.findings.table, at: page.findings.worst == .error ? 0 : tables.count)
    }
    self.init(
      title: page.title, subject: page.subject, story: page.story.map { ProseView($0) },
      bills: page.bars.map { [Self.figure($0.title, $0.bars)] } ?? [],
      overview: tables.filter { !$0.rows.isEmpty }.enumerated().map { Self.table($0.element, id: "t\($0.offset + 1)") })
  }

  private static func figure(_ title: String, _ bars: [TablesPage.Bar]) -> FigureView {
    let shown = bars.map { bar in
      BarList.Bar(
        name: bar.name, figure: bar.figure,
        parts: [BarList.Part(name: "", value: bar.value.approximate, style: "s2")])
    }
    let chart = BarList(id: "bars-chart", title: title, summary: title, bars: shown)
    return FigureView(
      id: "bars", title: title, svg: chart.svg,
      table: TableView(
        id: "bars-data", title, [.text(""), .number("Figure")],
        cells: bars.map { [.name($0.name), .figure($0.figure, $0.value)] }))
  }

  private static func table(_ table: TablesPage.Table, id: String) -> TableView {
    TableView(
      id: id, table.caption,
      table.columns.enumerated().map { index, title in
        table.rows.contains { $0[index].isFigure } ? .number(title) : .text(title)
      },
      cells: table.rows.map { row in
        row.enumerated().map { index, cell in
          if let tone = cell.tone { return TableView.Cell(text: "", badge: BadgeView(cell.text, tone.badge)) }
          if cell.isFigure { return .figure(cell.text, cell.value) }
          return index == 0 ? .name(cell.text) : .words(cell.text)
        }
      })
  }
}

extension TablesPage.Tone {
  fileprivate var badge: BadgeView.Tone {
    switch self {
    case .good: .good
    case .bad: .bad
    case .warn: .warn
    case .plain: .plain
    }
  }
}

extension FindingList {
  fileprivate var table: TablesPage.Table {
    TablesPage.Table(
      "Findings", ["Code", "", "What", "Where", "Help"],
      diagnostics.map { finding in
        [
          .init("\(finding.code.id) \(finding.code.name)"),
          .init(finding.severity.rawValue, tone: finding.severity.tone),
          .init(finding.message),
          .init(finding.location.map { "\($0.source.path):\($0.position.line)" } ?? ""), .init(finding.help ?? ""),
        ]
      })
  }
}

extension Severity {
  fileprivate var tone: TablesPage.Tone {
    switch self {
    case .error: .bad
    case .warning: .warn
    case .info: .plain
    }
  }
}
