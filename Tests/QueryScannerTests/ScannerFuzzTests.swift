import Diagnostics
import FirebreakTestSupport
import QueryScanner
import SourceRequests
import Testing

/// Whatever stands in a file, scanning it ends, and what it finds stands inside of it.
@Suite("Broken sources") struct ScannerFuzzTests {
  private static let extensions = SourceLanguage.extensions.keys.sorted()

  /// The sources of the cases in every folder that there is, with their names.
  private static func sources() throws -> [SourceText] {
    let folders = try RepositoryFiles.folders(in: "Tests/QueryScannerTests/Cases")
    return try folders.flatMap { folder in
      let sources = try ScanCase.load(folder).flatMap(\.sources)
      guard !sources.isEmpty else { throw SpecError("no sources in \(folder)") }
      return sources
    }
  }

  private func check(_ bytes: [UInt8], _ path: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let source = SourceText(path: path, bytes: bytes)
    let report = SourceScanner.scan([source])
    let evaluated = EvaluatedSources.requests(of: [source])
    let spans =
      (report.requests + evaluated).map(\.location.span) + report.fragments.map(\.span)
      + report.remarks.map(\.remark.span)
      + SourceReader.read(source).flatMap { $0.statements.map(\.span) }
    for span in spans {
      #expect(
        0 <= span.start && span.start <= span.end && span.end <= bytes.count, "\(path) \(span)",
        sourceLocation: sourceLocation)
    }
  }

  @Test("sources cut off anywhere") func truncated() throws {
    var random = SeededGenerator(seed: 1)
    for source in try Self.sources() {
      let length = Int.random(in: 0...source.bytes.count, using: &random)
      check(Array(source.bytes.prefix(length)), source.path)
    }
  }

  @Test("sources with bytes changed, doubled and left out") func mutated() throws {
    var random = SeededGenerator(seed: 2)
    let signs = Array("(){}[]<>\"'`\\/*#$@,;:.=&|?!\n\t x0\0\u{C3}".utf8) + [0xFF, 0x80]
    for source in try Self.sources() {
      var bytes = source.bytes
      for _ in 0..<6 where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = signs[Int.random(in: 0..<signs.count, using: &random)]
        case 2: bytes.insert(signs[Int.random(in: 0..<signs.count, using: &random)], at: place)
        default:
          let length = min(Int.random(in: 1...40, using: &random), bytes.count - place)
          bytes.insert(contentsOf: bytes[place..<place + length], at: Int.random(in: 0..<bytes.count, using: &random))
        }
      }
      check(bytes, source.path)
    }
  }

  @Test("sources of one language with parts of another, under any name") func spliced() throws {
    var random = SeededGenerator(seed: 3)
    let sources = try Self.sources()
    for source in sources {
      guard let other = sources.randomElement(using: &random) else { continue }
      let cut = Int.random(in: 0...source.bytes.count, using: &random)
      let start = Int.random(in: 0...other.bytes.count, using: &random)
      let bytes = source.bytes.prefix(cut) + other.bytes.suffix(start) + source.bytes.dropFirst(cut)
      check(Array(bytes), "any." + (Self.extensions.randomElement(using: &random) ?? "swift"))
    }
  }

  @Test("line ends of other systems and a byte order mark keep what is found") func lineEnds() throws {
    for source in try Self.sources() {
      let found = SourceScanner.scan([source]).requests.map(\.description)
      let windows: [UInt8] = [0xEF, 0xBB, 0xBF] + source.bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
      let other = SourceScanner.scan([SourceText(path: source.path, bytes: windows)]).requests.map(\.description)
      #expect(found == other, "\(source.path)")
    }
  }

  @Test("random bytes", arguments: extensions) func random(_ name: String) {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<40 {
      let length = Int.random(in: 0...300, using: &random)
      check((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }, "random.\(name)")
    }
  }

  private static let repeated = [
    "(", "[", "{", ")", "}", "a(", "a[", "a{", "f(x) {", "if (a) {", "if a {", "if a {} else ", "{ a in ", "(a) => ",
    "a ? b : ", "a = ", "a ?? ", "a || ", "a + ", "a - ", "!", "-", "await ", "try ", "new ", "...", "a.b", ".b()",
    ".b {}", "a<", "a<b,", "<a>", "</a>", "<a b={", "\"\\(", "`${", "\"${", "f\"{", "\"", "'", "`", "\"\"\"", "'''",
    "/*", "*/", "//", "#", "/", "@a", "@a(", "class A {", "def f():\n ", "case a:", "switch a {", "lambda: ",
    "func f() {",
    "let a = ", "not ", "x if y else ", "for a in ", "return ", "a..b", "a => ", "->", "where ", "#if a\n", "<T>",
    "= >",
    "a as b ", "a is b ", "import a.", "(a, b) -> ", "a?", "a!", "a!!", "::a", "\\", "\0", "\t", "\r", "\n ", "a:", ",",
    ";",
    "db.collection(\"a\").", "await db.collection('a').get();\n", "x = x.where('a', '==', x)\n", "q = f(q)\n",
    "- ", "```swift\n", "> ",
  ]

  @Test("ten thousand brackets", arguments: extensions) func brackets(_ name: String) {
    for piece in ["(", "[", "{", "f(", "a[", "{ a in ", "(a) => {", ")", "}", "({[", "<a>"] {
      check(Array(String(repeating: piece, count: 10_000).utf8), "brackets.\(name)")
    }
  }

  @Test("the same again and again", arguments: repeated) func endless(_ piece: String) {
    for name in Self.extensions {
      check(Array(String(repeating: piece, count: 1_000).utf8), "endless.\(name)")
    }
  }
}
