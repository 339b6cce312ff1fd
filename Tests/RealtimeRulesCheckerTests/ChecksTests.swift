import Diagnostics
import FirebreakTestSupport
import RealtimeDatabase
import RealtimeRules
import StructuredText
import Testing

@testable import RealtimeRulesChecker

/// The findings of every check for small rules files, with cases that have findings and cases that have none.
@Suite("Realtime Database rules: checks") struct ChecksTests {
  struct Case: CustomTestStringConvertible {
    var code: String
    var spec: SpecValue

    var testDescription: String { "\(code) \((try? spec["rules"].json) ?? "")" }
  }

  static func cases() throws -> [Case] {
    try SpecFile.cases("Tests/RealtimeRulesCheckerTests/Specs/checks.yaml").flatMap { group in
      try group.allow("code", "cases")
      let code = try group["code"].string
      return try group["cases"].array.map { Case(code: code, spec: $0) }
    }
  }

  @Test("cases", arguments: try cases())
  func check(_ test: Case) throws {
    let spec = test.spec
    try spec.allow("id", "rules", "data", "expect", "help", "message")
    let source = SourceText(path: "database.rules.json", text: "{\"rules\": \(try spec["rules"].json)}")
    let reading = RealtimeRulesReading.read(source)
    #expect(reading.diagnostics.map(\.message) == [])
    let ruleset = try #require(reading.ruleset)
    let data = try spec.optional("data").map { try RealtimeNode(node: $0.node) } ?? .absent
    let found = RealtimeRulesCheck.findings(ruleset, context: RealtimeCheckContext(data: data)).filter {
      $0.code.id == test.code
    }
    let texts = try found.map { finding in
      let span = try #require(finding.location?.span)
      return "\(finding.severity) \(String(decoding: source.bytes[span.start..<span.end], as: UTF8.self))"
    }
    #expect(texts == (try spec["expect"].strings))
    if let help = try spec.optional("help")?.string { #expect(found.map(\.help) == [help]) }
    if let message = try spec.optional("message")?.string { #expect(found.map(\.message) == [message]) }
    for finding in found { #expect(finding.help?.isEmpty == false) }
  }

  @Test("every check has cases of both sorts", arguments: RealtimeRulesCheck.codes)
  func coverage(code: DiagnosticCode) throws {
    let expectations = try Self.cases().filter { $0.code == code.id }.map { try $0.spec["expect"].array.count }
    #expect(expectations.count >= 3)
    #expect(expectations.contains(0))
    #expect(expectations.contains { $0 > 0 })
  }
}
