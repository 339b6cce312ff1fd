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
  /// Other places that belong to the finding, in the order in which they are to be read.
  package var related: [RelatedLocation]
  /// Edits that a tool may apply; alternatives, so never more than one of them.
  package var fixes: [SuggestedFix]

  /// `severity` nil means the code's default.
  package init(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation? = nil, severity: Severity? = nil,
    notes: [String] = [], help: String? = nil, related: [RelatedLocation] = [], fixes: [SuggestedFix] = []
  ) {
    self.code = code
    self.severity = severity ?? code.defaultSeverity
    self.message = message
    self.location = location
    self.notes = notes
    self.help = help
    self.related = related
    self.fixes = fixes
  }
}

/// A second place of a finding, and what is there: `the first listener`, `the limit is set here`.
package struct RelatedLocation: Hashable, Sendable {
  package var location: SourceLocation
  package var message: String

  package init(_ message: String, at location: SourceLocation) {
    self.location = location
    self.message = message
  }
}

/// An edit that removes a finding without changing what the author wanted.
package struct SuggestedFix: Hashable, Sendable {
  /// What it does: `replace with `request.auth.uid``.
  package var title: String
  package var edits: [Edit]

  /// The text of a place, replaced. An empty place is an insertion.
  package struct Edit: Hashable, Sendable {
    package var location: SourceLocation
    package var replacement: String

    package init(_ location: SourceLocation, replacement: String) {
      self.location = location
      self.replacement = replacement
    }
  }

  package init(_ title: String, _ edits: [Edit]) {
    self.title = title
    self.edits = edits
  }
}
