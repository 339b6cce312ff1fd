import Diagnostics
import FirestoreModel
import StructuredText
import Testing

@testable import Workloads

/// A device whose clock is five minutes fast, two results and one document.
struct SampleEnvironment: ExpressionEnvironment {
  var values: [String: Value] = [:]
  let now = Timestamp(microseconds: 1_767_600_300_437_021)
  let serverNow = Timestamp(microseconds: 1_767_600_000_437_021)

  func value(of variable: String) -> Value? { values[variable] }
  func value(of field: FieldPath, in variable: String) -> Value? {
    variable == "doc" ? MapValue(dictionaryLiteral: ("sender", .string("ann")))[field] ?? .null : nil
  }
  func count(of result: String) -> Int64? { ["msgs": 50, "none": 0][result] }
  func extreme(_ extreme: ResultExtreme, of field: FieldPath, in result: String) -> ResultExtremeAnswer {
    switch result {
    case "msgs": .value(.timestamp(Timestamp(microseconds: extreme == .maxOf ? 2_000_437_000 : 1_000_437_000)))
    case "none": .nothing
    default: .unknownResult
    }
  }
}

private let sampleScope: NameScope = {
  var scope = NameScope(parameters: [
    Parameter(name: Name("users", span: Span(0, 0)), value: .integer(1000)),
    Parameter(name: Name("share", span: Span(0, 0)), value: .double(0.25)),
  ])
  for name in ["clear", "seen", "T", "uid"] { scope.declareVariable(name) }
  for name in ["msgs", "none"] { scope.declareResult(name) }
  return scope
}()

private func parse(_ text: String) throws(LineError) -> Expression {
  let source = SourceText(path: "line", text: text)
  return try ExpressionParser.parse(
    ScalarText(text, span: Span(0, text.utf8.count), source: source), scope: sampleScope)
}

private func time(_ microseconds: Int64) -> Value { .timestamp(Timestamp(microseconds: microseconds)) }

struct ExpressionCase: CustomTestStringConvertible {
  var id: String
  var text: String
  var values: [String: Value] = [:]
  var expected: Value
  var testDescription: String { "\(id): \(text)" }
}

@Suite("Workload expressions") struct ExpressionTests {
  static let cases: [ExpressionCase] = [
    // The unit table of the two-timestamp strategy; a dash is a variable that was never set.
    .init(
      id: "5.1-a", text: "max(clear, seen)", values: ["clear": .integer(0), "seen": .integer(0)], expected: .integer(0)),
    .init(
      id: "5.1-b", text: "max(clear, seen)", values: ["clear": .integer(1000), "seen": .null], expected: .integer(1000)),
    .init(
      id: "5.1-c", text: "max(clear, seen)", values: ["clear": .integer(1000), "seen": .integer(500)],
      expected: .integer(1000)),
    .init(
      id: "5.1-d", text: "max(clear, seen)", values: ["clear": .integer(1000), "seen": .integer(1500)],
      expected: .integer(1500)),
    // Negative counts as never, a time in the future as now.
    .init(id: "5.3-negative", text: "max(T, 0)", values: ["T": .integer(-5)], expected: .integer(0)),
    .init(
      id: "5.3-future", text: "min(T, now)", values: ["T": time(1_767_600_999_000_000)],
      expected: time(1_767_600_300_437_021)),
    // The bound is cut to the whole second, which lets the last seen document through again.
    .init(
      id: "5.2-floor", text: "floorSecond(max(clear,seen))",
      values: ["clear": .integer(0), "seen": time(36_000_437_000)],
      expected: time(36_000_000_000)),
    .init(id: "H5", text: "T > floorSecond(T)", values: ["T": time(36_000_437_000)], expected: .boolean(true)),
    .init(id: "floorSecond-number", text: "floorSecond(1999)", expected: .integer(1000)),
    .init(id: "floorSecond-negative", text: "floorSecond(T)", values: ["T": time(-1)], expected: time(-1_000_000)),
    .init(id: "floor-double", text: "floor(2.75)", expected: .integer(2)),
    .init(id: "floor-time", text: "floor(T)", values: ["T": time(1_999)], expected: time(1_000)),
    .init(id: "count", text: "count(msgs) * 2 + 1", expected: .integer(101)),
    .init(id: "maxOf", text: "maxOf(msgs.message_time_stamp)", expected: time(2_000_437_000)),
    .init(id: "minOf", text: "minOf(msgs.a.`b c`)", expected: time(1_000_437_000)),
    .init(id: "maxOf-nothing", text: "maxOf(none.t)", expected: .integer(0)),
    .init(
      id: "seen", text: "max(seen, maxOf(none.t))", values: ["seen": time(5)], expected: time(5)),
    .init(id: "time-against-milliseconds", text: "T == 1000", values: ["T": time(1_000_000)], expected: .boolean(true)),
    .init(id: "full-precision", text: "T > 1000", values: ["T": time(1_000_001)], expected: .boolean(true)),
    .init(id: "full-precision-max", text: "max(T, 1000)", values: ["T": time(1_000_001)], expected: time(1_000_001)),
    .init(
      id: "string-time", text: "string(T)", values: ["T": time(1_767_600_000_437_021)],
      expected: .string("1767600000437")),
    .init(id: "now-minus", text: "serverNow - 24h", expected: time(1_767_513_600_437_021)),
    .init(id: "skew", text: "now - serverNow", expected: .integer(300_000)),
    .init(id: "ms-fraction", text: "T - 0", values: ["T": time(1_500)], expected: time(1_500)),
    .init(id: "duration", text: "1.5h", expected: .integer(5_400_000)),
    .init(id: "parameter", text: "$users / 3 > 333 && $share == 0.25", expected: .boolean(true)),
    .init(id: "division-exact", text: "10 / 5", expected: .integer(2)),
    .init(id: "division-fraction", text: "1 / 4", expected: .double(0.25)),
    .init(id: "precedence", text: "1 + 2 * 3 - -4", expected: .integer(11)),
    .init(id: "parentheses", text: "(1 + 2) * 3", expected: .integer(9)),
    .init(id: "logic", text: "!(1 > 2) && ('a' < 'b' || 1 / 0 > 1)", expected: .boolean(true)),
    .init(id: "concatenation", text: "\"u\" + 7 + '-' + true", expected: .string("u7-true")),
    .init(id: "null", text: "T == null", values: ["T": .null], expected: .boolean(true)),
    .init(id: "member", text: "doc.sender == 'ann' && doc.missing == null", expected: .boolean(true)),
    .init(id: "integer-exact", text: "9007199254740993 > 9007199254740992.0", expected: .boolean(true)),
  ]

