import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

@Suite("Decisions") struct DecisionTests {
  @Test func `an owner may read and a stranger may not`() throws {
    let source = RulesFixture.condition("request.auth != null && resource.data.owner == request.auth.uid")
    let rules = try #require(RulesFixture.compile(source).rules)
    let path = RulesFixture.path("c/d")
    var session = RequestSession(NoDocuments())
    var request = RulesRequest(
      method: .get, path: RequestPath(path), auth: AuthContext(uid: "alice"), time: RulesFixture.now,
      resource: RulesDocument(path: path, fields: ["owner": .string("alice")]))
    let decision = RulesEngine(rules).decide(request, in: &session)
    #expect(decision.isAllowed)
    #expect(decision.expressionCount == 12)
    request.auth = AuthContext(uid: "bob")
    session.beginOperation()
    #expect(RulesEngine(rules).decide(request, in: &session).isAllowed == false)
  }
}
