import Diagnostics
import Testing

@Suite("Selecting findings") struct FindingFilterTests {
  static let findings = [
    Diagnostic(.missingCompositeIndex, "a", at: SourceText(path: "src/a.json", text: "x").start),
    Diagnostic(.unusedIndex, "b", at: SourceText(path: "firestore.indexes.json", text: "x").start),
    Diagnostic(.budgetExceeded, "c"),
    Diagnostic(.malformedInput, "d", at: SourceText(path: "src/b.json", text: "x").start),
  ]

  private func messages(_ filter: FindingFilter, complete: Bool = true) -> [String] {
    filter.apply(to: Self.findings, complete: complete).filter { $0.suppression == nil }.map { $0.message }
  }

  private func selectors(_ texts: String...) -> [CodeSelector] { texts.compactMap(CodeSelector.init) }

  @Test func `prefixes, ids and names select`() {
    #expect(messages(FindingFilter()) == ["a", "b", "c", "d"])
    #expect(messages(FindingFilter(select: selectors("FB2"))) == ["a", "b", "d"])
    #expect(messages(FindingFilter(select: selectors("fb2001", "budget-exceeded"))) == ["a", "c", "d"])
    #expect(messages(FindingFilter(ignore: selectors("FB20"))) == ["c", "d"])
    #expect(messages(FindingFilter(select: selectors("FB2"), ignore: selectors("FB2006"))) == ["a", "d"])
    #expect(messages(FindingFilter(ignore: selectors("ALL"))) == ["d"])
    #expect(CodeSelector("FB2999") == nil)
    #expect(CodeSelector("F") == nil)
    #expect(CodeSelector("unused") == nil)
  }

  private func entry(_ code: String, _ path: String?, _ reason: String? = "r") throws -> IgnoreEntry {
    IgnoreEntry(try #require(CodeSelector(code)), path: path, reason: reason, location: nil)
  }

  @Test func `entries need a reason and a use`() throws {
    #expect(messages(FindingFilter(entries: [try entry("FB2006", "firestore.indexes.json")])) == ["a", "c", "d"])
    #expect(messages(FindingFilter(entries: [try entry("FB2", nil)])) == ["c", "d"])
    let unused = FindingFilter(entries: [try entry("FB2006", "other.json")])
    #expect(messages(unused) == ["a", "b", "c", "d", "the entry that ignores `FB2006` matches no finding"])
    #expect(messages(unused, complete: false) == ["a", "b", "c", "d"])
    let noReason = FindingFilter(entries: [try entry("FB2006", nil, " ")])
    let found = noReason.apply(to: Self.findings)
    #expect(found.map(\.code.id) == ["FB2001", "FB2006", "FB7001", "FB0013", "FB0011"])
    let reasoned = FindingFilter(entries: [try entry("FB2006", nil, "yearly report")])
    let silenced = reasoned.apply(to: Self.findings).filter { $0.suppression != nil }
    #expect(silenced.map(\.message) == ["b"])
    #expect(silenced.first?.suppression == Suppression(.external, reason: "yearly report"))
    let unreadable = FindingFilter(entries: [try entry("FB0013", nil)])
    #expect(messages(unreadable) == ["a", "b", "c", "d", "the entry that ignores `FB0013` matches no finding"])
  }

  @Test(
    "path patterns",
    arguments: [
      ("src/a.json", "src/a.json", true), ("src/*.json", "src/a.json", true), ("*.json", "src/a.json", false),
      ("**/*.json", "src/x/a.json", true), ("**/*.json", "a.json", true), ("src/**", "src/x/a.json", true),
      ("src/**/a.json", "src/a.json", true), ("src/**/a.json", "src/x/y/a.json", true), ("src", "src/a.json", false),
      ("", "src/a.json", false), ("s*c/a*", "src/a.json", true),
    ])
  func patterns(pattern: String, path: String, matches: Bool) throws {
    let entry = try entry("FB2001", pattern)
    let finding = Diagnostic(.missingCompositeIndex, "a", at: SourceText(path: path, text: "").start)
    #expect(entry.matches(finding) == matches)
  }
}
