import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A domain that knows of every field only which of true, false and error it may be: the smallest abstract one.
struct TruthDomain: ValueDomain, Sendable {
  struct Outcome: Sendable {
    var truths: Truths
  }

  var fields: [Text: Truths]

  func constant(_ value: RuleValue) -> Outcome {
    guard case .boolean(let value) = value else { return Outcome(truths: .isError) }
    return Outcome(truths: value ? .isTrue : .isFalse)
  }
  func failure(_ error: EvaluationError) -> Outcome { Outcome(truths: .isError) }
  func truths(of outcome: Outcome) -> Truths { outcome.truths }
  func boolean(_ truths: Truths, error: EvaluationError?) -> Outcome { Outcome(truths: truths) }
  func conditionError(of outcome: Outcome) -> EvaluationError? { outcome.truths.contains(.isError) ? .possible : nil }
  func either(_ first: Outcome, _ second: Outcome) -> Outcome { Outcome(truths: first.truths.union(second.truths)) }

  /// Every value here is a boolean or an error.
  func typeTest(_ value: Outcome, word: String) -> Outcome {
    var truths = value.truths.intersection(.isError)
    if value.truths != .isError { truths.insert(word == "bool" ? .isTrue : .isFalse) }
    return Outcome(truths: truths)
  }
  func member(_ name: Text, of base: Outcome) -> Outcome { Outcome(truths: fields[name] ?? .isError) }

  func negate(_ operand: Outcome) -> Outcome { unknown }
  func binary(_ op: BinaryOperator, _ left: Outcome, _ right: Outcome) -> Outcome { unknown }
  func element(of base: Outcome, at index: Outcome) -> Outcome { unknown }
  func slice(of base: Outcome, from start: Outcome, to end: Outcome) -> Outcome { unknown }
  func list(_ elements: [Outcome]) -> Outcome { unknown }
  func map(_ entries: [(key: Text, value: Outcome)]) -> Outcome { unknown }
  func path(_ pieces: [PathPart<Outcome>]) -> Outcome { unknown }
  func call(_ function: BuiltinFunction, _ arguments: [Outcome]) -> Outcome { unknown }
  func method(_ name: Text, of receiver: Outcome, _ arguments: [Outcome], pattern: Pattern?) -> Outcome { unknown }
  func access(
    _ function: DocumentFunction, _ path: Outcome, read: (DocumentFunction, RulePath) -> RuleOutcome
  ) -> Outcome { unknown }

  private var unknown: Outcome { Outcome(truths: [.isTrue, .isFalse, .isError]) }
}
