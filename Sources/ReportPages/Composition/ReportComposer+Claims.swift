import Metering
import RunReports
import Simulation
import Workloads

// What documents say the figures are.

extension ReportComposer {
  /// What a narrow page has to leave outside comes last.
  static let claimColumns: [TableView.Column] = [
    .text("Claim"), .text("Verdict"), .number("Claimed"), .number("With their prices"), .number("With list prices"),
    .text("Quoted"), .text("Place"), .text("Note"), .text("Source"),
  ]

  var claims: SectionView? {
    guard !report.claims.isEmpty else { return nil }
    var section = SectionView(
      id: "\(id)-claims", "Claims", level: level + 1,
      intro: "What documents say, computed again from this run: \(ClaimReport.summary(report.claims)).")
    section.tables = [
      TableView(
        id: "\(id)-claims-data", "What documents claim, recomputed", Self.claimColumns,
        cells: report.claims.map { [.name($0.id)] + cells($0) }
      ).omittingEmpty(["Place", "Note"])
    ]
    return section
  }

  /// Each with the name of the workload in front.
  var claimRows: [TableView.Row] {
    report.claims.map { claim in
      var workload = TableView.Cell.name(report.workload)
      workload.link = "#\(id)"
      return TableView.Row(cells: [workload, .words(claim.id)] + cells(claim))
    }
  }

  /// All but the first.
  private func cells(_ claim: ClaimReport) -> [TableView.Cell] {
    [
      TableView.Cell(text: "", badge: badge(claim.verdict)),
      .figure(claim.claimedText ?? "–", (claim.claimed ?? claim.atLeast ?? claim.atMost)?.amount), figure(claim.theirs),
      figure(claim.list), .words("“\(claim.quote)”"), .words(claim.place), .words(claim.note ?? ""),
      .place(listing.place(claim.location)),
    ]
  }

  private func figure(_ figure: ClaimFigure?) -> TableView.Cell {
    .figure(figure.map(FigureText.claimed) ?? "–", figure?.amount)
  }

  private func badge(_ verdict: ClaimVerdict) -> BadgeView {
    let tone: BadgeView.Tone =
      switch verdict {
      case .reproduced: .good
      case .onlyTheirs: .warn
      case .notReproduced: .plain
      case .wrong: .bad
      }
    return BadgeView(verdict.words, tone)
  }
}
