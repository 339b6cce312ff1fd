import Diagnostics
package import FirestoreRulesEvaluator
package import FirestoreRulesLanguage

/// What inference found, by expression id.
package struct InferredTypes: Sendable {
  /// What happened to one expression in the contexts it is evaluated in: methods, and calls of its function.
  struct Record: Sendable {
    var type: InferredType?
    /// Those in which no operand failed before.
    var visits = 0
    var problems = 0
    var problem: TypeProblem?
    var lastVisitHadProblem = false
    var expression: Expression
  }

  private var records: [Int: Record] = [:]
  private var conditions: [Condition: Truths] = [:]
  /// The problems that their expressions have in every context, in the order of the source.
  private(set) var problems: [(expression: Expression, problem: TypeProblem)] = []
  /// Whether every context could be looked at. What holds in some contexts only is not a finding.
  private(set) var isComplete = true

  private struct Condition: Hashable {
    var allow: Int
    var method: RulesMethod
  }

  init() {}

  // MARK: - Answers

  /// What is known of the value of an expression of the source, in every context together.
  package func type(of expression: Expression) -> InferredType { records[expression.id]?.type ?? .any }

  /// What the condition of a statement can come out as when nothing is known about the request but its method.
  package func truths(of allow: AllowView, for method: RulesMethod) -> Truths {
    conditions[Condition(allow: allow.id, method: method)] ?? [.isTrue, .isFalse, .isError]
  }

  /// What the condition can come out as for any method of the statement.
  package func truths(of allow: AllowView) -> Truths {
    allow.methods.reduce(into: Truths()) { $0.formUnion(truths(of: allow, for: $1)) }
  }

  // MARK: - Recording

  /// - Parameter isPropagated: an operand has failed, so that nothing can be said about the expression itself.
  mutating func record(
    _ type: InferredType, _ problem: TypeProblem?, at expression: Expression, isPropagated: Bool = false
  ) {
    var record = records[expression.id] ?? Record(expression: expression)
    if !isPropagated { record.visits += 1 }
    record.type = record.type.map { $0.joined(type) } ?? type
    record.lastVisitHadProblem = false
    records[expression.id] = record
    if let problem { report(problem, at: expression) }
  }

  /// Adds what the use of an expression shows about it, after the visit itself. One visit has one problem.
  mutating func report(_ problem: TypeProblem, at expression: Expression) {
    guard var record = records[expression.id], !record.lastVisitHadProblem else { return }
    record.problems += 1
    // What is wrong for one method only is said when nothing else is.
    if record.problem?.isAboutMethod ?? true { record.problem = problem }
    record.lastVisitHadProblem = true
    records[expression.id] = record
  }

  mutating func record(_ truths: Truths, of allow: AllowView, for method: RulesMethod) {
    conditions[Condition(allow: allow.id, method: method)] = truths
  }

  mutating func giveUp() { isComplete = false }

  /// Collects the problems, once every context has been looked at.
  mutating func finish() {
    guard isComplete else { return }
    problems = records.values.filter { $0.problems > 0 && $0.problems == $0.visits }
      .sorted { ($0.expression.span.start, $0.expression.id) < ($1.expression.span.start, $1.expression.id) }
      .compactMap { record in record.problem.map { (record.expression, $0) } }
  }
}
