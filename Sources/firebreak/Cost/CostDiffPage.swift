import CostAnalysis
import Diagnostics
import ReportPages

extension CostComparison {
  /// The page of a change, in the frame of a report.
  func page(_ findings: FindingList) -> TablesPage {
    let money = currency != nil
    let columns =
      ["Operation", "Reads a run", "Runs a month", "Δ reads a month"] + (money ? ["Δ cost a month"] : []) + [
        "Cause", "Place",
      ]
    let shown = figures.map { row -> [TablesPage.Cell] in
      [
        .init(row.name), .init(row.readsPerCall), .init(row.callsPerMonth),
        .init(figure: row.reads.text, row.reads.value),
      ]
        + (money ? [.init(figure: row.cost.text, row.cost.value)] : []) + [.init(row.causes), .init(row.place)]
    }
    let sides = sides.map { TablesPage.Bar($0.name, "\($0.figure) a month", $0.value) }
    return TablesPage(
      title: "What the change costs", subject: "cost of a change", story: story,
      bars: sides.isEmpty || isEmpty ? nil : ("Reads, writes and deletes of a month", sides),
      tables: [TablesPage.Table("Operations that differ", columns, shown)], findings: findings)
  }
}
