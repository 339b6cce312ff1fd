package import Workbench

/// The HTML report: one file that needs nothing from elsewhere.
package enum ReportPage {
  /// The page of one or several runs; the same reports give the same bytes.
  ///
  /// - Parameter version: of the program, named among what the figures rest on.
  package static func render(_ reports: [RunReport], version: String) throws(PageFailure) -> String {
    let views = reports.enumerated().map { index, report in
      ReportComposer(report, id: "r\(index + 1)", level: reports.count == 1 ? 1 : 2, version: version).view
    }
    return try TemplateSet().page(PageView(views))
  }
}
