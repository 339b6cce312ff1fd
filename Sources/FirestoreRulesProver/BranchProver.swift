import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import QueryModel

/// What became of one branch.
struct BranchResult {
  enum Answer {
    case proven([ProofStep])
    case denied(ListDenial)
    case unknown(UnprovenList)
  }

  var answer: Answer
  /// Places of the statements that prove it.
  var statements: Set<Int> = []
  var doubts: [String] = []
  var documentsRead: [DocumentPath] = []
  /// The expression that asked for each of them first.
  var readSites: [Int] = []
  var cachedAccesses = 0
  var expressionCount = 0
}

/// How much is tried for one branch. What a query costs to prove is bounded whatever its rules are.
struct ProofEffort {
  /// Cases that a proof is split into.
  var cases: Int
  /// Documents that are tried as counterexamples.
  var documents: Int

  static let full = ProofEffort(cases: 64, documents: 400)
  /// Once a branch could neither be proven nor refuted, the query is refused; others may still say why.
  static let reduced = ProofEffort(cases: 8, documents: 40)
}

/// Proves or refutes one branch of a query.
struct BranchProver<Reader: DocumentReader> {
  var context: ProofContext<Reader>
  var engine: RulesEngine
  var expressions: ExpressionTable
  var index: Int
  var branch: Conjunction
  /// Whether documents may have fields that the query does not constrain.
  var isOpen: Bool
  var assumptions: ListProver.Assumptions
  var effort = ProofEffort.full

  func prove() -> BranchResult {
    let candidate = CandidateDocument(branch, of: context.query, isClosed: !isOpen)
    if candidate.isVacuous, assumptions.vacuousBranches == .allow { return BranchResult(answer: .proven([])) }
    if let pinned = candidate.pinned, assumptions.knowsDocuments { return decide(pinned) }
    let evaluation = context.evaluate(candidate)
    if let proven = proof(candidate, evaluation) { return proven }
    var result = BranchResult(evaluation)
    result.answer = refute(candidate, evaluation)
    if case .unknown = result.answer, let proven = proofByValue(candidate) { return proven }
    return result
  }

  /// A filter for a number matches integers and doubles, while a list in rules tells them apart (observed in the Rules
  /// Test API). Numbers that are meant for one another are integers on both sides: rules that ask for `level in [1, 2]` and
  /// a query for level 1 belong together.
  private func proofByValue(_ candidate: CandidateDocument) -> BranchResult? {
    var prover = self
    prover.context.domain.countsNumbersByValue = true
    var result = prover.proof(candidate, prover.context.evaluate(candidate))
    result?.doubts.append(ProductionDoubt.numericMembership.text)
    return result
  }

  /// Nil when the rules are not shown to allow everything.
  private func proof(_ candidate: CandidateDocument, _ evaluation: BranchEvaluation) -> BranchResult? {
    var result = BranchResult(evaluation)
    if evaluation.isProven {
      let reasons = reasons(evaluation)
      result.add(reasons.steps, reasons.doubts)
      result.statements = Set(evaluation.tried.suffix(1).map(\.statement.index))
      return result
    }
    var splitter = CaseSplitter(context: context, expressions: expressions, cases: effort.cases)
    if let cases = splitter.prove(candidate, evaluation) {
      for proven in cases {
        let reasons = reasons(proven)
        result.add(reasons.steps, reasons.doubts)
        result.statements.formUnion(proven.tried.suffix(1).map(\.statement.index))
        result.documentsRead += proven.documentsRead
        result.readSites += proven.readSites
        result.expressionCount = max(result.expressionCount, proven.expressionCount)
      }
      return result
    }
    return nil
  }

  // MARK: - Named documents

  /// Production loads a document that the query names and decides it as it is (observed). The load is the query's own
  /// read. For a missing document, `resource` is taken to be null, as in a get; what production does is not known.
  private func decide(_ path: DocumentPath) -> BranchResult {
    let document = context.reader.document(at: path)
    var request = context.request
    request.path = RequestPath(path)
    request.resource = document
    var session = RequestSession(context.reader, extent: .list)
    let decision = engine.decide(request, in: &session)
    var result = BranchResult(answer: .proven([]))
    result.documentsRead = decision.documentsRead
    result.readSites = decision.readSites
    result.cachedAccesses = decision.cachedAccesses
    result.expressionCount = decision.expressionCount
    if decision.isAllowed {
      let condition = decision.statements.last
      result.answer = .proven([
        ProofStep(
          branch: index, condition: condition?.condition.map(context.rules.text(of:)) ?? "",
          span: condition?.span ?? Span(0, 0), filters: ["__name__ == \(path)"])
      ])
      if context.query.branches.count > 1 { result.doubts = [ProductionDoubt.severalNames.text] }
    } else {
      let what = document == nil ? "does not exist" : "is refused"
      result.answer = .denied(
        ListDenial(
          branch: index, kind: decision.denial?.kind ?? .noMatch,
          condition: decision.denial?.span.map { span in
            FailedCondition(
              text: context.rules.ruleset.source.text(in: span), span: span, fields: [],
              error: decision.denial?.kind == .error ? decision.error(at: span, in: context.rules) : nil)
          },
          counterexample: document.flatMap { context.query.couldReturn($0) ? $0 : nil }, missingFilter: nil,
          explanation: "the query names `\(path)`, which \(what)"
            + (decision.denial.map { ": \($0.message)" } ?? "")))
    }
    return result
  }

  // MARK: - Reasons

