package import Diagnostics
import StructuredText

/// The code quality report that GitLab shows in merge requests: an array of objects with `description`, `check_name`,
/// `fingerprint`, `severity` and `location`.
package enum GitLabReport {
  /// An empty array for no findings: it is what closes the findings of an earlier report.
  package static func text(_ findings: FindingList, paths: RepositoryPaths = RepositoryPaths()) -> String {
    var positions = SourcePositions()
    var fingerprints = FindingFingerprints(paths: paths)
    let entries = findings.diagnostics.map { diagnostic in
      let line = diagnostic.location.map { positions.range($0).start.line } ?? 1
      let path = diagnostic.location.map { paths.path(of: $0.source) } ?? paths.path(RepositoryPaths.wholeProject)
      let help = diagnostic.help.map { " (help: \(QuotedText.singleLine($0)))" } ?? ""
      return JSONValue.object([
        .init("description", .string(QuotedText.singleLine(diagnostic.message) + help)),
        .init("check_name", .string("\(diagnostic.code.id) \(diagnostic.code.name)")),
        .init("fingerprint", .string(fingerprints.next(diagnostic))),
        .init("severity", .string(severity(diagnostic.severity))),
        .init("location", ["path": .string(path), "lines": ["begin": .integer(Int64(line))]]),
      ])
    }
    return JSONWriter.text(.array(entries)) + "\n"
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .info: "info"
    }
  }
}
