import Diagnostics
import Metering

/// Who uses the app, and how often: `1,000 users, 10 sessions a day`.
package struct RunBasis {
  private let report: RunReport

  package init(_ report: RunReport) { self.report = report }

  package var text: String {
    guard let baseline = report.variants.first else { return "" }
    let users = Grouped.counted(baseline.users, "user")
    let sessions = baseline.roles.filter { !$0.isServer }.reduce(0) { SaturatingSum.of($0, $1.sessions) }
    guard sessions > 0, baseline.users > 0 else {
      return "\(users), \(Grouped.counted(report.period.days, "day"))"
    }
    let daily = Rational(sessions) / Rational(baseline.users) / Rational(max(1, report.period.days))
    let text = FigureText.amount(daily)
    return "\(users), \(text) session\(text == "1" ? "" : "s") a day"
  }
}
