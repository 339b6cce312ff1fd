package import Diagnostics
package import FirestoreModel

/// Why an export or import was not made. Nothing has changed then.
package enum ExchangeFailure: Error, Hashable, Sendable {
  /// What is in the folder cannot be read as an export.
  case unreadable([Diagnostic])
  /// The folder that is named cannot take an export; one line.
  case unsuitable(String)
  /// The file system said no; one line about what was tried.
  case file(String)
  /// The documents could not be made durable, or there are too many databases.
  case refused(FirestoreError)

  /// For those who have no place for findings: one line for each.
  package var message: String {
    switch self {
    case .unreadable(let findings):
      findings.isEmpty ? "the export cannot be read" : Self.lines(findings)
    case .unsuitable(let message), .file(let message): message
    case .refused(let error): error.message
    }
  }

  private static let maximumLines = 20

  /// `in/a.jsonl:3: the message`
  private static func lines(_ findings: [Diagnostic]) -> String {
    var lines = findings.prefix(maximumLines).map { finding in
      finding.location.map { "\($0.source.path):\($0.position.line): \(finding.message)" } ?? finding.message
    }
    if findings.count > maximumLines { lines.append("and \(findings.count - maximumLines) more") }
    return lines.joined(separator: "\n")
  }
}
