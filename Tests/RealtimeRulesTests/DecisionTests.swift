import FirebreakTestSupport
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
}
