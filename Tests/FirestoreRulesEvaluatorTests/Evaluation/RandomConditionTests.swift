import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

/// Laws that hold for every condition, on random ones.
@Suite("Random conditions") struct RandomConditionTests {
  private static let names: [Text] = ["a", "b", "c", "d"]
  private static let functions = """
    function not(x) { return !x; }
    function both(x, y) { return x && y; }
    function first(x, y) { let z = x || y; return z ? x : y; }
    function twice(x) { let z = x; return z || !z; }
    """

  @Test("seed", arguments: 1...12) func laws(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let text = condition(depth: 4, &generator)
      let rules = try #require(RulesFixture.compile(RulesFixture.condition(text, functions: Self.functions)).rules)
      let possible = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, truths(&generator)) })
      let abstract = try abstract(rules, possible)
      for _ in 0..<6 {
        let chosen = possible.mapValues { choose($0, &generator) }
        let concrete = try concrete(rules, chosen, text)
        #expect(abstract.isSuperset(of: concrete), "\(text) over \(chosen)")
        // Over single truths the abstract domain says exactly what the concrete one says.
        #expect(try self.abstract(rules, chosen) == concrete, "\(text) over \(chosen)")
      }
    }
  }

  /// What a condition comes out as; with and without observers it must be the same, in as many steps.
  private func concrete(_ rules: CompiledRules, _ fields: [Text: Truths], _ text: String) throws -> Truths {
    let path = RulesFixture.path("c/d")
    let stored = fields.compactMap { name, truth in
      truth == .isError ? nil : MapValue.Field(name: name, value: .boolean(truth == .isTrue))
    }
    let request = RulesRequest(
      method: .get, path: RequestPath(path), time: RulesFixture.now,
      resource: RulesDocument(path: path, fields: MapValue(stored)))
    let engine = RulesEngine(rules)
    var session = RequestSession(NoDocuments())
    let decision = engine.decide(request, in: &session)
    session.beginOperation()
    let (traced, trace) = engine.trace(request, in: &session)
    session.beginOperation()
    var coverage = Coverage()
    let covered = engine.decide(request, in: &session, recording: &coverage)
    for other in [traced, covered] {
      #expect(other.expressionCount == decision.expressionCount, "\(text)")
      #expect(other.statements.map(\.truths) == decision.statements.map(\.truths), "\(text)")
      #expect(other.denial == decision.denial, "\(text)")
    }
    // Of n operands of a chain n − 1 operators count, the rest is one step per node.
    #expect(trace.entries.count <= decision.expressionCount)
    #expect((trace.explanation == nil) == decision.isAllowed)
    return decision.statements.first?.truths ?? []
  }

  private func abstract(_ rules: CompiledRules, _ fields: [Text: Truths]) throws -> Truths {
    let domain = TruthDomain(fields: fields)
    let path = RequestPath(RulesFixture.path("c/d"))
    let request = RulesRequest(method: .get, path: path, time: RulesFixture.now)
    var bindings = RequestBindings(request, domain: domain)
    bindings.setResource(TruthDomain.Outcome(truths: [.isTrue, .isFalse]))
    var evaluator = Evaluator<TruthDomain, Unobserved<TruthDomain.Outcome>, NoDocuments>(
      rules, domain: domain, bindings: bindings, observer: Unobserved())
    var session = RequestSession(NoDocuments())
    return try evaluator.evaluate(rules.statements[0], captures: [], in: &session).truths
  }

  // MARK: - Generation

  private func condition(depth: Int, _ generator: inout SeededGenerator) -> String {
    func part() -> String { condition(depth: depth - 1, &generator) }
    switch depth == 0 ? 0 : Int.random(in: 0..<10, using: &generator) {
    case 0, 1: return "resource.data.\(Self.names.randomElement(using: &generator) ?? "a")"
    case 2: return "!(\(part()))"
    case 3: return "((\(part())) ? (\(part())) : (\(part())))"
    case 4: return "not(\(part()))"
    case 5: return "both(\(part()), \(part()))"
    case 6: return "first(\(part()), \(part()))"
    case 7: return "twice(\(part()))"
    default:
      let op = Bool.random(using: &generator) ? "&&" : "||"
      let operands = (0..<Int.random(in: 2...4, using: &generator)).map { _ in "(\(part()))" }
      return operands.joined(separator: " \(op) ")
    }
  }

  private func truths(_ generator: inout SeededGenerator) -> Truths {
    Truths(rawValue: UInt8.random(in: 1...7, using: &generator))
  }

  private func choose(_ truths: Truths, _ generator: inout SeededGenerator) -> Truths {
    let single: [Truths] = [.isTrue, .isFalse, .isError].filter(truths.contains)
    return single.randomElement(using: &generator) ?? .isError
  }
}
