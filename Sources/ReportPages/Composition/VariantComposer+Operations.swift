import Diagnostics
import Metering
import RunReports

extension VariantComposer {
  /// So many are shown with their plans; the table has all.
  private static let shown = 4

  var hotOperations: SectionView? {
    guard !variant.operations.isEmpty else { return nil }
    var section = section("operations", "Operations")
    section.operations = operationsByReads.prefix(Self.shown).map { variant.operations[$0] }.filter { $0.reads > 0 }
      .enumerated()
      .map { index, operation in card(operation, index + 1) }
    section.tables = [table]
    return section
  }

  private func card(_ operation: OperationReport, _ number: Int) -> OperationView {
    var facts = [
      FactView("Reads", Grouped.count(operation.reads)), FactView("Share", share(operation.reads)),
      FactView("Calls", Grouped.count(operation.calls)), FactView("Reads per call", FigureText.perCall(operation)),
    ]
    if operation.tally.bytes > 0 { facts.append(FactView("Sent", FigureText.bytes(operation.tally.bytes))) }
    facts.append(FactView("Made of", FigureText.components(operation.tally)))
    return OperationView(
      level: level + 1, name: operation.name, place: report.listing.place(operation.source), shape: operation.shape,
      facts: facts, plan: plan(operation, "\(id)-plan\(number)"))
  }

  private func plan(_ operation: OperationReport, _ id: String) -> String? {
    guard let plan = operation.plan, !plan.isEmpty else { return nil }
    let scans = plan.map { PlanPicture.Box(title: "Index scan", lines: Self.fields(of: $0)) }
    let components = operation.components
    var steps: [PlanPicture.Box] = []
    if scans.count > 1 { steps.append(PlanPicture.Box(title: "Merge", lines: ["\(scans.count) indexes"])) }
    let fetched: [(String, Int64)] = [
      ("documents", components.documents), ("re-issued", components.reissued), ("skipped", components.skipped),
    ]
    let lines = fetched.filter { $0.1 > 0 }.map { "\(Grouped.count($0.1)) \($0.0)" }
    if components.entries > 0 {
      steps.append(PlanPicture.Box(title: "Count", lines: ["\(counted(components.entries)) of entries"]))
    }
    if !lines.isEmpty || components.entries == 0 {
      steps.append(PlanPicture.Box(title: "Fetch", lines: lines.isEmpty ? ["no documents"] : lines))
    }
    if let limit = Self.limit(of: operation.shape) { steps.append(PlanPicture.Box(title: "Limit", lines: [limit])) }
    return PlanPicture(id: id, title: "Plan of \(operation.name)", scans: scans, steps: steps).svg
  }

  /// `(a ASC, b DESC)`: its fields.
  private static func fields(of properties: String) -> [String] {
    var text = properties[...]
    if text.hasPrefix("("), text.hasSuffix(")") { text = text.dropFirst().dropLast() }
    return text.split(separator: ", ").map(String.init)
  }

  /// The end of a query's text form says its limit: `… limit 50`, `… limitToLast 50`.
  private static func limit(of shape: String?) -> String? {
    guard let words = shape?.split(separator: " "), words.count >= 2 else { return nil }
    let (name, number) = (words[words.count - 2], words[words.count - 1])
    guard name == "limit" || name == "limitToLast", number.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return name == "limit" ? "first \(number)" : "last \(number)"
  }

  private var table: TableView {
    TableView(
      id: "\(id)-operations-data", "All operations of \(variant.name)",
      [
        .text("Operation"), .number("Calls"), .number("Reads per call"), .number("Reads"), .number("Share"),
        .number("Writes"), .number("Deletes"), .number("Sent"), .text("Made of"), .text("Index"), .text("Source"),
      ],
      cells: operationsByReads.map { index in
        let operation = variant.operations[index]
        return [
          .name(operation.name), .count(operation.calls),
          .figure(FigureText.perCall(operation), operation.readsPerCall?.median ?? 0), .count(operation.reads),
          .figure(share(operation.reads), operation.reads), .count(operation.tally.writes),
          .count(operation.tally.deletes), .bytes(operation.tally.bytes),
          .words(FigureText.components(operation.tally)),
          .code(operation.plan?.joined(separator: " + ") ?? ""), .place(report.listing.place(operation.source)),
        ]
      }
    ).omittingEmpty(["Writes", "Deletes", "Made of", "Index", "Sent"])
  }

  // MARK: Reads per call

  /// Two operations whose calls differ most in what they cost.
  var callSizes: SectionView? {
    let varied = operationsByReads.map { variant.operations[$0] }.filter { $0.callsByReads.count > 1 }.prefix(2)
    guard !varied.isEmpty else { return nil }
    var section = section("calls", "Reads per call", intro: "How many calls cost how many reads.")
    section.figures = varied.enumerated().map { index, operation in histogram(operation, "\(id)-calls\(index + 1)") }
    return section
  }

  private func histogram(_ operation: OperationReport, _ id: String) -> FigureView {
    let bins = CallBins(operation.callsByReads)
    let chart = StackedBars(
      id: "\(id)-chart", title: "Calls of \(operation.name) by their reads",
      summary: "From \(bins.labels.first ?? "0") to \(bins.labels.last ?? "0") reads per call.", labels: bins.labels,
      layers: [StackedBars.Layer(name: "calls", values: bins.calls)], figure: { Grouped.counted($0, "call") })
    let table = TableView(
      id: "\(id)-data", "Calls of \(operation.name) by their reads", [.number("Reads"), .number("Calls")],
      cells: operation.callsByReads.map { [.count($0.reads), .count($0.calls)] })
    return FigureView(id: "\(id)-figure", title: operation.name, svg: chart.svg, table: table)
  }
}

/// Calls by their reads, in as many bars as can be told apart.
struct CallBins {
  private(set) var labels: [String] = []
  private(set) var calls: [Int64] = []

  private static let most = 14

  /// - Parameter counts: ascending by reads.
  init(_ counts: [CallsByReads]) {
    guard counts.count > Self.most, let first = counts.first?.reads, let last = counts.last?.reads else {
      labels = counts.map { Grouped.count($0.reads) }
      calls = counts.map(\.calls)
      return
    }
    let width = (last - first) / Int64(Self.most - 2) + 1
    var start = first
    while start <= last {
      let end = start + width - 1
      var sum = SaturatingSum()
      for count in counts where count.reads >= start && count.reads <= end { sum.add(count.calls) }
      labels.append(width == 1 ? Grouped.count(start) : "\(Grouped.count(start))–\(Grouped.count(end))")
      calls.append(sum.value)
      start = end + 1
    }
  }
}
