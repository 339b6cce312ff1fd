import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesEvaluator
import Testing

/// How values and errors are written, and how values come from documents and go back.
@Suite("Texts of values and errors") struct ValuesTextTests {
  static let database = DatabaseName(project: "demo-firebreak")

  @Test(
    "values are written as rules would write them",
    arguments: [
      ("null", "null"), ("true", "true"), ("-7", "-7"), ("1.0", "1.0"), ("NaN", "NaN"), ("-Infinity", "-Infinity"),
      (#""a""#, #""a""#), (#""a\"b\\c\n\t""#, #""a\"b\\c\n\t""#), (#""\u0000""#, #""\x00""#), (#""é😀""#, #""é😀""#),
      (#"ts"2026-03-01T12:00:00Z""#, #"timestamp("2026-03-01T12:00:00Z")"#),
      (#"ts"2026-03-01T12:00:00.250Z""#, #"timestamp("2026-03-01T12:00:00.25Z")"#),
      (#"bytes"AP9h""#, #"b"\x00\xFFa""#), ("geo(1, -2.5)", "latlng(1.0, -2.5)"),
      (#"ref"c/d""#, "/databases/(default)/documents/c/d"), ("[1, [], {}]", "[1, [], {}]"),
      (#"{b: 1, a: {c: "x"}}"#, #"{"a": {"c": "x"}, "b": 1}"#),
      ("vector(1, 2.5)", #"{"__type__": "__vector__", "value": [1.0, 2.5]}"#),
    ])
  func text(_ stored: String, _ expected: String) throws {
    let value = try Fields.value(stored, database: Self.database)
    #expect(RuleValue(value).text == expected)
  }

  @Test("values that documents cannot hold are written too")
  func computed() {
    #expect(RuleValue.duration(RuleDuration(seconds: -2, nanoseconds: 500_000_000)).text == #"duration("-1.5s")"#)
    #expect(
      RuleValue.duration(RuleDuration(seconds: .min, nanoseconds: 0)).text == #"duration("-9223372036854775808s")"#)
    #expect(RuleValue.set([.integer(1), .string("a")]).text == #"set[1, "a"]"#)
    #expect(RuleValue.path(RulePath([])).text == "/")
    let diff = MapDiff(added: ["a"], removed: [], changed: ["b", "c"], unchanged: ["d"])
    #expect(RuleValue.mapDiff(diff).text == #"diff(added ["a"], removed [], changed ["b", "c"])"#)
    let time = RuleTimestamp(seconds: 0, nanoseconds: 1)
    #expect(RuleValue.timestamp(time).text == #"timestamp("1970-01-01T00:00:00.000000001Z")"#)
  }

  @Test("long values are cut")
  func long() {
    let string = RuleValue.string(Text(String(repeating: "é", count: 1000)))
    #expect(string.text == "\"\(String(repeating: "é", count: 80))…\"")
    let list = RuleValue.list(.built((0..<100_000).map { .integer($0) }))
    #expect(list.text.hasPrefix("[0, 1, 2, ") && list.text.hasSuffix(", …]") && list.text.count < 250)
    let deep = (0..<200).reduce(RuleValue.null) { value, _ in .list(.built([value, value])) }
    #expect(deep.text.count < 600)
  }

  @Test(
    "what documents hold comes back as it was",
    arguments: [
      "null", "true", "-7", "1.0", "-0.0", "NaN", #""a""#, #"ts"2026-03-01T12:00:00.000001Z""#, #"bytes"AP9h""#,
      "geo(1, 2)", #"ref"c/d""#, #"[1, [ref"c/d"], {}]"#, #"{b: 1, a: {c: "x"}}"#,
    ])
  func stored(_ text: String) throws {
    let value = try Fields.value(text, database: Self.database)
    #expect(RuleValue(value).storedValue(project: "demo-firebreak") == value)
    let hasReference = text.hasPrefix("ref")
    #expect(RuleValue(value).storedValue == (hasReference ? nil : value))
  }

  @Test("what documents cannot hold has no stored value")
  func notStored() {
    let values: [RuleValue] = [
      .duration(RuleDuration(seconds: 1, nanoseconds: 0)), .set([]), .path(RulePath(["a", "b"])),
      .timestamp(RuleTimestamp(seconds: 0, nanoseconds: 1)),
      .mapDiff(MapDiff(added: [], removed: [], changed: [], unchanged: [])),
    ]
    for value in values {
      #expect(value.storedValue(project: "p") == nil)
      #expect(RuleValue.list(.built([.null, value])).storedValue(project: "p") == nil)
      #expect(RuleValue.list(.built([.null, value])).storedValue == nil)
      #expect(RuleValue.map(.built(BuiltMap([.init(key: "a", value: value)]))).storedValue == nil)
    }
  }

  @Test("a document shows its data, id and name")
  func document() {
    let document = RulesDocument(path: RulesFixture.path("c/d"), fields: ["n": .integer(1)])
    #expect(
      document.ruleValue(database: "(default)").text
        == #"{"__name__": /databases/(default)/documents/c/d, "data": {"n": 1}, "id": "d"}"#)
  }

  @Test(
    "a path names a document of its database",
    arguments: [
      ("/databases/(default)/documents/c/d", "c/d"), ("/databases/other/documents/c/d", nil),
      ("/databases/(default)/documents/c", nil), ("/databases/(default)/documents", nil), ("/c/d", nil),
      ("/databases/(default)/documents/c/d/e/f", "c/d/e/f"),
    ])
  func documentOfPath(_ text: String, _ expected: String?) {
    let path = RulePath(text.split(separator: "/").map { Text(String($0)) })
    #expect(path.document(in: "(default)")?.description == expected)
  }

  @Test(
    "messages",
    arguments: [
      (.undefinedProperty("x"), "Property x is undefined on object."), (.nullValue, "Null value error."),
      (.functionNotFound("bool"), "Function not found error: Name: [bool]."),
      (
        .wrongArgumentCount(function: "f(a, b)", expected: 2, received: 1),
        "Incorrect number of arguments. Received: 1. Expected: f(a, b)."
      ),
      (
        .wrongBuiltinArgumentCount(received: 1, expected: "string.size()"),
        "Incorrect number of arguments. Received: 1. Expected: string.size()."
      ),
      (.type(received: .list, expected: [.map, .path]), "Type error. Received: [list] Expected: [map,path]."),
      (
        .unsupportedOperation(received: "set.union(list)", expected: "set.union(set)"),
        "Unsupported operation error. Received: set.union(list). Expected: set.union(set)."
      ),
      (.unsupportedOperation(received: "a", expected: nil), "Unsupported operation error. Received: a."),
      (.indexOutOfBounds(index: 98, size: 4), "Index out of bound error. Index: [98] , size: [4]."),
      (.divideByZero, "Divide by zero error."),
      (
        .geoPointRange(latitude: 91, longitude: 0.5),
        "Latitude should be in [-90,90] range and longitude should be in [-180,180] range. latitude: 91.0, longitude: 0.5."
      ),
      (.invalidPattern("("), "Invalid regular expression pattern. Pattern: (."),
      (
        .typeConversion(argument: "x", from: .string, to: .integer),
        "Type conversion error. Argument: [x], From type: [string], To type: [int]."
      ),
    ] as [(EvaluationError, String)])
  func message(_ error: EvaluationError, _ expected: String) { #expect(error.message == expected) }
}
