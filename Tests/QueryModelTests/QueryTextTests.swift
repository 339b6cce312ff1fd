import Diagnostics
import FirestoreModel
import QueryModel
import Testing

@Suite("Query text") struct QueryTextTests {
  @Test(
    "canonical text reads back as itself",
    arguments: [
      "cities", "users/u1/posts", "users/u1", "users/{actor.id}/posts", "users/$uid", "users/?/posts",
      "group posts", "group posts under users/u1", "*", "* under users/u1", "* direct", "\"group\"", "\"a b\"/x/\"\"",
      "group group where a == 1",
      "c where a == 1", "c where a == null", "c where a != null", "c where a == NaN", "c where a != NaN",
      "c where a < 1 and a <= 2 and a > 3 and a >= 4 and a != 5",
      "c where a in [1, 2] or b not-in [\"x\"] or c array-contains 1.5 or d array-contains-any [true, false]",
      "c where a == 1 and (b == 2 or c == 3)", "c where a == 1 and b == 2 or c == 3", "c where `a.b`.c == 1",
      "c where a == ? and b == $b and c == {now - 5m} and d in [1, ?, {x}]",
      "c where m == {a: 1, \"b c\": [null, {}], d: {e: ?}}",
      "c where t == ts\"2020-01-01T00:00:00.500Z\" and r == ref\"users/a\" and b == bytes\"AQI=\"",
      "c where r == ref\"projects/other/databases/(default)/documents/users/a\"",
      "c where g == geo(1.0, -2.5) and v == vector(1.0, NaN, -Infinity) and e == vector()",
      "c where a == -0.0 and b == 1e+100 and c == -9223372036854775808 and d == Infinity",
      "c where s == \"a\\\"b\\\\c\\nd\\u0001 é😀\"",
      "c orderBy a, b desc, __name__ startAfter(1, \"x\", ref\"c/d\") endAt(2) offset 3 limit 10 select(a, b.c)",
      "c orderBy a startAt(1) endBefore(2) limitToLast 5", "c startAt()", "c select()", "c limit -1",
      "c where a == 1 findNearest(emb, vector(1.0, 0.0), COSINE, limit 3)",
      "c findNearest(emb, ?, DOT_PRODUCT, limit 3, distanceThreshold 0.5, distanceResultField d.e)",
      "c aggregate count()", "c where a > 1 aggregate count(10) as n, sum(a), avg(a.b) as \"a b\"",
    ])
  func canonical(text: String) throws {
    let statement = try QueryStatement(parsing: text, database: demo)
    #expect(statement.text(database: demo) == text)
  }

  @Test(
    "other spellings",
    arguments: [
      ("  c   where a==1   and(b<2)", "c where a == 1 and b < 2"), ("c where ((a == 1))", "c where a == 1"),
      ("c where (a == 1 and b == 2) and c == 3", "c where a == 1 and b == 2 and c == 3"),
      ("c orderBy a asc,b", "c orderBy a, b"), ("c where `a` == \"\\u00e9\\ud83d\\ude00\"", "c where a == \"é😀\""),
      ("c where a == -0", "c where a == 0"), ("c where a == 5e0", "c where a == 5.0"), ("group", "\"group\""),
      ("group/x/y", "group/x/y"),
      ("c where v == {__type__: \"__vector__\", value: [1, 2]}", "c where v == vector(1.0, 2.0)"),
      ("c where a == { }", "c where a == {}"), ("c where a == { x ? 1 : 2 }", "c where a == {x ? 1 : 2}"),
      ("c where a == {f(\"}\")}", "c where a == {f(\"}\")}"), ("c where a in[1]", "c where a in [1]"),
      ("c where b == bytes\"_-8\"", "c where b == bytes\"/+8=\""),
      ("c where t == ts\"2020-01-01T01:00:00.1234567+01:00\"", "c where t == ts\"2020-01-01T00:00:00.123456Z\""),
    ])
  func spellings(text: String, expected: String) throws {
    #expect(try QueryStatement(parsing: text, database: demo).text(database: demo) == expected)
  }

