import Diagnostics
import StructuredText
import Testing

@Suite("YAML reader") struct YAMLReaderTests {
  static let accepted: [(String, String)] = [
    ("a: 1", #"{"a":1}"#),
    ("\u{FEFF}a: 1\r\nb: [x, y]\r\n", #"{"a":1,"b":["x","y"]}"#),
    ("- on\n- off\n- yes\n- no\n- y\n- On", #"["on","off","yes","no","y","On"]"#),
    ("[true, True, TRUE, false, False, FALSE, tRUE]", #"[true,true,true,false,false,false,"tRUE"]"#),
    ("[null, Null, NULL, ~, nULL, ]", #"[null,null,null,null,"nULL"]"#),
    ("a:\nb: ''\n", #"{"a":null,"b":""}"#),
    ("[0, -1, +1, 012, 0x1F, 0o17, 1_000, 0b1]", #"[0,-1,1,12,31,15,"1_000","0b1"]"#),
    ("[1.5, .5, 5., 1e3, -1.5E-3, 1e, ., 1.2.3]", #"[1.5,0.5,5,1e3,-1.5E-3,"1e",".","1.2.3"]"#),
    ("[.inf, -.inf, +.Inf, .nan, .NaN, inf, nan]", #"[".inf","-.inf","+.Inf",".nan",".NaN","inf","nan"]"#),
    (#"["1", 'true', "null", '~', "é\n\x41é"]"#, #"["1","true","null","~","é\nAé"]"#),
    ("[12:30:00, 2026-01-05T00:00:00Z, 30d, -90d]", #"["12:30:00","2026-01-05T00:00:00Z","30d","-90d"]"#),
    ("a: |\n  x\n  y\nb: >-\n  1\n", #"{"a":"x\ny\n","b":"1"}"#),
    ("1: a\ntrue: b\n\"x y\": c\n? z\n: d", #"{"1":"a","true":"b","x y":"c","z":"d"}"#),
    ("a: &x {k: [1]}\nb: *x\nc: [*x, *x]", #"{"a":{"k":[1]},"b":{"k":[1]},"c":[{"k":[1]},{"k":[1]}]}"#),
    ("a: &x 1\nb: &x 2\nc: *x", #"{"a":1,"b":2,"c":2}"#),
    ("&k key: 1\nother: *k", #"{"key":1,"other":"key"}"#),
    ("[a: 1, b]", #"[{"a":1},"b"]"#),
    ("%YAML 1.2\n---\na: 1\n...\n", #"{"a":1}"#),
    ("--- text", #""text""#),
    (
      "[!!str 1, !!int 7, !!float 1, !!bool true, !!null ~, ! 5, !!seq [], !!map {}]", #"["1",7,1,true,null,"5",[],{}]"#
    ),
    ("\"<<\": {a: 1}", #"{"<<":{"a":1}}"#),
    ("'日本': \"😀\"   # comment\n", #"{"日本":"😀"}"#),
    (
      String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
      String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    ),
  ]

  @Test("accepts", arguments: accepted)
  func accepts(text: String, value: String) {
    let result = YAMLReader.read(SourceText(path: "a.yaml", text: text))
    #expect(reports(result.diagnostics) == [])
    #expect(json(result.node) == value)
  }

  static let refused = [
    Refusal("", "FB0013 1:1 the file is empty"),
    Refusal("# only a comment\n", "FB0013 1:1 the file holds no value"),
    Refusal("a: 1\na: 2", "FB0016 2:1 the key `a` is written twice in one object"),
    Refusal("日本: 1\nx: {é: 1, é: 2}", "FB0016 2:11 the key `é` is written twice in one object"),
    Refusal("1: a\n\"1\": b", "FB0016 2:1 the key `1` is written twice in one object"),
    Refusal("a:\n\tb: 1", "FB0013 2:1 a tab cannot indent YAML"),
    Refusal("a: b: c", "FB0013 1:5 a `:` that starts a value is not allowed here"),
    Refusal("a: [1, 2\nb: 3", "FB0013 2:2 expected `,` or `]` in the list"),
    Refusal("a: {b: 1\n", "FB0013 1:9 expected `,` or `}` in the mapping"),
    Refusal("a: \"x\n", "FB0013 1:6 the file ends inside a quoted text"),
    Refusal("a: 1\n b: 2\n", "FB0013 2:3 a `:` that starts a value is not allowed here"),
    Refusal("a:\n  b: 1\n c: 2\n", "FB0013 3:2 expected a key of the mapping"),
    Refusal("- a\nb\n", "FB0013 2:2 expected `:` after a key"),
    Refusal("- a\nb: 1\n", "FB0013 2:1 expected `- ` for the next entry of the list"),
    Refusal("é: @x", "FB0013 1:4 `@` cannot start a value"),
    Refusal("a: \"\\q\"", "FB0013 1:5 this is not an escape of YAML"),
    Refusal("a: \u{1}", "FB0013 1:4 the control character `\\u{1}` is not allowed"),
    Refusal("日: \u{1}", "FB0013 1:4 the control character `\\u{1}` is not allowed"),
    Refusal("a: *x", "FB0013 1:4 the alias `*x` has no anchor before it"),
    Refusal("a: &x [*x]", "FB0013 1:8 the alias `*x` stands inside its own anchor"),
    Refusal("a: !thing 1", "FB8001 1:4 the tag `!thing` is not supported"),
    Refusal("a: !!set {x}", "FB8001 1:4 the tag `!!set` is not supported"),
    Refusal("a: !!int x", "FB0015 1:4 `x` is no value of the tag `!!int`"),
    Refusal("b: &b {x: 1}\na:\n  <<: *b\n  y: 2", "FB8001 3:3 merge keys (`<<`) are not supported"),
    Refusal("a: 1\n---\nb: 2", "FB8001 2:1 a second YAML document is not read"),
    Refusal("[a]: 1", "FB0015 1:1 expected a key, found a collection"),
    Refusal("a: &x [1]\n*x : 2", "FB0015 2:1 expected a key, found a collection"),
    Refusal(
      String(repeating: "[", count: 300), "FB0013 1:201 lists and mappings are nested more than 200 levels deep"),
    Refusal(
      String(repeating: "- ", count: 300), "FB0013 1:401 lists and mappings are nested more than 200 levels deep"),
  ]

  @Test("refuses", arguments: refused)
  func refuses(row: Refusal) {
    let result = YAMLReader.read(SourceText(path: "a.yaml", text: row.text))
    #expect(reports(result.diagnostics) == row.reports)
    #expect(result.valid == nil)
    #expect(result.diagnostics.allSatisfy { $0.help != nil })
  }

  @Test func `spans are byte ranges also behind multibyte text`() throws {
    let text = "'日本': é   # 日\nlist:\n  - 😀 x\n  - {k: \"é\"}\nblock: |\n  one\n  two\n\nlast: é"
    let source = SourceText(path: "a.yaml", text: text)
    let root = try #require(YAMLReader.read(source).valid)
    func written(_ span: Diagnostics.Span) -> String {
      String(decoding: source.bytes[span.start..<span.end], as: UTF8.self)
    }
    guard case .object(let members) = root.content, case .array(let elements) = members[1].value.content else {
      Issue.record("another shape")
      return
    }
    #expect(written(root.span) == text)
    #expect(members.map { written($0.keySpan) } == ["'日本'", "list", "block", "last"])
    #expect(written(members[0].value.span) == "é")
    #expect(elements.map { written($0.span) } == ["😀 x", "{k: \"é\"}"])
    #expect(written(members[1].value.span) == "- 😀 x\n  - {k: \"é\"}")
    #expect(written(members[2].value.span) == "|\n  one\n  two")
    #expect(source.location(members[3].keySpan).position == SourcePosition(line: 9, column: 1))
  }

  @Test func `aliases have a budget`() {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<40 {
      let copies = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(copies)]\n"
    }
    let result = YAMLReader.read(SourceText(path: "a.yaml", text: bomb))
    #expect(reports(result.diagnostics) == ["FB0013 5:45 the aliases of this file stand for more than 100000 values"])
    #expect(result.node == nil)
    let nested = "a0: &a0 [x]\n" + (1..<250).map { "a\($0): &a\($0) [*a\($0 - 1)]\n" }.joined()
    #expect(
      reports(YAMLReader.read(SourceText(path: "a.yaml", text: nested)).diagnostics)
        == ["FB0013 200:14 lists and mappings are nested more than 200 levels deep"])
  }

  @Test func `an alias has its own place`() throws {
    let source = SourceText(path: "a.yaml", text: "a: &x [1]\nb: *x")
    let root = try #require(YAMLReader.read(source).valid)
    guard case .object(let members) = root.content else { return }
    #expect(source.location(members[1].value.span).position == SourcePosition(line: 2, column: 4))
  }

  @Test func `deep and long inputs end quickly`() {
    for text in ["[", "{a: ", "- ", "? ", "[{", "a:\n ", "&a ", "!a ", "'", "\"\\", "*a ", "%", "|", "- - &a [*a, "] {
      let result = YAMLReader.read(SourceText(path: "a.yaml", text: String(repeating: text, count: 100_000)))
      #expect(result.valid != nil || result.diagnostics.contains { $0.location != nil }, "\(text)")
    }
  }
}
