import FirestoreModel
import FirestoreRulesEvaluator

/// Proves by cases what one evaluation leaves open because rules look at a field more than once: each case fixes the
/// field to one of a few things that it can be, and all cases together cover what it can be.
struct CaseSplitter<Reader: DocumentReader> {
  let context: ProofContext<Reader>
  let expressions: ExpressionTable
  private var remaining: Int

  init(context: ProofContext<Reader>, expressions: ExpressionTable, cases: Int) {
    remaining = cases
    self.context = context
    self.expressions = expressions
  }

  /// The proven evaluations of all cases; nil when some case cannot be proven.
  mutating func prove(_ candidate: CandidateDocument, _ evaluation: BranchEvaluation) -> [BranchEvaluation]? {
    prove(candidate, evaluation, without: [])
  }

  private mutating func prove(
    _ candidate: CandidateDocument, _ evaluation: BranchEvaluation, without done: Set<Origin>
  ) -> [BranchEvaluation]? {
    if evaluation.isProven { return [evaluation] }
    if evaluation.isRefuted || evaluation.isExhausted { return nil }
    guard let split = split(of: candidate, evaluation, without: done) else { return nil }
    guard split.cases.count <= remaining else { return nil }
    remaining -= split.cases.count
    var proven: [BranchEvaluation] = []
    for value in split.cases {
      guard let fixed = candidate.fixing(split.origin, to: value) else { return nil }
      let result = context.evaluate(fixed)
      guard let cases = prove(fixed, result, without: done.union([split.origin])) else { return nil }
      proven += cases
    }
    return proven
  }

  /// The field that rules look at most often and that is not yet fixed, or the id.
  private func split(
    of candidate: CandidateDocument, _ evaluation: BranchEvaluation, without done: Set<Origin>
  ) -> CaseSplit? {
    let constants = ComparedConstants(evaluation, expressions)
    let uses = evaluation.fieldUses.filter { $0.value > 1 && !done.contains(.field($0.key)) }
    for (field, _) in uses.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      let compared = constants.byOrigin[.field(field)] ?? []
      var cases: [AbstractValue?]
      switch candidate.knowledge(of: field) {
      case nil: continue
      case .unconstrained?:
        cases = [nil] + context.domain.cases(of: .unknownField(at: field), comparedWith: compared)
      case .exists(let value)?: cases = context.domain.cases(of: value, comparedWith: compared)
      }
      if cases.count > 1 { return CaseSplit(origin: .field(field), cases: cases) }
    }
    guard evaluation.idUses > 1, !done.contains(.documentID), let id = candidate.id.value else { return nil }
    let cases = context.domain.cases(of: id, comparedWith: constants.byOrigin[.documentID] ?? [])
    return cases.count > 1 ? CaseSplit(origin: .documentID, cases: cases) : nil
  }
}
