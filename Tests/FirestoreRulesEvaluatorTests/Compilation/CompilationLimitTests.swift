import Diagnostics
import FirestoreRulesEvaluator
import Testing

/// What production was seen to compile and to refuse: each limit from both sides.
@Suite("Limits of the compiler") struct CompilationLimitTests {
  /// A source and the codes of the problems that it must have; none when it must compile.
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var source: String
    var problems: [String] = []

    init(_ name: String, _ source: String, _ problems: [String] = []) {
      testDescription = name
      self.source = source
      self.problems = problems
    }
  }

  @Test("row", arguments: declarations + nesting + refusals + accepted)
  func row(_ row: Row) {
    let compilation = RulesFixture.compile(row.source)
    #expect(compilation.problems.map(\.code.id) == row.problems)
    #expect((compilation.rules != nil) == row.problems.isEmpty)
  }

  // MARK: - Declarations

  private static let limit = ["FB3302"]

  static let declarations: [Row] =
    [7, 8].map { Row("\($0) parameters", parameters($0), $0 > 7 ? limit : []) }
    + [10, 11, 12, 20].map { Row("\($0) variables", variables($0), $0 > 11 ? limit : []) }
    + [20, 21, 22].map { Row("\($0) functions in a row", calls($0), $0 > 21 ? limit : []) }
    + [10, 11].map { Row("\($0) blocks below documents", blocks($0), $0 > 10 ? limit : []) }
    + [19, 20].map { Row("\($0) captures and the database", captures($0), $0 > 19 ? limit : []) }
    + [97, 98].map { Row("\($0) segments below documents", segments($0), $0 > 97 ? limit : []) }

  private static func parameters(_ count: Int) -> String {
    let names = (0..<count).map { "p\($0)" }.joined(separator: ", ")
    let values = (0..<count).map(String.init).joined(separator: ", ")
    return RulesFixture.condition("f(\(values))", functions: "function f(\(names)) { return true; }")
  }

  private static func variables(_ count: Int) -> String {
    let lets = (0..<count).map { "let v\($0) = \($0);" }.joined(separator: " ")
    return RulesFixture.condition("f()", functions: "function f() { \(lets) return true; }")
  }

  private static func calls(_ count: Int) -> String {
    let inner = (1..<count).map { "function f\($0)() { return f\($0 + 1)(); }" }
    let functions = inner + ["function f\(count)() { return true; }"]
    return RulesFixture.condition("f1()", functions: functions.joined(separator: "\n"))
  }

  private static func blocks(_ count: Int) -> String {
    let open = (0..<count).map { "match /c\($0)/d {" }.joined(separator: " ")
    return RulesFixture.source(documents: open + " allow read; " + String(repeating: "} ", count: count))
  }

  private static func captures(_ count: Int) -> String {
    let header = (0..<count).map { "/{x\($0)}" }.joined()
    return RulesFixture.source(documents: "match \(header) { allow read; }")
  }

  private static func segments(_ count: Int) -> String {
    RulesFixture.source(documents: "match \(String(repeating: "/a", count: count)) { allow read; }")
  }

  // MARK: - Nesting

  static let nesting: [Row] =
    [98, 99].flatMap { depth in
      let problems = depth > 98 ? limit : []
      func nested(_ name: String, _ open: String, _ leaf: String, _ close: String) -> Row {
        let text = String(repeating: open, count: depth) + leaf + String(repeating: close, count: depth)
        return Row(
          "\(depth) \(name)", RulesFixture.condition(text, functions: "function id(x) { return x; }"), problems)
      }
      return [
        nested("parentheses", "(", "true", ")"), nested("negations", "!", "true", ""), nested("lists", "[", "1", "]"),
        nested("calls", "id(", "true", ")"), nested("sums", "", "1", " + 1"),
      ]
    }
    + [49, 50].map { pairs in
      let text = String(repeating: "!(", count: pairs) + "true" + String(repeating: ")", count: pairs)
      return Row("\(pairs) pairs", RulesFixture.condition(text), pairs > 49 ? limit : [])
    } + [
      Row("98 maps", RulesFixture.condition(maps(98)), limit), Row("49 maps", RulesFixture.condition(maps(49))),
      Row("a conjunction of 99", RulesFixture.condition(chain(99, "&&"))),
      Row("a disjunction of 99", RulesFixture.condition(chain(99, "||"))),
      Row("a balanced conjunction of 1000", RulesFixture.condition(LogicText.balanced(1000))),
      Row("a conjunction of 5000", RulesFixture.condition(chain(5000, "&&"))),
    ]

  private static func maps(_ count: Int) -> String {
    String(repeating: "{'a': ", count: count) + "1" + String(repeating: "}", count: count)
  }

  private static func chain(_ count: Int, _ op: String) -> String {
    Array(repeating: "true", count: count).joined(separator: " \(op) ")
  }

  // MARK: - Refusals

  static let refusals = [
    Row("version 3", RulesFixture.source(documents: "", version: "3"), ["FB3001"]),
    Row(
      "a function twice in one block",
      RulesFixture.condition("f()", functions: "function f() { return true; } function f() { return false; }"),
      ["FB3114"]),
    Row(
      "a variable twice",
      RulesFixture.condition("f()", functions: "function f() { let a = 1; let a = 2; return true; }"),
      ["FB3114"]),
    Row(
      "recursion", RulesFixture.condition("r(3)", functions: "function r(n) { return n <= 0 || r(n - 1); }"),
      ["FB3201"]),
    Row(
      "mutual recursion",
      RulesFixture.condition(
        "f()", functions: "function f() { return g(); } function g() { return h(); } function h() { return f(); }"),
      ["FB3201"]),
    Row(
      "recursion through a variable",
      RulesFixture.condition("f()", functions: "function f() { let a = f(); return true; }"), ["FB3201"]),
    Row("an invalid regular expression", RulesFixture.condition("'a'.matches('(')"), ["FB3110"]),
    Row("an invalid regular expression to replace", RulesFixture.condition("'a'.replace('[', '') == ''"), ["FB3110"]),
    Row("an unknown type", RulesFixture.condition("1 is bogus"), ["FB3105"]),
    Row("null is no type", RulesFixture.condition("1 is null"), ["FB3105"]),
    Row(
      "a source above 256 KiB", RulesFixture.source(documents: String(repeating: " ", count: 262_144)), ["FB3303"]),
    Row(
      "version 1: a wildcard in the middle",
      RulesFixture.source(documents: "match /{a=**}/b { allow read; }", version: "1"), ["FB3001"]),
    Row("version 2: two wildcards", RulesFixture.source(documents: "match /{a=**}/{b=**} { allow read; }"), ["FB3001"]),
  ]

  /// Thousands of functions in shapes that a careless walk would take too long for.
  @Test("many functions", arguments: ["row", "circle", "behind a circle", "two circles"])
  func manyFunctions(_ shape: String) {
    let count = 2_000
    var functions = (0..<count - 1).map { "function f\($0)() { return f\($0 + 1)(); }" }
    switch shape {
    case "circle": functions.append("function f\(count - 1)() { return f0(); }")
    case "behind a circle": functions.append("function f\(count - 1)() { return f\(count - 2)(); }")
    case "two circles":
      functions[1] = "function f1() { return f0() && f2(); }"
      functions.append("function f\(count - 1)() { return f\(count - 2)(); }")
    default: functions.append("function f\(count - 1)() { return true; }")
    }
    let source = RulesFixture.condition("f0()", functions: functions.joined(separator: "\n"))
    let compilation = RulesFixture.compile(source)
    let expected = [
      "row": ["FB3302"], "circle": ["FB3201"], "behind a circle": ["FB3201"], "two circles": ["FB3201", "FB3201"],
    ]
    #expect(compilation.problems.map(\.code.id) == expected[shape])
  }

  /// Compiles in production, and is at most an error when it is evaluated.
  static let accepted = [
    Row("an unknown method word", RulesFixture.source(documents: "match /a/{b} { allow reed: if true; }")),
    Row("an unknown function", RulesFixture.condition("nosuch(1)")),
    Row("an unknown name", RulesFixture.condition("nosuch == 1")),
    Row("too many arguments", RulesFixture.condition("f(1)", functions: "function f() { return true; }")),
    Row("a sum of different types", RulesFixture.condition("1 + 'a' == 2")),
    Row("an unknown function of a namespace", RulesFixture.condition("math.isInfinite(1)")),
    Row("a function that nobody calls", RulesFixture.condition("true", functions: "function f() { return true; }")),
    Row("existsAfter", RulesFixture.condition("existsAfter(/databases/$(database)/documents/a/b)")),
    Row("an invalid computed regular expression", RulesFixture.condition("'a'.matches('(' + '')")),
    Row("only Storage", "service firebase.storage { match /b/{bucket}/o { allow read; } }"),
    Row("no semicolon", RulesFixture.source(documents: "match /a/{b} { allow get: if true }")),
    Row(
      "a version 1 wildcard at the end", RulesFixture.source(documents: "match /{a=**} { allow read; }", version: "1")),
    Row("a version 2 wildcard in the middle", RulesFixture.source(documents: "match /{a=**}/b/{c} { allow read; }")),
    Row(
      "the same function in two blocks",
      RulesFixture.source(
        documents: """
          match /a/{x} { function f() { return true; } allow read: if f(); }
          match /b/{x} { function f() { return false; } allow read: if f(); }
          """)),
  ]
}

/// Conditions of a size.
enum LogicText {
  /// A conjunction of `true` as a balanced tree, each operator but the outermost in parentheses.
  ///
  /// Not inlined: for a literal number of leaves the optimiser would unfold the whole tree, and take minutes.
  @inline(never) static func balanced(_ leaves: Int, _ leaf: String = "true") -> String {
    func part(_ leaves: Int) -> String { leaves == 1 ? leaf : "(\(LogicText.balanced(leaves, leaf)))" }
    return leaves == 1 ? leaf : "\(part(leaves / 2)) && \(part(leaves - leaves / 2))"
  }
}
