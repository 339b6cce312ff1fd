import Diagnostics
import FirebreakTestSupport
import Testing

@Suite("Help pages") struct HelpPageTests {
  @Test("every code has a page of at least two sentences", arguments: DiagnosticCode.all)
  func everyCode(code: DiagnosticCode) {
    let page = HelpPage.of(code)
    let sentences = page.means.split(separator: " ").count {
      $0.hasSuffix(".") || $0.hasSuffix(".`") || $0.hasSuffix(":")
    }
    #expect(sentences >= 2, "\(page.means)")
    #expect(page.text.hasPrefix("\(code.id) \(code.name) (\(code.defaultSeverity.rawValue))\n\nWhat it means\n"))
  }

  static let complete = DiagnosticCode.all.filter { code in
    switch code.number {
    case 1, 2, 3, 8, 9, 11...17, 1001...1014, 2001...2026, 3001, 3002, 3101...3114, 3201, 3301...3303, 4001...4030,
      7001...7023, 8001, 8002, 9001:
      true
    default: false
    }
  }

  @Test("codes that are reported have all parts", arguments: complete)
  func allParts(code: DiagnosticCode) {
    let page = HelpPage.of(code)
    #expect([page.why, page.example, page.fix, page.ignoring, code.since].allSatisfy { !$0.isEmpty })
    let headings = [
      "What it means", "Why production behaves so", "Example", "Fix", "When to ignore", "Since",
    ]
    let lines = page.text.split(separator: "\n").map(String.init)
    #expect(lines.filter { headings.contains($0) } == headings)
  }

  @Test func page() {
    expectSnapshot(
      HelpPage.of(.missingCompositeIndex).text + "\n---\n\n" + HelpPage.of(.listNotProvable).text,
      "Tests/Snapshots/Diagnostics/page.txt")
  }
}
