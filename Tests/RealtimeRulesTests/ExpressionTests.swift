import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import StructuredText
import Testing

@Suite("Expressions") struct ExpressionTests {
  static let file = "Tests/RealtimeRulesTests/Specs/expressions.yaml"

  @Test("verdicts", arguments: try SpecFile.cases(file))
  func verdict(_ spec: SpecValue) throws {
    try spec.allow("id", "expression", "user", "data", "query", "keys", "assume", "verdict")
    let expression = try spec["expression"].string
    #expect(try verdict(expression, spec) == spec["verdict"].string, "\(expression)")
    // The wrapped rule is what the recordings used to tell an error from false.
    let wrapped = try verdict("(\(expression)\n) || true", spec)
    switch try spec["verdict"].string {
    case "X": #expect(wrapped == "X")
    case "E": #expect(wrapped == "E")
    default: #expect(wrapped == "T")
    }
  }

  private func verdict(_ expression: String, _ spec: SpecValue) throws -> String {
    var text = #"{".read": \#(RulesFixture.quoted(expression))}"#
    var path = RealtimePath.root
    for (name, key) in try spec.optional("keys")?.members.reversed() ?? [] {
      text = "{\(RulesFixture.quoted(name)): \(text)}"
      path = RealtimePath([RealtimeKey(try key.string)] + path.keys)
    }
    let reading = RealtimeRulesReading.read(SourceText(path: "rules.json", text: #"{"rules": \#(text)}"#))
    guard let rules = reading.ruleset else {
      #expect(reading.diagnostics.allSatisfy { $0.code.id == "FB6003" && $0.location != nil })
      return "X"
    }
    let user = try spec.optional("user").map { try SpecFile.load(Self.file)["users"][$0.string] }
    let query = try spec.optional("query").map { try RulesFixture.query($0) }
    let request = RealtimeRuleRequest(
      .read(path, query: query), auth: user.map { RealtimeNode(claims: JSONValue($0.node)) } ?? .absent, now: 1000)
    let decision = rules.decide(
      request, data: try RulesFixture.data(spec.optional("data")),
      assumptions: try RulesFixture.assumptions(spec.optional("assume")))
    return switch decision.reason {
    case .granted: "T"
    case .conditionFalse: "F"
    case .error: "E"
    case .noRule: "no rule"
    }
  }
}