  private func reasons(_ evaluation: BranchEvaluation) -> (steps: [ProofStep], doubts: [String]) {
    guard let proving = evaluation.tried.last else { return ([], []) }
    guard proving.statement.condition != nil else {
      return ([ProofStep(branch: index, condition: "", span: proving.statement.span, filters: [])], [])
    }
    let finder = ConditionFinder(log: proving.log, domain: context.domain, expressions: expressions)
    var doubts: [String] = []
    let steps = finder.holding.map { node in
      let expression = proving.log.nodes[node].expression
      let fields = finder.fields(of: node)
      doubts += ProductionDoubt.doubts(of: node, in: proving.log, expressions, fields, branch, context.query).map(
        \.text)
      return ProofStep(
        branch: index, condition: context.rules.text(of: expression), span: context.rules.span(of: expression),
        filters: context.query.filters(on: fields, of: branch))
    }
    return (steps, doubts)
  }

  // MARK: - Refutation

  private func refute(_ candidate: CandidateDocument, _ evaluation: BranchEvaluation) -> BranchResult.Answer {
    var failure = Failure(context, branch, evaluation, expressions)
    if candidate.isVacuous {
      return .unknown(
        unproven(failure, "the filters contradict each other; what production answers then is not known"))
    }
    let constants = ComparedConstants(evaluation, expressions)
    let search = CounterexampleSearch(
      context: context, engine: engine, branch: branch, candidate: candidate, constants: constants,
      fields: constants.fields.union(evaluation.fieldUses.keys).sorted(), isOpen: isOpen,
      limit: assumptions.knowsDocuments ? effort.documents : effort.documents / 4,
      holdsWhateverIsUnknown: !assumptions.knowsDocuments)
    guard let finding = assumptions.seeksCounterexamples ? search.run() : nil else {
      if let denial = uncoveredGroup(candidate, evaluation) { return .denied(denial) }
      return .unknown(unproven(failure, evaluation.isExhausted ? exhausted : failure.explanation))
    }
    if case .document(let found) = finding, !assumptions.knowsDocuments {
      failure = Failure(context, branch, context.evaluate(candidate.holding(found, in: branch)), expressions)
    }
    if let condition = failure.condition, let filter = unknownOperand(on: condition.fields) {
      let wanted = failure.wantedValue.map { "; it holds if that is `\($0)`" } ?? ""
      return .unknown(
        UnprovenList(
          branch: index, condition: condition, missingFilter: nil,
          explanation: "`\(condition.text)` depends on `\(filter)`, whose value may be anything\(wanted)"))
    }
    guard case .document(let counterexample) = finding else {
      return .unknown(
        UnprovenList(
          branch: index, condition: failure.condition, missingFilter: nil, explanation: failure.explanation))
    }
    return .denied(
      ListDenial(
        branch: index, kind: evaluation.isExhausted ? .limit : failure.kind, condition: failure.condition,
        counterexample: counterexample,
        missingFilter: failure.missingFilter, explanation: evaluation.isExhausted ? exhausted : failure.explanation))
  }

  /// A collection group is below any path: only a statement that begins with a recursive wildcard covers it, so that one
  /// without refuses the query whoever asks (observed).
  private func uncoveredGroup(
    _ candidate: CandidateDocument, _ evaluation: BranchEvaluation
  ) -> ListDenial? {
    let source = context.query.source
    guard source.allDescendants, let collection = source.collectionID.flatMap(\.literal),
      source.parent.segments.allSatisfy({ $0.literal != nil }), candidate.pinned == nil,
      candidate.id.alternatives == nil, let tried = evaluation.tried.first,
      evaluation.tried.allSatisfy({ !$0.isCertain })
    else { return nil }
    return ListDenial(
      branch: index, kind: .noMatch, condition: nil, counterexample: nil, missingFilter: nil,
      explanation: "`\(tried.statement.pathText)` does not cover the collection group; "
        + "only a block `match /{path=**}/\(collection)/{id}` does")
  }

  private var exhausted: String {
    "the rules evaluate more than \(EvaluationLimits.expressions) expressions"
  }

  private func unproven(_ failure: Failure, _ explanation: String) -> UnprovenList {
    UnprovenList(
      branch: index, condition: failure.condition, missingFilter: failure.missingFilter, explanation: explanation)
  }

  /// A filter on one of the fields whose operand is not known: which documents match depends on it.
  private func unknownOperand(on fields: [FieldPath]) -> String? {
    branch.predicates.first { fields.contains($0.path) && $0.test.hasUnknownOperand }?.text
  }
}

extension Decision {
  /// The text of the error in the statement round a place, or else of the first one that is an error.
  fileprivate func error(at span: Span, in rules: CompiledRules) -> String? {
    let errors = statements.filter { $0.error != nil }
    let around = errors.first { $0.span.start <= span.start && span.end <= $0.span.end }
    return (around ?? errors.first)?.error?.message
  }
}

extension BranchResult {
  /// Proven so far, and what finding out has cost.
  fileprivate init(_ evaluation: BranchEvaluation) {
    self.init(
      answer: .proven([]), documentsRead: evaluation.documentsRead, readSites: evaluation.readSites,
      cachedAccesses: evaluation.cachedAccesses, expressionCount: evaluation.expressionCount)
  }

  fileprivate mutating func add(_ steps: [ProofStep], _ doubts: [String]) {
    if case .proven(let known) = answer { answer = .proven(known + steps.filter { !known.contains($0) }) }
    self.doubts += doubts.filter { !self.doubts.contains($0) }
  }
}
