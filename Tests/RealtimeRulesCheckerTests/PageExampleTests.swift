import CodePages
import Diagnostics
import PageLayout
import RealtimeDatabase
import RealtimeRules
import StructuredText
import Testing

@testable import RealtimeRulesChecker

/// The examples of the pages show what they say: the check finds its code at every mark of them, and nowhere else.
@Suite("Realtime Database rules: examples of pages") struct PageExampleTests {
  static let codes =
    RealtimeRulesCheck.codes.filter { $0.subject == .realtimeDatabase }.sorted { $0.number < $1.number }
    + [.jsonSyntax, .unknownRuleKey, .expressionError]

  @Test("marks are where the findings are", arguments: codes)
  func marks(code: DiagnosticCode) throws {
    let example = HelpPage.of(code).markedExample
    // Behind the rules, which end where their brackets do, may stand the data, or what an app does.
    let lines = example.split(separator: "\n").map(String.init)
    let end = lines.indices.first { lines[...$0].joined().isBalanced } ?? lines.endIndex - 1
    let rest = lines[(end + 1)...].filter { $0.hasPrefix("  {") }
    var plain = ""
    var expected: [Int] = []
    for character in lines[...end].joined(separator: "\n") {
      if HelpPage.isMark(character) { expected.append(plain.utf8.count) } else { plain.append(character) }
    }
    let source = SourceText(path: "database.rules.json", text: plain)
    let reading = RealtimeRulesReading.read(source)
    var context = RealtimeCheckContext()
    if !rest.isEmpty {
      let data = SourceText(path: "data.json", text: rest.joined(separator: "\n"))
      context.data = try RealtimeNode(node: #require(JSONReader.read(data).node))
    }
    let findings =
      reading.diagnostics + (reading.ruleset.map { RealtimeRulesCheck.findings($0, context: context) } ?? [])
    #expect(!expected.isEmpty)
    let found = findings.filter { $0.code == code }.compactMap { $0.location?.span.start }
    #expect(found == expected, "\(plain)")
  }
}

extension String {
  fileprivate var isBalanced: Bool { count { $0 == "{" } == count { $0 == "}" } }
}
