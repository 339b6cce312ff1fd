import FirestoreModel
import RulesLanguage

/// Decides requests with one set of rules.
///
/// ```swift
/// var session = RequestSession(reader)
/// let decision = RulesEngine(rules).decide(request, in: &session)
/// ```
package struct RulesEngine: Sendable {
  package let rules: CompiledRules
  /// Whether a denial names the sub-expression that decided, which needs a second evaluation. Without it the denial
  /// names the statement only.
  package var explainsDenials: Bool

  package init(_ rules: CompiledRules) {
    self.rules = rules
    explainsDenials = true
  }

  /// Tries the statements that apply, in source order, depth first, until one is true.
  ///
  /// A list is decided here only as far as its path and candidate are given; that a query is allowed for every document
  /// that it could return is for a prover to say.
  ///
  /// - Parameter testCase: what `request` and `resource` are in a test case of the hosted service.
  package func decide<Reader: DocumentReader>(
    _ request: RulesRequest, testCase: TestCaseValues? = nil, in session: inout RequestSession<Reader>
  ) -> Decision {
    var observer = Unobserved<RuleOutcome>()
    var run = EngineRun(self, request, testCase)
    run.evaluate(&observer, &session)
    var decision = run.decision
    if !decision.isAllowed { decision.denial = run.denial(explained: explainsDenials, session) }
    return decision
  }

  /// As ``decide(_:testCase:in:)``, with everything that was evaluated.
  package func trace<Reader: DocumentReader>(
    _ request: RulesRequest, testCase: TestCaseValues? = nil, in session: inout RequestSession<Reader>
  ) -> (decision: Decision, trace: Trace) {
    var recorder = TraceRecorder()
    var run = EngineRun(self, request, testCase)
    run.evaluate(&recorder, &session)
    let trace = Trace(rules: rules, request: request, outcomes: run.statements, hasExceededBudget: run.hasExceededBudget, recorder: recorder)
    var decision = run.decision
    if !decision.isAllowed { decision.denial = trace.denial }
    return (decision, trace)
  }

  /// As ``decide(_:testCase:in:)``, adding what was evaluated to `coverage`, which must be of the same rules.
  package func decide<Reader: DocumentReader>(
    _ request: RulesRequest, testCase: TestCaseValues? = nil, in session: inout RequestSession<Reader>,
    recording coverage: inout Coverage
  ) -> Decision {
    var recorder = CoverageRecorder(coverage, program: rules.program)
    coverage = Coverage()
    var run = EngineRun(self, request, testCase)
    run.evaluate(&recorder, &session)
    coverage = recorder.coverage
    for (outcome, applicable) in zip(run.statements, run.applicable) {
      coverage.record(outcome, of: applicable.statement, method: request.method)
    }
    var decision = run.decision
    if !decision.isAllowed { decision.denial = run.denial(explained: explainsDenials, session) }
    return decision
  }
}

/// `request` and `resource` as a test case of the hosted service gives them: free values, and nothing else is there.
package struct TestCaseValues: Sendable {
  package var request: BuiltMap
  /// Nil when unset: touching `resource` is then an error.
  package var resource: RuleValue?

  package init(request: BuiltMap, resource: RuleValue?) {
    self.request = request
    self.resource = resource
  }
}

/// A reader of any type behind one type, so that the evaluator is compiled once, for this one.
private struct ErasedReader: DocumentReader {
  let reader: any DocumentReader

  func document(at path: DocumentPath) -> RulesDocument? { reader.document(at: path) }
  func documentAfter(at path: DocumentPath) -> RulesDocument? { reader.documentAfter(at: path) }
}

/// One request on its way through the statements.
private struct EngineRun {
  let engine: RulesEngine
  let request: RulesRequest
  let testCase: TestCaseValues?
  let applicable: [ApplicableStatement]
  private(set) var statements: [StatementOutcome] = []
  private(set) var hasExceededBudget = false
  private(set) var isAllowed = false
  private var expressionCount = 0
  private var documentsRead: [DocumentPath] = []
  private var cachedAccesses = 0

  init(_ engine: RulesEngine, _ request: RulesRequest, _ testCase: TestCaseValues?) {
    self.engine = engine
    self.request = request
    self.testCase = testCase
    applicable = engine.rules
      .statements(for: request.path, method: request.method, database: request.database)
      .filter(\.isCertain)
  }

  mutating func evaluate<Observer: EvaluationObserver<RuleOutcome>, Reader: DocumentReader>(
    _ observer: inout Observer, _ session: inout RequestSession<Reader>
  ) {
    let before = session.ledger.counts
    var erased = RequestSession(ErasedReader(reader: session.reader), ledger: session.takeLedger())
    let domain = ConcreteDomain()
    let bindings =
      if let testCase {
        RequestBindings(
          testCase: request, members: testCase.request, resource: testCase.resource, domain: domain)
      } else {
        RequestBindings(request, domain: domain)
      }
    var evaluator = Evaluator<ConcreteDomain, Observer, ErasedReader>(
      engine.rules, domain: domain, bindings: bindings, observer: observer)
    do throws(BudgetExceeded) {
      for candidate in applicable where !isAllowed { try attempt(candidate, &evaluator, &erased) }
    } catch {
      hasExceededBudget = true
    }
    observer = evaluator.observer
    session.ledger = erased.ledger
    expressionCount = session.expressionCount - before.expressions
    documentsRead = Array(session.documentsRead.dropFirst(before.documents))
    cachedAccesses = session.cachedAccesses - before.cached
  }

  private mutating func attempt<Observer: EvaluationObserver<RuleOutcome>>(
    _ candidate: ApplicableStatement, _ evaluator: inout Evaluator<ConcreteDomain, Observer, ErasedReader>,
    _ session: inout RequestSession<ErasedReader>
  ) throws(BudgetExceeded) {
    let statement = engine.rules.statements[candidate.statement]
    let captures = candidate.captures.map { $0.value.map(RuleOutcome.value) ?? .error(.possible) }
    let domain = ConcreteDomain()
    var result = StatementOutcome(span: statement.span, condition: statement.condition, truths: .isError)
    do throws(BudgetExceeded) {
      let outcome = try evaluator.evaluate(statement, captures: captures, in: &session)
      result.truths = domain.truths(of: outcome)
      if result.truths == .isError { result.error = domain.conditionError(of: outcome) }
    } catch {
      statements.append(result)
      throw error
    }
    statements.append(result)
    isAllowed = result.truths == .isTrue
  }

  var decision: Decision {
    Decision(
      isAllowed: isAllowed, statements: statements, denial: nil, expressionCount: expressionCount,
      documentsRead: documentsRead, cachedAccesses: cachedAccesses)
  }

  /// Why the request was denied: with explanation by evaluating again under a trace, when every document is already
  /// known and nothing is counted twice.
  func denial<Reader: DocumentReader>(explained: Bool, _ session: RequestSession<Reader>) -> Denial? {
    guard explained else {
      return Trace(rules: engine.rules, request: request, outcomes: statements, hasExceededBudget: hasExceededBudget, recorder: TraceRecorder())
        .denial
    }
    var again = session
    again.ledger.repeatOperation()
    var recorder = TraceRecorder()
    var run = EngineRun(engine, request, testCase)
    run.evaluate(&recorder, &again)
    return Trace(rules: engine.rules, request: request, outcomes: run.statements, hasExceededBudget: run.hasExceededBudget, recorder: recorder)
      .denial
  }
}
