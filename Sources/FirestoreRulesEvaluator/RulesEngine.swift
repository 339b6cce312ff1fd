import FirestoreModel
import FirestoreRulesLanguage

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
    session.withErasedReader { session in decide(EngineRun(self, request, testCase), &session) }
  }

  /// As ``decide(_:testCase:in:)``, with everything that was evaluated.
  package func trace<Reader: DocumentReader>(
    _ request: RulesRequest, testCase: TestCaseValues? = nil, in session: inout RequestSession<Reader>
  ) -> (decision: Decision, trace: Trace) {
    session.withErasedReader { session in trace(EngineRun(self, request, testCase), &session) }
  }

  /// As ``decide(_:testCase:in:)``, adding what was evaluated to `coverage`, which must be of the same rules.
  package func decide<Reader: DocumentReader>(
    _ request: RulesRequest, testCase: TestCaseValues? = nil, in session: inout RequestSession<Reader>,
    recording coverage: inout Coverage
  ) -> Decision {
    session.withErasedReader { session in
      decide(EngineRun(self, request, testCase), &session, recording: &coverage)
    }
  }

  // The evaluator is compiled for concrete types only where it is called with concrete types: these are such places.

  private func decide(_ run: EngineRun, _ session: inout RequestSession<ErasedReader>) -> Decision {
    var run = run
    var observer = Unobserved<RuleOutcome>()
    run.evaluate(&observer, &session)
    return run.isAllowed ? run.decision : run.denied(explained: explainsDenials, session)
  }

  private func trace(
    _ run: EngineRun, _ session: inout RequestSession<ErasedReader>
  ) -> (decision: Decision, trace: Trace) {
    var run = run
    var recorder = TraceRecorder()
    run.evaluate(&recorder, &session)
    let trace = run.trace(recorder)
    var decision = run.decision
    if !decision.isAllowed { decision.denial = trace.denial }
    return (decision, trace)
  }

  private func decide(
    _ run: EngineRun, _ session: inout RequestSession<ErasedReader>, recording coverage: inout Coverage
  ) -> Decision {
    var run = run
    var recorder = CoverageRecorder(coverage, program: rules.program)
    coverage = Coverage()
    run.evaluate(&recorder, &session)
    coverage = recorder.coverage
    for (outcome, applicable) in zip(run.statements, run.applicable.filter(\.isCertain)) {
      coverage.record(outcome, of: applicable.statement, method: run.request.method)
    }
    return run.isAllowed ? run.decision : run.denied(explained: explainsDenials, session)
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
  let shared: SharedRequest
  let testCase: TestCaseValues?
  let applicable: [ApplicableStatement]
  private(set) var statements: [StatementOutcome] = []
  private(set) var hasExceededBudget = false
  private(set) var isAllowed = false
  private var expressionCount = 0
  private var documentsRead: [DocumentPath] = []
  private var readSites: [Int] = []
  private var cachedAccesses = 0

  init(_ engine: RulesEngine, _ request: RulesRequest, _ testCase: TestCaseValues?) {
    self.engine = engine
    shared = SharedRequest(request)
    self.testCase = testCase
    applicable = engine.rules
      .statements(for: request.path, method: request.method, database: request.database)
  }

  var request: RulesRequest { shared.request }

  mutating func evaluate<Observer: EvaluationObserver<RuleOutcome>>(
    _ observer: inout Observer, _ session: inout RequestSession<ErasedReader>
  ) {
    let before = session.ledger.counts
    let domain = ConcreteDomain()
    let bindings =
      if let testCase {
        RequestBindings(
          testCase: request, members: testCase.request, resource: testCase.resource, domain: domain)
      } else {
        RequestBindings(shared, domain: domain)
      }
    var evaluator = Evaluator<ConcreteDomain, Observer, ErasedReader>(
      engine.rules, domain: domain, bindings: bindings, observer: observer)
    do throws(BudgetExceeded) {
      for candidate in applicable where candidate.isCertain && !isAllowed {
        try attempt(candidate, &evaluator, &session)
      }
    } catch {
      hasExceededBudget = true
    }
    observer = evaluator.observer
    expressionCount = session.expressionCount - before.expressions
    documentsRead = Array(session.documentsRead.dropFirst(before.documents))
    readSites = Array(session.readSites.dropFirst(before.documents))
    cachedAccesses = session.cachedAccesses - before.cached
  }

  private mutating func attempt<Observer: EvaluationObserver<RuleOutcome>>(
    _ candidate: ApplicableStatement, _ evaluator: inout Evaluator<ConcreteDomain, Observer, ErasedReader>,
    _ session: inout RequestSession<ErasedReader>
  ) throws(BudgetExceeded) {
    let statement = engine.rules.program.cores[candidate.statement]
    let captures = candidate.captures.map { $0.value.map(RuleOutcome.value) ?? .error(.possible) }
    let domain = ConcreteDomain()
    var result = StatementOutcome(span: statement.span, condition: statement.condition, truths: .isError)
    do throws(BudgetExceeded) {
      let outcome = try evaluator.evaluate(condition: statement.condition, captures: captures, in: &session)
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
      documentsRead: documentsRead, readSites: readSites, cachedAccesses: cachedAccesses)
  }

  /// The decision with the reason: explained by evaluating again under a trace, when every document is already known
  /// and nothing is counted twice.
  func denied(explained: Bool, _ session: RequestSession<ErasedReader>) -> Decision {
    var decision = decision
    var recorder = TraceRecorder()
    guard explained else {
      decision.denial = trace(recorder).denial
      return decision
    }
    var again = session
    again.ledger.repeatOperation()
    var run = EngineRun(engine, request, testCase)
    run.evaluate(&recorder, &again)
    decision.denial = run.trace(recorder).denial
    return decision
  }

  func trace(_ recorder: TraceRecorder) -> Trace {
    Trace(
      rules: engine.rules, request: request, outcomes: statements, hasExceededBudget: hasExceededBudget,
      recorder: recorder)
  }
}

extension RequestSession {
  /// Lends the ledger, without a copy, to a session whose reader has the one type that the evaluator is compiled for.
  fileprivate mutating func withErasedReader<Result>(
    _ body: (inout RequestSession<ErasedReader>) -> Result
  ) -> Result {
    var erased = RequestSession<ErasedReader>(ErasedReader(reader: reader), ledger: takeLedger())
    defer { ledger = erased.ledger }
    return body(&erased)
  }
}
