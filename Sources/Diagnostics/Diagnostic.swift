/// How bad a finding is. `error` fails the command by default.
package enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  case info, warning, error

  package static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// A problem in the user's files: coded, located, with a help line that says what to do.
///
/// Message style: lower-case start, no final stop, back-quotes round user text, no line breaks.
package struct Diagnostic: Hashable, Sendable {
  package var code: DiagnosticCode
  package var severity: Severity
  package var message: String
  package var location: SourceLocation?
  /// Additional lines below the snippet, each printed after `=`.
  package var notes: [String]
  /// What the user should do.
  package var help: String?

  /// `severity` nil means the code's default.
  package init(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation? = nil, severity: Severity? = nil,
    notes: [String] = [], help: String? = nil
  ) {
    self.code = code
    self.severity = severity ?? code.defaultSeverity
    self.message = message
    self.location = location
    self.notes = notes
    self.help = help
  }
}
