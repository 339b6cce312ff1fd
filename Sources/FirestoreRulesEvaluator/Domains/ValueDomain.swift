package import FirestoreModel
package import FirestoreRulesLanguage

/// What a condition may come out as. A concrete evaluation has exactly one of them, an abstract one any number.
package struct Truths: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let isTrue = Truths(rawValue: 1)
  package static let isFalse = Truths(rawValue: 2)
  /// An error, or a value that is not a boolean.
  package static let isError = Truths(rawValue: 4)
}

/// What evaluation computes with.
///
/// The evaluator knows scopes, order of evaluation, budgets and the absorption of errors by `&&` and `||`; a domain
/// knows values. Over concrete values evaluation decides a request, over abstract ones it proves a list query. There is
/// one evaluator, so the two cannot differ in anything but what is known.
///
/// INVARIANT: an abstract domain's outcome covers what the concrete domain gives for every value it stands for.
package protocol ValueDomain {
  /// What an expression came out as: a value or an error, or what is known about either.
  associatedtype Outcome: Sendable

  func constant(_ value: RuleValue) -> Outcome
  func failure(_ error: EvaluationError) -> Outcome

  func truths(of outcome: Outcome) -> Truths
  /// The outcome of a logical operator or of `!`; `error` is the cause where `truths` contains an error.
  func boolean(_ truths: Truths, error: EvaluationError?) -> Outcome
  /// The error that an outcome is or may be; for a value that is not a boolean where one is needed, the type error.
  func conditionError(of outcome: Outcome) -> EvaluationError?
  /// The error that an outcome is, or may be; nil for a value. By default asked through a type test.
  func error(of outcome: Outcome) -> (error: EvaluationError, isCertain: Bool)?
  /// One or the other: the branches of a conditional whose condition may be both.
  func either(_ first: Outcome, _ second: Outcome) -> Outcome

  func negate(_ operand: Outcome) -> Outcome
  func binary(_ op: BinaryOperator, _ left: Outcome, _ right: Outcome) -> Outcome
  func typeTest(_ value: Outcome, word: String) -> Outcome
  func member(_ name: Text, of base: Outcome) -> Outcome
  func element(of base: Outcome, at index: Outcome) -> Outcome
  func slice(of base: Outcome, from start: Outcome, to end: Outcome) -> Outcome

  func list(_ elements: [Outcome]) -> Outcome
  func map(_ entries: [(key: Text, value: Outcome)]) -> Outcome
  /// The whole `request`: a map that no rule has built, so that it is no error whatever its size. By default a map.
  func request(_ members: [(key: Text, value: Outcome)]) -> Outcome
  func path(_ pieces: [PathPart<Outcome>]) -> Outcome

  /// A function without receiver: `int(x)`, `math.abs(x)`, `debug(x)`. Not `get` and its like.
  func call(_ function: BuiltinFunction, _ arguments: [Outcome]) -> Outcome
  /// - Parameter pattern: the compiled regular expression, when the method takes one and it is a literal.
  func method(_ name: Text, of receiver: Outcome, _ arguments: [Outcome], pattern: Pattern?) -> Outcome
  /// `get(path)` and its like. `read` looks a document up, within the request's budget.
  func access(
    _ function: DocumentFunction, _ path: Outcome, read: (DocumentFunction, RulePath) -> RuleOutcome
  ) -> Outcome
}

/// A piece of a path literal with its value.
package enum PathPart<Piece> {
  case literal(Text)
  case value(Piece)
}

extension PathPart: Sendable where Piece: Sendable {}

/// The functions that read other documents.
package enum DocumentFunction: String, Hashable, Sendable, CaseIterable {
  case get
  case exists
  case getAfter
  case existsAfter

  /// Whether it sees the state after all writes of the request.
  package var seesAfter: Bool { self == .getAfter || self == .existsAfter }
  /// Whether it returns the document and not only a boolean.
  package var returnsDocument: Bool { self == .get || self == .getAfter }
}
