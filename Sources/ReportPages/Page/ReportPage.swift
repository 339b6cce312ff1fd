package import Diagnostics
package import RunReports

/// The HTML report: one file that needs nothing from elsewhere.
package enum ReportPage {
  /// The page of one or several runs; the same reports give the same bytes.
  ///
  /// - Parameters:
  ///   - unread: why workloads have no report.
  ///   - version: of the program, named among what the figures rest on.
  package static func render(
    _ reports: [RunReport], unread: [Diagnostic] = [], version: String
  ) throws(PageFailure) -> String {
    let views = reports.enumerated().map { index, report in
      ReportComposer(report, id: "r\(index + 1)", level: reports.count == 1 ? 1 : 2, version: version).view
    }
    // `a.workload.yaml:3:4: error[FB0015 wrong-type]: expected a text`
    let problems = ConciseRenderer.text(FindingList(unread)).split(separator: "\n").map(String.init)
    return try TemplateSet().page(PageView(views, problems: problems))
  }
}
