import Diagnostics
import Metering
import RunReports
package import StructuredText
import Workloads

extension EstimateReport {
  /// For a terminal.
  package var text: String {
    series.map { series in
      let table = EstimateTable(series, of: self)
      var lines = TextTable(table.header.map { _ in .right })
      lines.add(table.header)
      for row in table.rows { lines.add(row) }
      let below = table.answers.map(QuotedText.singleLine) + series.remarks.map { "note: \(QuotedText.singleLine($0))" }
      return ([QuotedText.singleLine(table.headline), ""] + lines.lines() + (below.isEmpty ? [] : [""]) + below).joined(
        separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// For a comment on a change: the answers first.
  package var markdown: String {
    series.map { series in
      let table = EstimateTable(series, of: self)
      func row(_ cells: [String]) -> String { "| " + cells.map(MarkdownText.plain).joined(separator: " | ") + " |" }
      let answers = table.answers.map { "- \(MarkdownText.sentence($0))" }
      let rule = "|" + table.header.map { _ in "---:|" }.joined()
      let remarks = series.remarks.map { "> \(MarkdownText.sentence($0))" }
      return
        (["### \(MarkdownText.plain(table.headline))", ""] + answers + (answers.isEmpty ? [] : [""]) + [
          row(table.header), rule,
        ]
        + table.rows.map(row) + (remarks.isEmpty ? [] : [""]) + remarks).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// The version of the document's form; it grows when a key changes its meaning.
  static let schema: Int64 = 2

  /// The machine-readable report; counts are totals over the simulated period, as those of `run`.
  package func json(outcome: String, findings: JSONValue) -> JSONValue {
    .object([
      .init("schema", .integer(Self.schema)), .init("outcome", .string(outcome)),
      .init("points", .array(series.flatMap { series in series.points.map { json($0, series) } })),
      .init("crossings", .array(series.flatMap { series in series.crossings.map { json($0, series) } })),
      .init("remarks", .array(series.flatMap(\.remarks).map(JSONValue.string))), .init("findings", findings),
    ])
  }

  private func json(_ point: Point, _ series: Series) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("workload", .string(series.workload)), .init("variant", .string(series.variant)),
      .init("set", json(series.set(of: point))), .init("month", point.month.map { .integer(Int64($0)) } ?? .null),
      .init("days", .integer(point.days)), .init("users", .integer(point.users)),
      .init("reads", .integer(point.tally.reads)), .init("writes", .integer(point.tally.writes)),
      .init("deletes", .integer(point.tally.deletes)), .init("egressBytes", .integer(point.tally.bytes)),
      .init("realtimeBytes", .integer(point.tally.realtimeBytes)),
      .init("storedBytes", point.storedBytes.map { .number($0.description) } ?? .null),
      .init("refused", .integer(point.refused)), .init("multiplied", .boolean(point.isMultiplied)),
      .init("monthlyCost", point.months.first.flatMap { $0?.json } ?? .null),
    ]
    if locations.count > 1 {
      let costs = zip(locations, point.months).map { location, month in
        JSONValue.object([
          .init("location", location.map(JSONValue.string) ?? .null), .init("monthlyCost", month?.json ?? .null),
        ])
      }
      members.append(.init("locations", .array(costs)))
    }
    return .object(members)
  }

  private func json(_ set: [Assignment]) -> JSONValue {
    .object(
      set.map { assignment in
        let value: JSONValue =
          switch assignment.value {
          case .integer(let number): .integer(number)
          case .double(let number): JSONValue.double(number) ?? .null
          case .boolean(let flag): .boolean(flag)
          case .text(let text): .string(text)
          }
        return .init(assignment.name, value)
      })
  }

  private func json(_ crossing: Crossing, _ series: Series) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("workload", .string(series.workload)), .init("variant", .string(series.variant)),
      .init("set", json(crossing.fixed)), .init("location", crossing.location.map(JSONValue.string) ?? .null),
      .init("parameter", .string(crossing.parameter)),
    ]
    switch crossing.subject {
    case .freeTier: members.append(.init("subject", .string("freeTier")))
    case .money(let amount, let currency):
      members += [
        .init("subject", .string("money")),
        .init("budget", ["amount": .number(amount.description), "currency": .string(currency)]),
      ]
    case .budget(let text): members += [.init("subject", .string("budget")), .init("budget", .string(text))]
    }
    var (at, notUpTo, unpriced): (JSONValue, JSONValue, [MonthlyCost.Part]) = (.null, .null, [])
    switch crossing.place {
    case .at(let value, _, _), .always(let value): at = .integer(value)
    case .notUpTo(let value, _), .between(let value, _): notUpTo = .integer(value)
    case .month(let month): at = .integer(Int64(month))
    case .noMonth(let count): notUpTo = .integer(Int64(count))
    case .unknown(let parts, _): unpriced = parts
    }
    members += [
      .init("at", at), .init("notUpTo", notUpTo), .init("parts", .array(crossing.parts.map(JSONValue.string))),
      .init("unpriced", .array(unpriced.map { .string($0.rawValue) })),
    ]
    return .object(members)
  }
}

extension EstimateReport.Series {
  /// Everything that the command line sets for a point: what changes from point to point last.
  fileprivate func set(of point: EstimateReport.Point) -> [EstimateReport.Assignment] {
    let changing = Set(point.set.map(\.name))
    var fixed: [EstimateReport.Assignment] = []
    for assignment in given where !changing.contains(assignment.name) {
      // The last one counts.
      fixed.removeAll { $0.name == assignment.name }
      fixed.append(assignment)
    }
    return fixed + point.set
  }
}
