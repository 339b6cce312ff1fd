import RulesEvaluator
import RulesLanguage
import Testing

@testable import RulesChecker

@Suite("Inferred types") struct TypesTests {
  @Test("placeholder")
  func first() throws {
    let rules = MarkedRules(condition: "request.auth.uid == id && resource.data.n is int")
    let subject = try #require(LintSubject(rules.parsed))
    #expect(subject.allows.count == 1)
    print(subject.types.problems, subject.types.truths(of: subject.allows[0]))
  }
}
