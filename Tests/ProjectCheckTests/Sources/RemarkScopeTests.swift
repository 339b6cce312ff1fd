import Diagnostics
import Testing

@testable import ProjectCheck

@Suite("Lines that a comment speaks about") struct RemarkScopeTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var path = "a.swift"
    /// The comment is the line with `firebreak`.
    var text: String
    var lines: ClosedRange<Int>
  }

  static let cases: [Case] = [
    Case(testDescription: "behind code", text: "a()\nb() // firebreak-ignore FB1 -- x\nc()", lines: 2...2),
    Case(testDescription: "the next line", text: "// firebreak-ignore FB1 -- x\na()\nb()", lines: 2...2),
    Case(testDescription: "blank lines and comments between", text: "  # firebreak\n\n# more\na()\nb()", lines: 4...4),
    Case(
      testDescription: "a chain of calls",
      text: "// firebreak\nlet q = db.collection(\"a\")\n  .where(1)\n  .getDocuments()\nb()", lines: 2...4),
    Case(
      testDescription: "open brackets", text: "// firebreak\nconst q = query(\n  collection(db),\n  limit(3)\n);\nb()",
      lines: 2...5),
    Case(
      testDescription: "what a closure does is another matter",
      text: "// firebreak\ndb.listen({ snap in\n  other()\n})\nb()", lines: 2...2),
    Case(
      testDescription: "a closure behind the call", text: "// firebreak\ndb.listen() { snap in\n  other()\n}",
      lines: 2...2),
    Case(
      testDescription: "a whole fence",
      text: "text\n<!-- firebreak-ignore FB1 -- x -->\n\n```swift\na()\nb()\n```\nc", lines: 4...7),
    Case(
      testDescription: "a fence in a block quote", path: "a.md",
      text: "> ```js\n> // firebreak-ignore FB1 -- x\n>\n> a()\n>   .b()\n> c()\n> ```", lines: 4...5),
    Case(
      testDescription: "behind code in a block quote", path: "a.md",
      text: "> ```js\n> a() // firebreak-ignore FB1 -- x\n> c()\n> ```", lines: 2...2),
    Case(
      testDescription: "a whole fence in quotes of quotes", path: "a.md",
      text: "> > <!-- firebreak -->\n> >\n> > ```js\n> > a()\n> > ```\n> c", lines: 3...5),
    Case(testDescription: "in code the sign is code", text: "a\n  > firebreak\nb()", lines: 2...2),
    Case(testDescription: "at the end", text: "a()\n// firebreak", lines: 2...2),
  ]

  @Test("scope", arguments: cases)
  func scope(_ test: Case) throws {
    let source = SourceText(path: test.path, text: test.text)
    let start = try #require(test.text.utf8.firstRange(of: "firebreak".utf8))
    let offset = test.text.utf8.distance(from: test.text.utf8.startIndex, to: start.lowerBound)
    #expect(RemarkScope.lines(of: Span(offset, offset + 9), in: source) == test.lines)
  }
}
