package import Diagnostics
package import FirestoreModel

/// The answer of the rules to one request, with what decided it.
package struct Decision: Sendable {
  package var isAllowed: Bool
  /// The statements that were tried, in the order of evaluation; the last one decided when the request is allowed.
  package var statements: [StatementOutcome]
  /// Why not; nil when allowed.
  package var denial: Denial?
  /// Evaluated nodes, of at most 1,000.
  package var expressionCount: Int
  /// Documents that rules have read, each once, in the order of the first access: each is one billed read.
  package var documentsRead: [DocumentPath]
  /// The expression that asked for each of them first.
  package var readSites: [Int]
  /// Calls that were answered from the request's cache, free of charge.
  package var cachedAccesses: Int

  package init(
    isAllowed: Bool, statements: [StatementOutcome], denial: Denial?, expressionCount: Int,
    documentsRead: [DocumentPath], readSites: [Int], cachedAccesses: Int
  ) {
    self.isAllowed = isAllowed
    self.statements = statements
    self.denial = denial
    self.expressionCount = expressionCount
    self.documentsRead = documentsRead
    self.readSites = readSites
    self.cachedAccesses = cachedAccesses
  }
}

/// What one `allow` statement came out as.
package struct StatementOutcome: Sendable {
  /// The whole statement.
  package var span: Span
  /// Its condition's expression id; nil without a condition.
  package var condition: Int?
  package var truths: Truths
  /// The error, where there is or may be one.
  package var error: EvaluationError?

  package init(span: Span, condition: Int?, truths: Truths, error: EvaluationError? = nil) {
    self.span = span
    self.condition = condition
    self.truths = truths
    self.error = error
  }
}

/// Why a request was denied: the place to look at and what was found there.
package struct Denial: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case conditionFalse = "condition-false"
    case error
    case noMatch = "no-match"
    case limit
    case unproven
  }

  package var kind: Kind
  /// The expression that decided, or the statement; nil when no statement applies.
  package var span: Span?
  /// Where to point: of an error the operator, or the name of the method.
  package var place: Span?
  /// One line without the place: `"bob" == "alice" is false`, `Null value error.`
  package var message: String

  package init(kind: Kind, span: Span?, place: Span? = nil, message: String) {
    self.kind = kind
    self.span = span
    self.place = place ?? span
    self.message = message
  }
}
