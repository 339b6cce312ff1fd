import Diagnostics
import Metering
import RunReports
import Simulation

// What a reader has to know first: what it costs and why, what would be cheaper, what fails.

extension ReportComposer {
  var story: [ProseView] {
    guard let baseline else { return [] }
    return [cost(baseline), reason(baseline), saving].compactMap(\.self).map { ProseView($0) }
  }

  private func cost(_ baseline: VariantReport) -> String {
    let basis = RunBasis(report).text
    guard report.book != nil else {
      return "`\(report.workload)` reads \(FigureText.daily(baseline.reads, report)) documents a day: \(basis)."
    }
    return "`\(report.workload)` costs \(FigureText.bill(baseline.month)) a month: \(basis)."
  }

  private func reason(_ baseline: VariantReport) -> String? {
    let shares = BillShares(baseline)
    guard let (operation, share) = shares.operations.first, share > .zero else { return nil }
    let whole = shares.areOfBill ? "it" : "what is read"
    return "\(Percentage.whole(share)) of \(whole) is `\(operation.name)`: \(OperationSummary(operation).text)."
  }

  private var saving: String? {
    guard report.variants.count > 1 else { return nil }
    guard let best = report.variants.first(where: { $0.name == recommended }) else {
      return "No variant shows as much for less."
    }
    let price = report.comparesBills ? " for \(FigureText.bill(best.month)) a month" : " with fewer reads"
    return "`\(best.name)` shows as much\(price): \(change(to: best))."
  }

  // MARK: - By operation

  /// So many have a part of the bar of their own.
  private static let parts = 6

  var costs: SectionView? {
    guard let baseline else { return nil }
    let shares = BillShares(baseline)
    let shown = shares.operations.filter { $0.share > .zero }
    guard !shown.isEmpty else { return nil }
    let title = shares.areOfBill ? "Where the money goes" : "What is read"
    var section = SectionView(id: "\(id)-costs", title, level: level + 1)
    section.figures = [bar(shown, shares, shares.areOfBill ? "Bill a month, by operation" : "Reads, by operation")]
    return section
  }

  private func bar(
    _ shown: [(operation: OperationReport, share: Rational)], _ shares: BillShares, _ title: String
  ) -> FigureView {
    let storage = shares.storage
    let named = shown.prefix(Self.parts)
    let rest = shown.dropFirst(Self.parts).reduce(Rational.zero) { $0 + $1.share }
    var parts = named.map { ($0.operation.name, $0.share) }
    if rest > .zero { parts.append(("other operations", rest)) }
    if storage > .zero { parts.append(("storage", storage)) }
    let whole = shares.areOfBill ? FigureText.bill(baseline?.month) : Grouped.counted(baseline?.reads ?? 0, "read")
    let chart = BarList(
      id: "\(id)-costs-chart", title: title, summary: "One part of the bar for each operation.",
      bars: [
        BarList.Bar(
          name: shares.areOfBill ? "a month" : "in the simulated period", figure: whole,
          parts: parts.enumerated().map { index, part in
            BarList.Part(
              name: "\(part.0) \(Percentage.whole(part.1))", value: part.1.approximate, style: Self.hue(index))
          })
      ])
    return FigureView(
      id: "\(id)-costs-figure", title: title, svg: chart.svg,
      legend: parts.enumerated().map { index, part in
        FigureView.Key(name: "\(part.0) \(Percentage.whole(part.1))", style: Self.hue(index))
      },
      table: TableView(
        id: "\(id)-costs-data", title, [.text("Operation"), .number("Share"), .text("Why"), .text("Source")],
        cells: shown.map { operation, share in
          [
            .name(operation.name), .figure(Percentage.whole(share), share), .words(OperationSummary(operation).text),
            .place(listing.place(operation.source)),
          ]
        }))
  }

  /// Colours that can be told apart beside each other.
  static func hue(_ index: Int) -> String {
    let hues = ["s2", "s3", "s6", "s7", "s8", "s1", "s4", "s5"]
    return hues[min(index, hues.count - 1)]
  }
}
