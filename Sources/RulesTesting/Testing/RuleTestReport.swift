package import Diagnostics

/// What one run of rules tests gave.
package struct RuleTestReport: Sendable {
  /// In the order in which the files were named or found.
  package var files: [FileResult]

  package struct FileResult: Sendable {
    package var path: String
    package var cases: [RuleCaseResult]
  }

  package init(files: [FileResult]) { self.files = files }

  package var cases: [RuleCaseResult] { files.flatMap(\.cases) }

  package func count(_ outcome: RuleCaseResult.Outcome) -> Int {
    files.reduce(0) { $0 + $1.cases.count { $0.outcome == outcome } }
  }

  /// Billed reads that rules caused, over all cases.
  package var reads: Int { files.reduce(0) { $1.cases.reduce($0) { $0 + $1.reads } } }

  /// FB5001 and FB5002 of every case that did not pass.
  package var findings: [Diagnostic] { files.flatMap { $0.cases.flatMap(\.findings) } }
}

/// What one case gave.
package struct RuleCaseResult: Sendable {
  package enum Outcome: String, Hashable, Sendable {
    case passed
    case failed
    /// The request did not fail because of the rules, so it is neither allowed nor denied.
    case error
  }

  package var name: String
  package var location: SourceLocation
  package var outcome: Outcome
  /// `allow` or `deny`.
  package var expected: String
  /// `allow`, `deny`, or the status that the service answers.
  package var actual: String
  package var answer: RuleAnswer?
  package var reads: Int
  /// What is wrong, one line each.
  package var problems: [Problem]

  package struct Problem: Hashable, Sendable {
    package var code: DiagnosticCode
    package var message: String
    package var notes: [String] = []
  }

  package var findings: [Diagnostic] {
    problems.map { problem in
      Diagnostic(
        problem.code, "\(QuotedText.of(name)): \(problem.message)", at: location, notes: problem.notes,
        help: nil)
    }
  }
}
