import Diagnostics
import FirebreakTestSupport
import Testing

@Suite("Renderers") struct RendererTests {
  static let findings = FixtureDiagnostics.list

  @Test func full() {
    expectSnapshot(FullRenderer().text(Self.findings), "Tests/Snapshots/Diagnostics/full.txt")
  }

  @Test func `full in 40 columns`() {
    expectSnapshot(FullRenderer(width: 40).text(Self.findings), "Tests/Snapshots/Diagnostics/full-40.txt")
  }

  @Test func `full in colours`() {
    let list = FindingList([FixtureDiagnostics.openWrite, FixtureDiagnostics.budget, FixtureDiagnostics.noPlace])
    let text = FullRenderer(colours: true).text(list)
    expectSnapshot(text.replacing("\u{1B}", with: "␛"), "Tests/Snapshots/Diagnostics/full-colours.txt")
    var plain = ""
    var isEscape = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" { isEscape = true }
      if !isEscape { plain.unicodeScalars.append(scalar) }
      if scalar == "m" { isEscape = false }
    }
    #expect(plain == FullRenderer().text(list))
  }

  @Test func concise() {
    expectSnapshot(ConciseRenderer.text(Self.findings), "Tests/Snapshots/Diagnostics/concise.txt")
  }

  @Test func markdown() {
    expectSnapshot(MarkdownRenderer.text(Self.findings), "Tests/Snapshots/Diagnostics/markdown.md")
  }

  @Test func `of many places of one problem some are shown and the others counted`() {
    let source = SourceText(path: "a.ts", text: String(repeating: "ask()\n", count: 2000))
    func findings(_ count: Int) -> FindingList {
      FindingList(
        (0..<count).map { place in
          var finding = Diagnostic(
            .missingCompositeIndex, "query `a` needs an index", at: source.location(Span(place * 6, place * 6 + 3)))
          finding.needs = NeededDefinition(member: "indexes", json: "{}", file: "firestore.indexes.json", user: "a")
          return finding
        })
    }
    func lines(_ count: Int) -> [String] {
      FullRenderer().text(findings(count)).split(separator: "\n").map(String.init)
    }
    #expect(lines(2000).suffix(2) == ["   = a.ts:11:1: `a` needs it, too", "   = and 1,989 more places"])
    #expect(lines(2000).count == 16)
    #expect(lines(12).last == "   = and 1 more place")
    #expect(lines(11).last == "   = a.ts:11:1: `a` needs it, too")
    // Programs get them all.
    #expect(ConciseRenderer.text(findings(2000)).split(separator: "\n").count == 2000)
  }

  @Test func `nothing is rendered as nothing`() {
    let none = FindingList([])
    #expect([FullRenderer().text(none), ConciseRenderer.text(none), MarkdownRenderer.text(none)] == ["", "", ""])
    #expect(none.summary == "no findings")
  }

  @Test func `the order of the findings does not depend on the order they came in`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let shuffled = FindingList((FixtureDiagnostics.all + FixtureDiagnostics.all).shuffled(using: &random))
      #expect(shuffled == Self.findings)
    }
    #expect(Self.findings.summary == "8 errors, 1 warning, 4 infos")
    #expect(Self.findings.worst == .error)
    #expect(FindingList([FixtureDiagnostics.budget]).fails(at: .error) == false)
    #expect(FindingList([FixtureDiagnostics.budget]).fails(at: .warning))
    #expect(FindingList([FixtureDiagnostics.budget]).fails(at: nil) == false)
  }

  @Test func `a line of many megabytes is shown quickly`() {
    let text = "[" + String(repeating: "日", count: 3_000_000)
    let source = SourceText(path: "a.json", text: text)
    let findings = (0..<20).map {
      Diagnostic(.malformedInput, "x", at: source.location(Span(1 + $0 * 300_000, 4 + $0 * 300_000)))
    }
    let output = FullRenderer().text(FindingList(findings))
    #expect(output.contains("--> a.json:1:1900002"))
    #expect(output.utf8.count < 20 * 1000)
  }
}
