import CodePages
import Diagnostics
import FirebreakTestSupport
import PageLayout
import Testing

@Suite("Help pages") struct HelpPageTests {
  @Test("every code has a page with all headings", arguments: DiagnosticCode.all)
  func everyCode(code: DiagnosticCode) {
    let page = HelpPage.of(code)
    #expect(page.sections.map(\.heading) == HelpPage.Heading.all)
    let sentences = page.means.split(separator: " ").count {
      $0.hasSuffix(".") || $0.hasSuffix(".`") || $0.hasSuffix(":")
    }
    #expect(sentences >= 2, "\(page.means)")
    #expect(page.example.split(separator: "\n").contains { $0.filter { $0 != " " }.count >= 12 }, "\(page.example)")
    #expect(page.text.hasPrefix("\(code.id) \(code.name) (\(code.defaultSeverity.rawValue))\n\nWhat it means\n"))
    #expect(page.text.hasSuffix("\n\nSince\n  Firebreak \(code.since)\n"))
    let lines = page.text.split(separator: "\n").map(String.init)
    #expect(lines.filter(HelpPage.Heading.all.contains) == HelpPage.Heading.all)
  }

  /// What pages say about codes is what the catalogue says: a renamed code cannot keep its old name in an example.
  @Test("pages name only codes that exist, by their names", arguments: DiagnosticCode.all)
  func references(code: DiagnosticCode) throws {
    let text = HelpPage.of(code).sections.map(\.body).joined(separator: "\n")
    // The page about codes that do not exist shows one.
    for match in text.matches(of: try Regex(#"FB\d{4}"#)) where code != .unknownCodeInConfig {
      #expect(DiagnosticCode(named: String(text[match.range])) != nil, "\(text[match.range])")
    }
    for match in text.matches(of: try Regex(#"\[(FB\d{4}) ([a-z-]+)\]"#)) {
      let words = text[match.range].dropFirst().dropLast().split(separator: " ").map(String.init)
      #expect(DiagnosticCode(named: words[0])?.name == words[1])
    }
  }

  @Test("a page knows the catalogue's entry of its code", arguments: DiagnosticCode.all)
  func entry(code: DiagnosticCode) {
    let page = HelpPage.of(code)
    #expect(page.id == code.id && page.name == code.name)
    #expect(page.severity == code.defaultSeverity.rawValue && page.since == code.since)
  }

  @Test func `headings change where the subjects of codes change`() {
    let titles = DiagnosticCode.all.map { code in SubjectHeading.all.first { $0.covers(code.number) }?.title }
    let subjects = DiagnosticCode.all.map(\.subject)
    for index in subjects.indices.dropFirst() {
      #expect((titles[index] == titles[index - 1]) == (subjects[index] == subjects[index - 1]))
    }
    #expect(!titles.contains(nil) && SubjectHeading.all.count == CodeSubject.allCases.count)
  }

  @Test("what users read has no marks", arguments: DiagnosticCode.all)
  func marks(code: DiagnosticCode) { #expect(!HelpPage.of(code).text.contains(where: HelpPage.isMark)) }

  @Test func page() {
    expectSnapshot(
      HelpPage.of(.missingCompositeIndex).text + "\n---\n\n" + HelpPage.of(.listNotProvable).text,
      "Tests/Snapshots/Diagnostics/page.txt")
  }
}
