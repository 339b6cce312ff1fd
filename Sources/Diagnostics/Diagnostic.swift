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
  /// The places that what is found goes through, in the order of the run; the last is that of the finding or leads to
  /// it. Empty where one place says all.
  package var flow: [RelatedLocation] = []
  /// It is about code that nothing calls, as far as is known.
  package var isUncalled = false
  /// It is about a script or a migration, which runs once.
  package var isOfOneRun = false
  /// What has to be defined so that the finding goes away. Findings that need the same are one problem at several places.
  package var needs: NeededDefinition?
  /// Set for a finding that somebody has decided not to see. It counts nowhere and is listed by formats that keep such
  /// decisions.
  package var suppression: Suppression?

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

/// An entry that a file of definitions lacks.
package struct NeededDefinition: Hashable, Sendable {
  /// The member of the file that takes it: `indexes`, `fieldOverrides`.
  package var member: String
  /// The entry as JSON text on one line.
  package var json: String
  /// The file, as messages call it.
  package var file: String
  /// What needs it, for a list of all that do.
  package var user: String
  /// The definition as people read it: `posts (owner ASC, created DESC)`.
  package var title: String

  package init(member: String, json: String, file: String, user: String, title: String = "") {
    self.title = title
    self.member = member
    self.json = json
    self.file = file
    self.user = user
  }

  /// What is defined where, for telling findings apart that need different things.
  package var definition: String { "\(file)\n\(member)\n\(json)" }

  /// How another finding that needs the same speaks of this one.
  package var mention: String { "\(QuotedText.of(user, limit: 200)) needs it, too" }
}

/// Who has silenced a finding, and why.
package struct Suppression: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A comment beside it.
    case inSource
    /// An entry of the settings.
    case external
  }

  package var kind: Kind
  package var reason: String

  package init(_ kind: Kind, reason: String) {
    self.kind = kind
    self.reason = reason
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
  /// What it does, as in: replace with `request.auth.uid`.
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
