package import Diagnostics
package import FirestoreModel
package import FirestoreRulesEnforcement
package import FirestoreRulesEvaluator

/// One file of rules tests: the rules they are about, and the cases in the order of the file.
package struct CaseFile: Sendable {
  package var source: SourceText
  package var rules: RulesMention
  package var database: DatabaseName
  package var cases: [RuleCase]
}

/// How a case file names its rules.
package enum RulesMention: Hashable, Sendable {
  /// A file, as it is printed and opened.
  case file(path: String, mention: SourceLocation)
  /// Rules that stand in the case file itself.
  case text(SourceText)
}

/// A request and what is expected of it.
package struct RuleCase: Sendable {
  package var name: String
  package var location: SourceLocation
  package var actor: Caller
  package var time: Timestamp
  /// Everything that exists before the request, by path.
  package var documents: [RulesDocument]
  /// Whether `documents` differs from those of the file.
  package var hasOwnDocuments: Bool
  package var operation: RuleOperation
  package var expectation: Expectation

  package struct Expectation: Sendable {
    package var isAllowed: Bool
    package var because: Because?
    package var reads: Int?
    /// Where the expectations stand, for rewriting them.
    package var places: Places
  }

  package struct Places: Hashable, Sendable {
    package var expect: Span
    package var because: Span?
    package var reads: Span?
  }

  /// `because`: which reason counts.
  package enum Because: Sendable {
    /// `file:line`: the deciding statement.
    case statement(file: String, line: Int)
    /// A part of the reason.
    case text(String)
    /// `/…/`
    case pattern(Pattern)
  }
}
