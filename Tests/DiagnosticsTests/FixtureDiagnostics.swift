import Diagnostics

/// The findings that every renderer shows in its snapshot.
enum FixtureDiagnostics {
  static let all: [Diagnostic] = [
    openWrite, missingIndex, budget, noPlace, wide, tabs, longLine, twoLines, manyLines, endOfFile, invalidBytes,
    controls, emptyFile,
  ]

  static let list = FindingList(all)

  static func location(_ path: String, _ text: String, _ part: String) -> SourceLocation {
    let source = SourceText(path: path, text: text)
    let bytes = source.bytes
    let wanted = Array(part.utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: wanted) } ?? 0
    return source.location(Span(start, start + wanted.count))
  }

  static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /reviews/{id} {
          allow write: if true;
        }
      }
    }

    """

  static let openWrite = Diagnostic(
    .openWrite, "anyone can write this document", at: location("firestore.rules", rules, "allow write: if true;"),
    notes: ["example: no sign-in, create reviews/x with {}, allowed by this line"],
    help: "require `request.auth != null` and validate fields")

  static let missingIndex = Diagnostic(
    .missingCompositeIndex,
    "query `orders.search` needs an index that `firestore.indexes.json` does not define",
    at: location("firebreak/queries/orders.search.json", "{\"query\": \"orders where a == ?\"}", "orders where a == ?"),
    notes: [
      "needs: orders (status ASC, total DESC)", "3 call sites: src/search.ts:41, src/admin.ts:88 | src/admin.ts:120",
    ],
    help: "add the definition with `firebreak indexes suggest --write`")

  static let budget = Diagnostic(
    .budgetNearlyUsed, "`feed.open` bills 46 of 50 reads",
    at: location("firebreak.json", String(repeating: "\n", count: 99) + "  \"feed.open\": {\n", "\"feed.open\""))

  static let noPlace = Diagnostic(
    .configNotFound, "there is no `firebase.json` here or above", help: "run in the project's folder or give `-C`")

  static let wide = Diagnostic(
    .wrongType, "expected a number for `größe`, found a string",
    at: location("日本.yaml", "日本語: 👨‍👩‍👧 {größe: \"zwölf日\"} # e\u{301}", "\"zwölf日\""))

  static let tabs = Diagnostic(
    .unknownKey, "unknown key `colour`", at: location("tabs.json", "{\n\t\"a\":\t{\"colour\": 1}\n}", "\"colour\""),
    help: "did you mean `color`?")

  static let longLine = Diagnostic(
    .malformedInput, "expected `,` or `]`, found `x`",
    at: location(
      "data.json", "[" + String(repeating: "12345, ", count: 200_000) + "x" + String(repeating: " 日本", count: 5000), "x"
    ))

  static let twoLines = Diagnostic(
    .unusedIndex, "no query uses this index",
    at: location("two.json", "[\n  {\"a\": 1,\n   \"b\": 2}\n]", "{\"a\": 1,\n   \"b\": 2}"))

  static let manyLines = Diagnostic(
    .unusedIndex, "no query uses this index",
    at: location("many.json", "[\n  {\n    \"a\": 1,\n    \"b\": 2\n  }\n]", "{\n    \"a\": 1,\n    \"b\": 2\n  }"))

  static let endOfFile = Diagnostic(
    .malformedInput, "the file ends inside the object",
    at: SourceText(path: "end.json", text: "{\"a\": 1\n").location(Span(7, 7)),
    help: "close the object with `}`")

  static let invalidBytes = Diagnostic(
    .malformedInput, "the text is not valid UTF-8 from here on",
    at: SourceText(path: "bytes.json", bytes: Array("[1, \"é".utf8) + [0xFF, 0xFE] + Array("\"]".utf8)).location(
      Span(7, 8)))

  static let controls = Diagnostic(
    .openReadWrite, "a path with \u{1B}[31m colour and\na line break",
    at: location("escape\u{1B}.rules", "match \u{1B}[31m/a\u{202E}/{b} {", "/a"), severity: .info)

  static let emptyFile = Diagnostic(
    .malformedInput, "the file is empty", at: SourceText(path: "empty.json", text: "").start)
}
