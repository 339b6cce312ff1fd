import Diagnostics
import QueryScanner
import Testing

@Suite("Many sources") struct ManySourcesTests {
  /// Each is read as if it were alone, however deeply its code is nested.
  @Test("are read like single ones", arguments: ["swift", "ts", "kt", "java", "dart", "py"])
  func reading(_ language: String) {
    let sources = [1, 10, 30, 60, 90, 200, 1_000].flatMap { depth in
      [("(", ")"), ("[", "]"), ("f(a, ", ")")].enumerated().map { number, brackets in
        let (open, close) = brackets
        return SourceText(
          path: "Nested\(depth)x\(number).\(language)",
          text: "a = " + String(repeating: open, count: depth) + "b" + String(repeating: close, count: depth) + "\nc = d\n")
      }
    }
    #expect(SourceReader.read(all: sources) == sources.flatMap { SourceReader.read($0) })
  }

  @Test("none, and one")
  func few() {
    #expect(SourceReader.read(all: []).isEmpty)
    #expect(SourceReader.read(all: [SourceText(path: "a.swift", text: "let a = 1")]).count == 1)
  }
}
