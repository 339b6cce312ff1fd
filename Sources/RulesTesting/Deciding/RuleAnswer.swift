package import Diagnostics
package import FirestoreModel
import FirestoreRulesProver
package import FirestoreRulesEnforcement
package import FirestoreRulesEvaluator
package import StructuredText

/// What the rules say to one request, with everything that is shown of it.
package struct RuleAnswer: Sendable {
  package var isAllowed: Bool
  /// What was decided: the method and the document, or the collection, of the request or of the write that decided.
  package var subject: String
  /// Nil for a privileged caller, whom rules do not judge.
  package var reason: RuleReason?
  /// The `allow` statements that were tried for the write or read that decided.
  package var statements: [SourceLocation]
  /// Distinct documents that rules have read; each is one billed read.
  package var documentsRead: [DocumentPath]
  /// How far the budgets of the request are used.
  package var budgets: AccessDecision.Budgets
  /// What else is worth knowing, one line each: a document that a query could return.
  package var notes: [String] = []
  /// What the texts below are made of: of ten thousand tests that pass nobody reads them.
  var evidence: Evidence

  enum Evidence: Sendable {
    case none
    /// Of every operation of the request, the one that decided last.
    case traces([Trace], isCovered: Bool)
    case proof(ListVerdict, SourceText)
  }
}

extension RuleAnswer {
  /// Every evaluated expression, in the order of evaluation.
  package var trace: [TraceLine] {
    switch evidence {
    case .none: []
    case .traces(let traces, _): traces.flatMap(\.lines)
    case .proof(let verdict, let source): verdict.lines(in: source)
    }
  }

  /// What decided, with its values, for people.
  package var explanation: [ExplanationRow] {
    switch evidence {
    case .none: []
    case .traces(let traces, _): traces.last.map { Explanation($0).rows } ?? []
    case .proof(let verdict, let source): verdict.rows(in: source)
    }
  }

  /// What would have allowed the request: alternatives, none when nothing general can be said.
  package var remedy: [String] {
    switch evidence {
    case .none: []
    case .traces(let traces, isCovered: true): traces.last?.explanation?.remedies ?? []
    case .traces(let traces, isCovered: false):
      traces.last.map { ["a statement that covers `\($0.request.method.rawValue)` of this path"] } ?? []
    case .proof(let verdict, _): verdict.remedies
    }
  }
}

/// Why a request is allowed or denied, and where that stands.
package struct RuleReason: Hashable, Sendable {
  /// Of a denial the expression that decided, of a permission the statement; nil when no statement applies.
  package var location: SourceLocation?
  /// Nil when the request is allowed.
  package var kind: Denial.Kind?
  package var message: String
}

/// One evaluated expression.
package struct TraceLine: Hashable, Sendable {
  package var location: SourceLocation
  package var expression: String
  package var outcome: Outcome

  package enum Outcome: Hashable, Sendable {
    case value(JSONValue)
    /// The error's text.
    case error(String)
  }
}

/// One condition of a decision: what it says, what it said with values in place, and what it came out as.
package struct ExplanationRow: Hashable, Sendable {
  package var depth: Int
  /// Where it stands; nil below a row of the same line.
  package var line: Int?
  package var condition: String
  /// `"alice" == "bob"`; empty where there is nothing to put in place.
  package var values: String
  /// `true`, `false`, or an error's text.
  package var outcome: String
  package var isDeciding: Bool

  package init(depth: Int, line: Int? = nil, condition: String, values: String, outcome: String, isDeciding: Bool) {
    self.depth = depth
    self.line = line
    self.condition = condition
    self.values = values
    self.outcome = outcome
    self.isDeciding = isDeciding
  }
}
