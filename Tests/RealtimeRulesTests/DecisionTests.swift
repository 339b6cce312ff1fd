import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import Testing

@Suite("Decisions") struct DecisionTests {
  static let files = ["decisions", "cascades", "repaired"].map { "Tests/RealtimeRulesTests/Specs/\($0).yaml" }

  struct Row: Sendable, CustomTestStringConvertible {
    var spec: SpecValue
    var file: SpecValue
    var testDescription: String { spec.testDescription }
  }

  static func rows() throws -> [Row] {
    try files.flatMap { path in
      let file = try SpecFile.load(path)
      return try file["cases"].array.map { Row(spec: $0, file: file) }
    }
  }

  @Test("who may do what, and which rule says so", arguments: try rows())
  func decision(_ row: Row) throws {
    try row.spec.allow("id", "name", "rules", "data", "auth", "request", "assume", "expect")
    let rules = try RulesFixture.rules(row.file["sets"][row.spec["rules"].string].string)
    let data = try RulesFixture.data(row.spec.optional("data") ?? row.file.optional("data"))
    let request = try RulesFixture.request(row.spec["request"], auth: row.spec.optional("auth"), over: data)
    let assumptions = try RulesFixture.assumptions(row.spec.optional("assume"))
    let decision = rules.decide(request, data: data, assumptions: assumptions)
    let text = RulesFixture.text(decision)
    #expect(try text == row.spec["expect"].string, "\(row.spec.testDescription) => \(text)")
    #expect(decision.trace.isEmpty)
    // Looking on changes nothing.
    let traced = rules.decide(request, data: data, assumptions: assumptions, tracing: true)
    #expect(RulesFixture.text(traced) == RulesFixture.text(decision) && traced.path == decision.path)
    #expect(decision.rule == nil || !traced.trace.isEmpty)
  }

  @Test("a trace of many rules ends, and still has the one that decided")
  func longTrace() throws {
    let rules = try RulesFixture.rules(
      #"{"rules": {".write": true, "$key": {".validate": "newData.val() != 'bad' && root.child('x').val() == null"}}}"#)
    let children = (1000..<2000).map { (RealtimeKey("k\($0)"), RealtimeNode(.string($0 == 1999 ? "bad" : "good"))) }
    let request = RealtimeRuleRequest(.write(.root, RealtimeNode(RealtimeChildren(children))), now: 0)
    let decision = rules.decide(request, data: .absent, tracing: true)
    #expect(decision.reason == .conditionFalse && decision.rule?.path == "k1999")
    #expect(decision.trace.count < 210 && decision.trace.count + decision.untraced == 1001)
    #expect(decision.trace.last?.rule == decision.rule)
    #expect(decision.trace.last?.values.map(\.outcome).last == .value("false"))
  }

  @Test("long texts are cut in a trace")
  func longTexts() throws {
    let rules = try RulesFixture.rules(#"{"rules": {".read": "data.val() + 'x' == 'y'"}}"#)
    let data = RealtimeNode(.string(Text(String(repeating: "a", count: 5000))))
    let decision = rules.decide(RealtimeRuleRequest(.read(.root, query: nil), now: 0), data: data, tracing: true)
    let shown = String(repeating: "a", count: 200) + "…"
    #expect(decision.trace.first?.values.map(\.leaf) == [.string(Text(shown)), .string(Text(shown)), .boolean(false)])
  }
}