  @Test(arguments: cases) func evaluates(_ example: ExpressionCase) throws {
    let value = try parse(example.text).evaluate(in: SampleEnvironment(values: example.values))
    #expect(value == example.expected)
  }

  @Test(arguments: [
    ("9223372036854775807 + 1", "the number is out of range", 0..<23),
    ("-9223372036854775807 - 2", "the number is out of range", 0..<24),
    ("1 / 0", "division by zero", 0..<5),
    ("2 * (1 / 0.0)", "division by zero", 4..<13),
    ("true + 1", "expected a number or a time, found true or false", 0..<8),
    ("1 < 'a'", "cannot compare a number with a string", 0..<7),
    ("1 && true", "expected true or false, found a number", 0..<1),
    ("now + 9223372036854775807", "the time is out of range", 0..<25),
    ("floorSecond('x')", "expected a number or a time, found a string", 0..<16),
    ("seen", "`seen` has no value here", 0..<4),
    ("count(msgz)", "`msgz` has no result here", 0..<11),
  ])
  func failsWithAPlace(_ text: String, _ message: String, _ range: Range<Int>) throws {
    let expression = try parse(text)
    #expect(throws: ExpressionError(message, span: Span(range.lowerBound, range.upperBound))) {
      try expression.evaluate(in: SampleEnvironment())
    }
  }

  @Test(arguments: [
    ("max(clear,", "expected a value, found the end", 10..<10),
    ("1 +", "expected a value, found the end", 3..<3),
    ("1 == 2 == 3", "comparisons cannot be chained", 7..<9),
    ("a b", "expected an operator or the end, found `b`", 2..<3),
    ("'open", "the string is not closed", 0..<5),
    ("5x", "`5x` is neither a number nor a length of time such as `30s`, `10m`, `2h`, `7d`", 0..<2),
    ("99999999999999999999", "the number `99999999999999999999` is too large", 0..<20),
    ("floor(1, 2)", "`floor` takes one argument, not 2", 0..<11),
    ("maxOf(msgs)", "expected `.` and a field of the result, found `)`", 10..<11),
    ("$nobody", "there is no parameter `nobody`", 0..<7),
    ("mox(1)", "there is no function `mox`", 0..<3),
  ])
  func refusesWithAPlace(_ text: String, _ message: String, _ range: Range<Int>) {
    do throws(LineError) {
      _ = try parse(text)
      Issue.record("accepted")
    } catch {
      #expect(error.message == message)
      #expect(error.range == range)
    }
  }

  @Test func `deep nesting is refused, not followed`() {
    let texts = [
      String(repeating: "(", count: 5000), String(repeating: "!", count: 5000) + "true",
      String(repeating: "1+", count: 5000) + "1",
    ]
    for text in texts {
      do throws(LineError) {
        _ = try parse(text)
        Issue.record("accepted")
      } catch {
        #expect(error.message == "the expression is nested too deeply")
      }
    }
  }

  @Test func `names are checked against what the workload declares`() throws {
    let problems = try parse("max(sen, count(msg)) > 0").unknownNames(in: sampleScope)
    #expect(problems.map(\.message) == ["there is no variable `sen`", "there is no result `msg`"])
    #expect(problems.map(\.help) == ["did you mean `seen`?", "did you mean `msgs`?"])
    #expect(problems.map(\.span) == [Span(4, 7), Span(9, 19)])
  }

  @Test func `mutated input never crashes the parsers`() {
    var random = RandomStream(seed: 11)
    let seeds =
      Self.cases.map(\.text) + ["Chats/{chat}/Messages/{auto}", "u{i}-{'}'}", "cost(after).reads.month <= 20 USD"]
    let letters = Array("()+-*/<>=!&|.,'\"`{}$ab1 \u{e9}%\\".utf8)
    for _ in 0..<4000 {
      var bytes = Array(seeds[Int(random.index(below: UInt64(seeds.count)))].utf8)
      for _ in 0...random.index(below: 4) {
        let position = Int(random.index(below: UInt64(bytes.count + 1)))
        let letter = letters[Int(random.index(below: UInt64(letters.count)))]
        switch random.index(below: 3) {
        case 0: bytes.insert(letter, at: position)
        case 1 where position < bytes.count: bytes[position] = letter
        default: if position < bytes.count { bytes.remove(at: position) }
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let scalar = ScalarText(text, span: Span(0, text.utf8.count), source: SourceText(path: "line", text: text))
      if let expression = try? ExpressionParser.parse(scalar, scope: sampleScope) {
        _ = try? expression.evaluate(in: SampleEnvironment(values: ["clear": .integer(.max), "seen": .integer(.min)]))
      }
      _ = try? TemplateParser.parsePath(scalar, scope: sampleScope)
      _ = try? AssertionParser.parse(scalar, names: AssertionNames(variants: ["after"], actors: [], results: []))
    }
  }
}
