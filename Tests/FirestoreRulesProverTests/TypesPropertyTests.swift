import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

@testable import FirestoreRulesChecker

/// What is said about a condition without knowing a request holds for every request.
@Suite("Inferred outcomes, at random") struct TypesPropertyTests {
  #if DEBUG
    static let rounds = 300
  #else
    static let rounds = 20_000
  #endif

  @Test("the outcome of every request is among the inferred ones", arguments: 0..<4)
  func soundness(_ part: Int) throws {
    var random = RandomRules(generator: SeededGenerator(seed: UInt64(part) &* 104_729 &+ 5))
    var decided = 0
    for _ in 0..<Self.rounds / 4 {
      let condition = random.condition([], depth: random.pick([0, 1, 2, 3]))
      let block = "match /c/{d} { allow read, write: if \(condition); }"
      let rules = try ProvingFixture.rules(block, functions: RandomRules.functions)
      let subject = try #require(LintSubject(ParsedRules(ruleset: rules.ruleset, problems: [])))
      let allow = try #require(subject.allows.first)
      let (_, query) = random.query()
      for method in [RulesMethod.get, .create, .update, .delete] {
        let inferred = subject.types.truths(of: allow, for: method)
        if inferred != [.isTrue, .isFalse, .isError] { decided += 1 }
        for _ in 0..<4 {
          let request = request(method, random.document(for: query), random.document(for: query), &random)
          var session = RequestSession(NoDocuments())
          let decision = RulesEngine(rules).decide(request, in: &session)
          // A denial for another reason than the condition says nothing about it.
          guard let outcome = decision.statements.last?.truths else { continue }
          #expect(inferred.isSuperset(of: outcome), "\(method.rawValue): \(condition)")
        }
      }
    }
    #expect(decided > 20)
  }

  private func request(
    _ method: RulesMethod, _ stored: RulesDocument, _ written: RulesDocument, _ random: inout RandomRules
  ) -> RulesRequest {
    let isMissing = method == .create || (method != .update && random.chance(20))
    return RulesRequest(
      method: method, path: RequestPath(stored.path), auth: random.chance(80) ? ProvingFixture.user : nil,
      time: ProvingFixture.now, resource: isMissing ? nil : stored,
      newResource: method == .create || method == .update ? written : nil)
  }
}
