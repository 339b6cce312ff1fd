import Diagnostics
import Metering
import RunReports

/// The points of one workload as rows of text, the same for every output for people.
struct EstimateTable {
  private let report: EstimateReport
  private let series: EstimateReport.Series

  init(_ series: EstimateReport.Series, of report: EstimateReport) {
    self.series = series
    self.report = report
  }

  private var names: [String] { series.points.first?.set.map(\.name) ?? [] }
  private var hasMonths: Bool { series.points.contains { $0.month != nil } }
  private var hasRealtime: Bool { series.points.contains { $0.tally.realtimeBytes > 0 } }

  var header: [String] {
    let bills = report.locations.map { location in "bill/month" + (location.map { " \($0)" } ?? "") }
    return (hasMonths ? ["month"] : []) + names + ["reads/month", "writes/month", "deletes/month", "sent/month"]
      + (hasRealtime ? ["rtdb/month"] : []) + ["average stored"] + (series.book == nil ? [] : bills)
  }

  var rows: [[String]] {
    series.points.map { point in
      let counts = [point.tally.reads, point.tally.writes, point.tally.deletes].map { whole($0, point) }
      let stored =
        point.storedBytes.map { FigureText.bytes($0.rounded) } ?? "unknown"
      return (hasMonths ? ["\(point.month ?? 0)"] : []) + point.set.map(\.text) + counts.map { Grouped.count($0) }
        + [FigureText.bytes(whole(point.tally.bytes, point))]
        + (hasRealtime ? [FigureText.bytes(whole(point.tally.realtimeBytes, point))] : []) + [stored]
        + (series.book == nil ? [] : point.months.map { FigureText.bill($0) })
    }
  }

  private func whole(_ count: Int64, _ point: EstimateReport.Point) -> Int64 {
    (Rational(count) * point.monthShare).rounded
  }

  // MARK: Answers

  var answers: [String] { series.crossings.map { answer($0) } }

  private func answer(_ crossing: EstimateReport.Crossing) -> String {
    let place = crossing.location.map { " (\($0))" } ?? ""
    let fixed =
      crossing.fixed.isEmpty ? "" : " with \(crossing.fixed.map { "\($0.name) \($0.text)" }.joined(separator: ", "))"
    let subject: String
    let verb: String
    switch crossing.subject {
    case .freeTier: (subject, verb) = ("free tier", "left")
    case .money(let amount, let currency):
      (subject, verb) = ("budget of \(amount.money(currency: currency)) a month", "exceeded")
    case .budget(let text): (subject, verb) = ("budget \(text)", "exceeded")
    }
    return "\(subject)\(place)\(fixed): " + sentence(crossing, verb)
  }

  private func sentence(_ crossing: EstimateReport.Crossing, _ verb: String) -> String {
    let name = crossing.parameter
    let because = crossing.parts.isEmpty ? "" : " (\(crossing.parts.joined(separator: ", ")))"
    switch crossing.place {
    case .at(let value, let before, let after):
      let index = report.locations.firstIndex { $0 == crossing.location } ?? 0
      var bills = ""
      if case .money = crossing.subject {
        let (above, below) = (exact(after.months[index]), exact(before.months[index]))
        bills = ": \(above) a month, and \(below) at \(Grouped.count(value - 1))"
      }
      return "\(verb) at \(name) \(Grouped.count(value))\(because), not at \(Grouped.count(value - 1))\(bills)"
    case .always(let value): return "\(verb) with \(name) \(Grouped.count(value)) already"
    case .notUpTo(let value, let isLimit):
      return "not \(verb) up to \(name) \(Grouped.count(value))"
        + (isLimit ? "; larger ones would have to be simulated" : "")
    case .between(let low, let high):
      return "\(verb) between \(name) \(Grouped.count(low)) and \(Grouped.count(high)), which were simulated"
    case .month(let month): return "\(verb) in month \(month)\(because) for the first time"
    case .noMonth(let count): return "not \(verb) in \(count) months"
    case .unknown(let parts, let latest):
      let names = parts.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      let end = latest.map {
        "; \(verb) \(name == "month" ? "in month" : "at \(name)") \(Grouped.count($0)) at the latest"
      }
      return "unknown, for there is no price for \(names)\(end ?? "")"
    }
  }

  /// With as many digits as tell two neighbouring sizes apart.
  private func exact(_ month: MonthlyCost?) -> String {
    guard let month else { return "unknown" }
    let digits = Grouped.decimal(month.amount.decimal(places: 6))
    return month.currency == "USD" ? "$\(digits)" : "\(digits) \(month.currency)"
  }

  var headline: String {
    let days = series.points.first?.days ?? 0
    let day = series.bookDay.map { " as of \($0)" } ?? ""
    // Several locations are columns of their own.
    let place = report.locations.count > 1 ? "" : series.location.map { ", location \($0)" } ?? ""
    let quota = report.hasFreeQuota ? "" : ", without its free quota"
    let book = series.book.map { ", prices of the book \($0)\(place)\(day)\(quota)" } ?? ""
    return "\(series.workload) · \(series.variant): \(Grouped.counted(days, "day")) simulated\(book)"
  }
}
