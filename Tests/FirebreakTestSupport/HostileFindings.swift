package import Diagnostics

/// Findings whose texts try to break out of every output format.
package enum HostileFindings {
  package static let list = FindingList([
    controls, delimiters, directions, wide, percent, longLine, crlf, noPlace, emptyFile, fixable, repeated(0),
    repeated(1),
    severalLines, notUTF8,
  ])

  private static func location(_ path: String, _ text: String, _ part: String, after: Int = 0) -> SourceLocation {
    let source = SourceText(path: path, text: text)
    let wanted = Array(part.utf8)
    let start = source.bytes.indices.dropFirst(after).first { source.bytes[$0...].starts(with: wanted) } ?? 0
    return source.location(Span(start, start + wanted.count))
  }

  private static let controls = Diagnostic(
    .openWrite, "control \u{0}\u{1}\u{8}\u{1B}[31m, tab \t, break\r\nand \u{7F}\u{85}\u{2028}",
    at: location("a\u{1}b.rules", "x \u{1B}[0m y", "\u{1B}[0m"),
    notes: ["a note\nof two lines"], help: "help\rwith a return")

  private static let delimiters = Diagnostic(
    .openReadWrite, "ends CDATA ]]> & \"quotes\" 'x' <tag a=\"1\"> | cell | `code | in` ::error::x",
    at: location("dir with space/a,b:c;d.rules", "match <&\"'>]]> {}", "<&\"'>]]>"), notes: ["::set-output name=a::b"],
    help: "<script>alert(1)</script>")

  private static let directions = Diagnostic(
    .proofUnknown, "right-to-left \u{202E}abc\u{202C} שלום and \u{200F}mark, byte order \u{FEFF}mark",
    at: location("עברית.yaml", "מפתח: ערך\n", "ערך"))

  private static let wide = Diagnostic(
    .wrongType, "emoji 👨‍👩‍👧 in `größe日本`", at: location("日本/🙂.yaml", "日本語: 👨‍👩‍👧 größe e\u{301}\n", "größe"))

  private static let percent = Diagnostic(
    .budgetExceeded, "100% of %0A budget, %25 and ~/path?x=1#y", at: location("a%20b/c#d?.yaml", "100%: [x]\n", "[x]"),
    help: "::endgroup::")

  private static let longLine = Diagnostic(
    .unboundedQuery, "a line of many characters " + String(repeating: "日", count: 200),
    at: location("long.ts", String(repeating: "x", count: 50_000) + "y" + String(repeating: "z", count: 50_000), "y"))

  private static let crlf = Diagnostic(
    .unknownKey, "unknown key `b`", at: location("crlf.json", "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n", "\"b\""),
    severity: .warning)

  private static let noPlace = Diagnostic(.configNotFound, "there is no `firebase.json` here or above")

  private static let emptyFile = Diagnostic(
    .malformedInput, "there is no file `x.json`", at: SourceText(path: "x.json", text: "").start)

  private static let fixable: Diagnostic = {
    let text = "allow read: if request.auth.id == a;\nallow list: if true;\n"
    return Diagnostic(
      .unknownProperty, "`request.auth.id` does not exist", at: location("fix.rules", text, "id"),
      related: [RelatedLocation("the statement that allows it anyway", at: location("fix.rules", text, "allow list"))],
      fixes: [
        SuggestedFix("write `uid`", [SuggestedFix.Edit(location("fix.rules", text, "id"), replacement: "uid")])
      ])
  }()

  private static func repeated(_ number: Int) -> Diagnostic {
    let text = "get(a)\nget(b)\n\nget( a )\n"
    return Diagnostic(
      .nPlusOneGets, "one read per element", at: location("same.ts", text, number == 0 ? "get(a)" : "get( a )"))
  }

  private static let severalLines = Diagnostic(
    .unusedIndex, "no query uses this index",
    at: location("many.json", "[\n  {\n    \"a\": 1\n  }\n]", "{\n    \"a\": 1\n  }"))

  private static let notUTF8 = Diagnostic(
    .malformedInput, "not valid UTF-8 from here on",
    at: SourceText(path: "bytes.json", bytes: Array("[1, \"é".utf8) + [0xFF, 0xFE] + Array("\"]".utf8)).location(
      Span(7, 9)))
}
