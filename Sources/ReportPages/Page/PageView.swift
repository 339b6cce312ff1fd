import Diagnostics
import Metering

/// The whole page.
struct PageView {
  let title: String
  /// In the top line.
  let subject: String
  let isSeveral: Bool
  let hasReports: Bool
  /// Of several runs: how they ended, and the story of the dearest.
  let story: [ProseView]
  let overview: [TableView]
  /// What documents claim, of all runs.
  let claims: [TableView]
  let hasClaims: Bool
  /// What the codes of all findings mean.
  let codes: [CodeView]
  let hasCodes: Bool
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
    subject = "cost report"
    isSeveral = reports.count != 1
    hasReports = !reports.isEmpty
    title =
      reports.isEmpty && hasProblems
      ? "Nothing was played" : reports.count == 1 ? reports[0].name : Grouped.counted(Int64(reports.count), "workload")
    let byMoney = Self.byMoney(reports)
    bills = reports.count > 1 ? Self.bills(reports) : []
    story = byMoney.count > 1 ? [Self.verdict(byMoney)] + byMoney[0].story : []
    overview = reports.isEmpty ? [] : [Self.workloads(byMoney)]
    claims = reports.count == 1 ? [] : Self.claims(reports)
    hasClaims = !claims.isEmpty
    codes = reports.reduce(into: Set<DiagnosticCode>()) { $0.formUnion($1.codes) }.sorted { $0.id < $1.id }.map(
      CodeView.init)
    hasCodes = !codes.isEmpty
  }

  /// A page without reports.
  init(title: String, subject: String, story: [ProseView], bills: [FigureView], overview: [TableView]) {
    self.title = title
    self.subject = subject
    self.story = story
    self.bills = bills
    self.overview = overview
    (reports, problems, hasProblems, isSeveral, hasReports) = ([], [], false, true, false)
    (claims, hasClaims, codes, hasCodes) = ([], false, [], false)
  }

  /// What fails first, then by their bills; alike ones as they were played.
  private static func byMoney(_ reports: [ReportView]) -> [ReportView] {
    reports.enumerated().sorted { left, right in
      if left.element.hasFailed != right.element.hasFailed { return left.element.hasFailed }
      let (first, second) = (left.element.month ?? .zero, right.element.month ?? .zero)
      return first == second ? left.offset < right.offset : first > second
    }.map(\.element)
  }

  private static func verdict(_ reports: [ReportView]) -> ProseView {
    let failed = reports.filter(\.hasFailed)
    guard !failed.isEmpty else { return ProseView(reports.count == 2 ? "Both pass." : "All \(reports.count) pass.") }
    let named = failed.prefix(3).map { "`\($0.name)`" } + (failed.count > 3 ? ["…"] : [])
    return ProseView("\(failed.count) of \(reports.count) fail: \(named.joined(separator: ", ")).")
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
