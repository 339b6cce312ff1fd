import Diagnostics
import QueryScanner
import Testing

@Suite("Code that is nested deeply") struct NestingTests {
  private static func nested(_ levels: Int) -> String {
    String(repeating: "f(", count: levels) + "1" + String(repeating: ")", count: levels)
  }

  private static func cuts(_ files: [(path: String, text: String)]) -> [String] {
    let report = SourceScanner.scan(files.map { SourceText(path: $0.path, text: $0.text) })
    return report.cuts.map { cut in
      "\(cut.source.path):\(LineTable(cut.source).position(of: cut.span.start).line)"
    }
  }

  @Test(
    "what is too deep is said once with its place", arguments: ["swift", "ts", "js", "tsx", "kt", "java", "dart", "py"])
  func languages(_ language: String) {
    let code = "\n\nlet a = \(Self.nested(20_000));\nlet b = \(Self.nested(20_000));\n"
    let inside = language == "java" ? "class A {\n void a() {\n x = \(Self.nested(20_000));\n }\n}\n" : code
    let python = "\n\na = \(Self.nested(20_000))\n"
    let path = "a.\(language)"
    let found = Self.cuts([(path, language == "py" ? python : inside)])
    #expect(found == ["\(path):3"])
  }

  @Test("what anybody writes is not, alone or beside others")
  func usual() {
    let code = "let a = \(Self.nested(30));\n"
    #expect(Self.cuts([("a.ts", code)]) == [])
    #expect(Self.cuts([("a.ts", code), ("b.swift", code), ("c.ts", "\n\(Self.nested(20_000))\n")]) == ["c.ts:2"])
  }

  @Test("in documents and components it is said with the place in the file")
  func parts() {
    let document = "# Notes\n\n```ts\nlet a = \(Self.nested(20_000));\n```\n"
    let component = "<template></template>\n<script>\nlet a = \(Self.nested(20_000));\n</script>\n"
    #expect(Self.cuts([("a.md", document), ("b.vue", component)]) == ["a.md:4", "b.vue:3"])
  }
}
