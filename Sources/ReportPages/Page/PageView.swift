import Diagnostics

/// The whole page.
struct PageView {
  let title: String
  let isSeveral: Bool
  let overview: [TableView]
  /// What each workload costs, the dearest first.
  let bills: [FigureView]
  let reports: [ReportView]
  /// What stands above everything: workloads that were not played.
  let problems: [String]
  let hasProblems: Bool
  let style = PageStyle.text
  let script = PageScript.text

  init(_ reports: [ReportView], problems: [String] = []) {
    self.reports = reports
    self.problems = problems
    hasProblems = !problems.isEmpty
    isSeveral = reports.count != 1
    title =
      reports.isEmpty && hasProblems
      ? "Nothing was played" : reports.count == 1 ? reports[0].name : Grouped.counted(Int64(reports.count), "workload")
    bills = reports.count > 1 ? Self.bills(reports) : []
    overview = reports.isEmpty ? [] : [Self.workloads(reports)] + Self.claims(reports)
  }

  private static func bills(_ reports: [ReportView]) -> [FigureView] {
    let bars = reports.compactMap(\.bar).sorted { $0.parts[0].value > $1.parts[0].value }
    guard bars.count > 1 else { return [] }
    let title = "Bill a month, by workload"
    let chart = BarList(id: "bills-chart", title: title, summary: "The dearest first.", bars: bars)
    return [
      FigureView(
        id: "bills", title: title, svg: chart.svg,
        table: TableView(
          id: "bills-data", title, [.text("Workload"), .text("Bill a month")],
          cells: bars.map { [.name($0.name), .words($0.figure)] }))
    ]
  }

  private static func workloads(_ reports: [ReportView]) -> TableView {
    TableView(
      id: "workloads", "All workloads",
      [
        .text("Workload"), .text("Verdict"), .number("Variants"), .number("Reads a day"), .number("Bill a month"),
        .text("Cheaper, shows as much"), .number("Change"),
      ], reports.map(\.overview))
  }

  private static func claims(_ reports: [ReportView]) -> [TableView] {
    let rows = reports.flatMap(\.claims)
    guard !rows.isEmpty else { return [] }
    return [
      TableView(
        id: "claims", "What documents claim, recomputed", [.text("Workload")] + ReportComposer.claimColumns, rows
      )
      .omittingEmpty(["Place", "Note"])
    ]
  }
}
