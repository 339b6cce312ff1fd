import FirestoreModel
import RulesEvaluator

/// Proves by cases what one evaluation leaves open because rules look at a field more than once: each case fixes the
/// field to one of a few things that it can be, and all cases together cover what it can be.
struct CaseSplitter<Reader: DocumentReader> {
  let context: ProofContext<Reader>
  let expressions: ExpressionTable
  private var remaining = 64

  init(context: ProofContext<Reader>, expressions: ExpressionTable) {
    self.context = context
    self.expressions = expressions
  }

  /// The proven evaluations of all cases; nil when some case cannot be proven.
  mutating func prove(_ candidate: CandidateDocument, _ evaluation: BranchEvaluation) -> [BranchEvaluation]? {
    prove(candidate, evaluation, without: [])
  }

  private mutating func prove(
    _ candidate: CandidateDocument, _ evaluation: BranchEvaluation, without done: Set<FieldPath>
  ) -> [BranchEvaluation]? {
    if evaluation.isProven { return [evaluation] }
    if evaluation.isRefuted || evaluation.isExhausted { return nil }
    guard let split = split(of: candidate, evaluation, without: done) else { return nil }
    guard split.cases.count <= remaining else { return nil }
    remaining -= split.cases.count
    var proven: [BranchEvaluation] = []
    for value in split.cases {
      guard let fixed = candidate.fixing(split.field, to: value) else { return nil }
      let result = context.evaluate(fixed)
      guard let cases = prove(fixed, result, without: done.union([split.field])) else { return nil }
      proven += cases
    }
    return proven
  }

  /// The field that rules look at most often and that is not yet fixed.
  private func split(
    of candidate: CandidateDocument, _ evaluation: BranchEvaluation, without done: Set<FieldPath>
  ) -> CaseSplit? {
    let uses = evaluation.fieldUses.filter { $0.value > 1 && !done.contains($0.key) }
    let constants = ComparedConstants(evaluation, expressions)
    for (field, _) in uses.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      let compared = constants.byOrigin[.field(field)] ?? []
      var cases: [AbstractValue?]
      switch candidate.knowledge(of: field) {
      case nil: continue
      case .unconstrained?:
        cases = [nil] + context.domain.cases(of: .unknownField(at: field), comparedWith: compared)
      case .exists(let value)?: cases = context.domain.cases(of: value, comparedWith: compared)
      }
      if cases.count > 1 { return CaseSplit(field: field, cases: cases) }
    }
    return nil
  }
}