  @Test(
    "problems are located in the text",
    arguments: [
      ("", "expected a path segment, found the end of the text", 0, 0),
      ("c where", "expected a field path, found the end of the text", 7, 7),
      ("c where a", "expected an operator, found the end of the text", 9, 9),
      ("c where a == ", "expected a value, found the end of the text", 13, 13),
      ("c where a % 1", "expected an operator, found `%`", 10, 11),
      ("c where a == foo", "expected a value, found `foo`", 13, 16),
      ("c where a == \"x", "this string has no end", 13, 15),
      ("c where a == {x", "this expression has no end", 13, 15),
      ("c where a == 99999999999999999999", "`99999999999999999999` is not a 64-bit integer", 13, 33),
      ("c where a == 1e999", "`1e999` is not a number", 13, 18),
      ("c where a == ts\"yesterday\"", "`yesterday` is not a time", 13, 26),
      ("c where a == 1 or", "expected a field path, found the end of the text", 17, 17),
      ("c limit 5 where a == 1", "expected the next clause, found `where`", 10, 15),
      ("users/u1 where a == 1", "a document takes no clauses, found `where`", 9, 14),
      ("group posts under users", "`under` takes the path of a document", 18, 23),
      ("c limit 3000000000", "a limit is a 32-bit integer", 8, 18),
      ("c limit x", "expected a value, found `x`", 8, 9),
      ("c startAt(1) startAfter(2)", "`startAfter` is the second start of this query", 13, 26),
      ("c aggregate min(a)", "expected an aggregation, found `min`", 12, 15),
    ] as [(String, String, Int, Int)])
  func problems(text: String, message: String, start: Int, end: Int) throws {
    let failure = #expect(throws: MalformedInput.self) { try QueryStatement(parsing: text, database: demo) }
    let diagnostic = try #require(failure?.diagnostics.first)
    let place = Diagnostics.SourceLocation(source: SourceText(path: "<query>", text: text), span: Span(start, end))
    #expect(diagnostic.code == .malformedInput)
    #expect(diagnostic.message == message)
    #expect(diagnostic.location == place)
  }

  @Test("what the service refuses about a path keeps its text; spans move with the text") func refusedPath() throws {
    let source = SourceText(path: "q.yaml", text: "query: c where a..b == 1")
    let failure = #expect(throws: MalformedInput.self) {
      try QueryStatement(parsing: "c where a..b == 1", database: demo, in: source, at: 7)
    }
    let diagnostic = try #require(failure?.diagnostics.first)
    #expect(diagnostic.code == .invalidQuery)
    #expect(diagnostic.message.hasPrefix("Invalid property path \"a..b\". Unquoted"))
    #expect(diagnostic.location == Diagnostics.SourceLocation(source: source, span: Span(15, 19)))
  }

  @Test("deep nesting is refused, not followed") func nesting() {
    let brackets = String(repeating: "[", count: 10_000)
    #expect(throws: MalformedInput.self) { try QueryStatement(parsing: "c where a == \(brackets)", database: demo) }
    let parentheses = String(repeating: "(", count: 10_000)
    #expect(throws: MalformedInput.self) { try QueryStatement(parsing: "c where \(parentheses)", database: demo) }
  }

  @Test("random statements print and read back as themselves") func roundTrip() throws {
    var random = RandomQueries(seed: 11)
    for _ in 0..<3000 {
      let statement = random.statement()
      let text = statement.text(database: demo)
      #expect(try QueryStatement(parsing: text, database: demo) == statement, "\(text)")
    }
  }

  @Test("damaged text never crashes the reader") func damage() {
    var random = RandomQueries(seed: 12)
    for _ in 0..<3000 {
      var bytes = Array(random.statement().text(database: demo).utf8)
      for _ in 0..<3 where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random.generator)
        bytes[place] = UInt8.random(in: 32..<127, using: &random.generator)
      }
      _ = try? QueryStatement(parsing: String(decoding: bytes, as: UTF8.self), database: demo)
    }
  }
}
