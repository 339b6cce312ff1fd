package import Diagnostics
package import FirestoreModel
package import FirestoreRulesEvaluator

/// What the rules say to a list query, and what finding out has cost.
package struct ListVerdict: Sendable {
  package enum Answer: Sendable {
    /// Every document that the query could return passes.
    case allowed([ProofStep])
    /// Some document that the query could return is refused.
    case denied(ListDenial)
    /// Neither could be shown. A running request is refused.
    case unknown(UnprovenList)
  }

  package var answer: Answer
  /// The statements that cover some of what the query could return, in source order.
  package var applicable: [CompiledStatement]
  /// Steps of the proof that live production has not been seen to make: sound, and perhaps refused there.
  package var doubts: [String]
  /// Documents that rules have read, over all branches.
  package var documentsRead: [DocumentPath]
  /// The expression that asked for each of them first.
  package var readSites: [Int]
  /// Calls that were answered from what the request had read before.
  package var cachedAccesses: Int
  /// The most nodes that one branch has evaluated, of at most 1,000.
  package var expressionCount: Int

  package init(
    answer: Answer, applicable: [CompiledStatement], doubts: [String], documentsRead: [DocumentPath],
    readSites: [Int], cachedAccesses: Int, expressionCount: Int
  ) {
    self.answer = answer
    self.applicable = applicable
    self.cachedAccesses = cachedAccesses
    self.doubts = doubts
    self.documentsRead = documentsRead
    self.readSites = readSites
    self.expressionCount = expressionCount
  }

  package var isAllowed: Bool { if case .allowed = answer { true } else { false } }

  /// The statement that a condition stands in; the first one for a condition in a function outside of all of them.
  package func statement(of condition: FailedCondition) -> CompiledStatement? {
    applicable.first { $0.span.start <= condition.span.start && condition.span.end <= $0.span.end }
      ?? applicable.first
  }
}

/// One condition that holds for every document of a branch, and the filters that make it hold.
package struct ProofStep: Hashable, Sendable {
  /// Position among the query's branches.
  package var branch: Int
  /// The condition as written; empty for a statement without condition.
  package var condition: String
  package var span: Span
  /// In the query's text form, such as `owner == "u1"`; empty when the condition does not depend on the document.
  package var filters: [String]

  package init(branch: Int, condition: String, span: Span, filters: [String]) {
    self.branch = branch
    self.condition = condition
    self.span = span
    self.filters = filters
  }
}

/// The condition that a query does not satisfy.
package struct FailedCondition: Hashable, Sendable {
  /// As written.
  package var text: String
  package var span: Span
  /// Fields of the document that it looks at.
  package var fields: [FieldPath]
  /// Why it has no value, whatever the document holds; nil when it is false, or may be.
  package var error: String?

  package init(text: String, span: Span, fields: [FieldPath], error: String? = nil) {
    self.error = error
    self.text = text
    self.span = span
    self.fields = fields
  }
}

package struct ListDenial: Sendable {
  /// Position among the query's branches.
  package var branch: Int
  package var kind: Denial.Kind
  /// Nil when no statement applies.
  package var condition: FailedCondition?
  /// The query could return it and the rules refuse it; nil for a document that was looked for and does not exist.
  package var counterexample: RulesDocument?
  /// What would make the condition provable: `where("owner", "==", "u1")`.
  package var missingFilter: String?
  /// One line for people.
  package var explanation: String

  package init(
    branch: Int, kind: Denial.Kind, condition: FailedCondition?, counterexample: RulesDocument?,
    missingFilter: String?, explanation: String
  ) {
    self.kind = kind
    self.branch = branch
    self.condition = condition
    self.counterexample = counterexample
    self.missingFilter = missingFilter
    self.explanation = explanation
  }
}

package struct UnprovenList: Sendable {
  package var branch: Int
  package var condition: FailedCondition?
  package var missingFilter: String?
  /// One line for people.
  package var explanation: String

  package init(branch: Int, condition: FailedCondition?, missingFilter: String?, explanation: String) {
    self.branch = branch
    self.condition = condition
    self.missingFilter = missingFilter
    self.explanation = explanation
  }
}
