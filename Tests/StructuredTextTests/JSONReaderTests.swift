import Diagnostics
import StructuredText
import Testing

@Suite("JSON reader") struct JSONReaderTests {
  static let accepted: [(String, String)] = [
    ("{}", "{}"),
    ("[]", "[]"),
    (" \r\n\t 1 ", "1"),
    ("\u{FEFF}{\"a\": 1}", #"{"a":1}"#),
    (#"{"b": 1, "a": [true, false, null], "": {}}"#, #"{"b":1,"a":[true,false,null],"":{}}"#),
    ("[0, -0, 10, 1.50, 1e6, 1E+06, -2.5e-3]", "[0,-0,10,1.50,1e6,1E+06,-2.5e-3]"),
    ("123456789012345678901234567890.123456789", "123456789012345678901234567890.123456789"),
    (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#),
    (#""\u00e9\u0000\ud83d\ude00\uFFFF""#, "\"é\\u0000😀\u{FFFF}\""),
    ("\"日本語 \u{7F}\"", #""日本語 \u007f""#),
    ("{\"é\": 1, \"e\u{301}\": 2}", "{\"é\":1,\"e\u{301}\":2}"),
    (
      String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
      String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    ),
  ]

  @Test("accepts", arguments: accepted)
  func accepts(text: String, value: String) {
    let result = JSONReader.read(SourceText(path: "a.json", text: text))
    #expect(reports(result.diagnostics) == [])
    #expect(json(result.node) == value)
  }

  static let refused = [
    Refusal("", "FB0013 1:1 the file is empty"),
    Refusal("\u{FEFF}", "FB0013 1:1 the file is empty"),
    Refusal(" \n", "FB0013 1:1 the file holds no value"),
    Refusal("{", "FB0013 1:2 the file ends inside the object"),
    Refusal("{\"a\": [1,\n 2\n", "FB0013 2:3 the file ends inside the array"),
    Refusal("{\"a\"\n", "FB0013 1:5 the file ends where `:` after the key is expected"),
    Refusal("{\"a\":", "FB0013 1:6 the file ends where a value is expected"),
    Refusal("{\"a\": 1,\n}", "FB0013 1:8 a comma before `}` is not JSON"),
    Refusal("[1, 2,]", "FB0013 1:6 a comma before `]` is not JSON"),
    Refusal("[,1]", "FB0013 1:2 expected a value, found `,`"),
    Refusal("[1 2]", "FB0013 1:4 expected `,` or `]`, found `2`"),
    Refusal("{\"a\" 1}", "FB0013 1:6 expected `:` after the key, found `1`"),
    Refusal("{\"a\": 1 \"b\": 2}", "FB0013 1:9 expected `,` or `}`, found `\"`"),
    Refusal("{a: 1}", "FB0013 1:2 the key `a` is not in quotes"),
    Refusal("{1: 1}", "FB0013 1:2 the key `1` is not in quotes"),
    Refusal("{[]: 1}", "FB0013 1:2 expected a key in double quotes, found `[`"),
    Refusal("{'a': 1}", "FB0013 1:2 JSON has no single-quoted strings"),
    Refusal("['a']", "FB0013 1:2 JSON has no single-quoted strings"),
    Refusal("{} {}", "FB0013 1:4 expected the end of the file after the value, found `{`"),
    Refusal("// c\n{}", "FB0013 1:1 comments are not allowed in this file"),
    Refusal("{} /", "FB0013 1:4 expected the end of the file after the value, found `/`"),
    Refusal("[True]", "FB0013 1:2 `True` is not a JSON value"),
    Refusal("[NaN]", "FB0013 1:2 `NaN` is not a JSON value"),
    Refusal("[nulll]", "FB0013 1:2 `nulll` is not a JSON value"),
    Refusal("[é]", "FB0013 1:2 expected a value, found `é`"),
    Refusal("[01]", "FB0013 1:2 `01` is not a JSON number: a number does not start with 0"),
    Refusal("[+1]", "FB0013 1:2 `+1` is not a JSON number: a number has no plus sign"),
    Refusal("[.5]", "FB0013 1:2 `.5` is not a JSON number: a digit is missing at its start"),
    Refusal("[5.]", "FB0013 1:2 `5.` is not a JSON number: a digit is missing after the point"),
    Refusal("[1e]", "FB0013 1:2 `1e` is not a JSON number: a digit is missing in the exponent"),
    Refusal("[-]", "FB0013 1:2 `-` is not a JSON number: a digit is missing at its start"),
    Refusal("[0x10]", "FB0013 1:2 `0x10` is not a JSON number: it has further characters behind it"),
    Refusal("\"abc", "FB0013 1:1 the string is not closed"),
    Refusal("\"abc\\", "FB0013 1:1 the string is not closed"),
    Refusal("{\"a\": \"x\n\"}", "FB0013 1:7 the string is not closed at the end of its line"),
    Refusal("\"a\u{1}b\"", "FB0013 1:3 the control character U+0001 stands unescaped in a string"),
    Refusal("\"a\tb\"", "FB0013 1:3 the control character U+0009 stands unescaped in a string"),
    Refusal(#""日本\x""#, #"FB0013 1:4 `\x` is not an escape of JSON"#),
    Refusal(#""\u12G4""#, #"FB0013 1:2 `\u12` is not an escape of JSON"#),
    Refusal(#""\ud83d""#, #"FB0013 1:2 `\ud83d` is half of a surrogate pair, no character"#),
    Refusal(#""\ude00\ud83d""#, #"FB0013 1:2 `\ude00` is half of a surrogate pair, no character"#),
    Refusal(#""\ud83d\u0041""#, #"FB0013 1:2 `\ud83d` is half of a surrogate pair, no character"#),
    Refusal(
      "{\"a\": 1,\r\n \"b\": 2, \"a\": 3}", "FB0016 2:10 the key `a` is written twice in one object"),
    Refusal(
      "{\"a\": 1, \"\\u0061\": 3, \"x\": }", "FB0016 1:10 the key `a` is written twice in one object",
      "FB0013 1:28 expected a value, found `}`"),
    Refusal(
      String(repeating: "[", count: 201), "FB0013 1:201 arrays and objects are nested more than 200 levels deep"),
  ]

  @Test("refuses", arguments: refused)
  func refuses(row: Refusal) {
    let result = JSONReader.read(SourceText(path: "a.json", text: row.text))
    #expect(reports(result.diagnostics) == row.reports)
    #expect(result.valid == nil)
    #expect(result.diagnostics.allSatisfy { $0.help != nil })
  }

  @Test func `comments and trailing commas are options`() {
    let text = "// a\n{ /* b\n */ \"x\": [1, 2, ], // c\r\n \"y\": 2, }\n/**/"
    let source = SourceText(path: "a.json", text: text)
    let lenient = JSONReader.read(source, .lenient)
    #expect(json(lenient.valid) == #"{"x":[1,2],"y":2}"#)
    #expect(
      lenient.trailingCommas.map { source.location($0).position } == [
        .init(line: 3, column: 15), .init(line: 4, column: 8),
      ])
    #expect(
      reports(JSONReader.read(source, .comments).diagnostics) == ["FB0013 3:15 a comma before `]` is not JSON"])
    let open = SourceText(path: "a.json", text: "{} /* never")
    #expect(reports(JSONReader.read(open, .comments).diagnostics) == ["FB0013 1:4 the comment is not closed"])
    let lone = SourceText(path: "a.json", text: "[,]")
    #expect(reports(JSONReader.read(lone, .lenient).diagnostics) == ["FB0013 1:2 expected a value, found `,`"])
  }

  @Test func `strings over several lines are an option`() throws {
    let source = SourceText(path: "rules.json", text: "{\"a\": \"x\n\t\\\"y\r\n\"}")
    #expect(JSONReader.read(source, .comments).node == nil)
    let node = try #require(JSONReader.read(source, .realtimeRules).valid)
    guard case .object(let members) = node.content else { return #expect(Bool(false), "no object") }
    #expect(members.first?.value.content == .string("x\n\t\"y\r\n"))
    #expect(JSONReader.read(SourceText(path: "r.json", text: "\"\u{1}\""), .realtimeRules).node == nil)
  }

  @Test func `a key written twice names both places and keeps the first`() throws {
    let result = JSONReader.read(SourceText(path: "dir/a.json", text: "{\n  \"a\": 1,\n  \"a\": 2\n}"))
    let diagnostic = try #require(result.diagnostics.first)
    #expect(diagnostic.location?.description == "dir/a.json:3:3")
    #expect(diagnostic.notes == ["first written at dir/a.json:2:3"])
    #expect(json(result.node) == #"{"a":1}"#)
    #expect(result.valid == nil)
  }

  @Test func `whoever wants all keys gets those written twice without a finding`() {
    let result = JSONReader.read(
      SourceText(path: "a.json", text: "{\"a\": 1, \"b\": 2, \"a\": 3}"), JSONReader.Options(repeatedKeys: .allCount))
    #expect(result.diagnostics.isEmpty)
    guard case .object(let members)? = result.valid?.content else { return #expect(Bool(false), "no object") }
    #expect(members.map(\.key) == ["a", "b", "a"])
    #expect(members.map(\.value.content) == [.number("1"), .number("2"), .number("3")])
  }

  @Test func `keys written twice are found in large objects and counted`() {
    let keys = (0..<300).map { "\"k\($0 % 150)\": \($0)" }.joined(separator: ",")
    let result = JSONReader.read(SourceText(path: "a.json", text: "{\(keys)}"))
    #expect(result.diagnostics.count == 100)
    #expect(result.diagnostics.last?.notes.last == "50 more repeated keys are not listed")
  }

  @Test func `spans are byte ranges of the text`() throws {
    let text = #"{"é": ["日", -1.5]}"#
    let source = SourceText(path: "a.json", text: text)
    let root = try #require(JSONReader.read(source).valid)
    guard case .object(let members) = root.content, case .array(let elements) = members[0].value.content else {
      Issue.record("another shape")
      return
    }
    func written(_ span: Diagnostics.Span) -> String {
      String(decoding: source.bytes[span.start..<span.end], as: UTF8.self)
    }
    #expect(written(root.span) == text)
    #expect(written(members[0].keySpan) == "\"é\"")
    #expect(elements.map { written($0.span) } == ["\"日\"", "-1.5"])
  }

  @Test func `bytes that are not UTF-8 are located`() {
    let bytes = Array("{\"a\": \"日".utf8) + [0xFF] + Array("\"}".utf8)
    let result = JSONReader.read(SourceText(path: "a.json", bytes: bytes))
    #expect(result.node == nil)
    #expect(reports(result.diagnostics) == ["FB0013 1:9 the text is not valid UTF-8 from here on"])
    for broken: [UInt8] in [
      [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xFE, 0xFF],
    ] {
      #expect(reports(JSONReader.read(SourceText(path: "a", bytes: broken)).diagnostics).count == 1)
      #expect(reports(YAMLReader.read(SourceText(path: "a", bytes: broken)).diagnostics).count == 1)
    }
  }

  @Test func `nothing is too large or too deep to be refused quickly`() {
    let line = SourceText(path: "a.json", bytes: Array(repeating: UInt8(ascii: "["), count: 100_000_000))
    let message = "FB0013 1:1 the file has 100000000 bytes, more than the 67108864 that are read"
    #expect(reports(JSONReader.read(line).diagnostics) == [message])
    #expect(reports(YAMLReader.read(line).diagnostics) == [message])
    let deep = SourceText(path: "a.json", text: String(repeating: "{\"a\":[", count: 100_000))
    #expect(
      reports(JSONReader.read(deep).diagnostics)
        == ["FB0013 1:601 arrays and objects are nested more than 200 levels deep"])
    let limits = ReadLimits(bytes: 10, depth: 2)
    #expect(
      reports(JSONReader.read(SourceText(path: "a", text: "[[[]]]"), .init(limits: limits)).diagnostics)
        == ["FB0013 1:3 arrays and objects are nested more than 2 levels deep"])
    #expect(JSONReader.read(SourceText(path: "a", text: "[12345678]"), .init(limits: limits)).valid != nil)
    #expect(JSONReader.read(SourceText(path: "a", text: "[123456789]"), .init(limits: limits)).valid == nil)
  }
}
