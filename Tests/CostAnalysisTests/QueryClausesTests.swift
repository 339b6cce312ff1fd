import Testing

@testable import CostAnalysis

@Suite("Clauses of query texts") struct QueryClausesTests {
  @Test(arguments: [
    "messages", "messages where a == 1", "messages where limit > 3 orderBy where desc, select limit 5",
    #"messages where text == "orderBy x limit 3" orderBy at"#,
    "m where a == {max(b,c)} and d > 1 startAfter({x}, 2) limit 5",
    "group messages where a == 1 or b == 2 orderBy a, b desc startAt(1) endBefore(2) offset 3 limit 4 select (a, b)",
    "m orderBy at aggregate count() as n", "", "where", "m where \"", "m where a == (((",
  ])
  func `a text is the sum of its clauses`(_ text: String) {
    #expect(QueryClauses(text).text == text)
  }

  @Test(
    arguments: [
      ("m", []), ("m where a == 1", ["a == 1"]),
      ("m where a == 1 and b == {max(x, 2)} orderBy b", ["a == 1", "b == {max(x, 2)}"]),
      (#"m where a == "x and (y or z)" and b in [1, 2]"#, [#"a == "x and (y or z)""#, "b in [1, 2]"]),
      ("m where a == 1 or b == 2", nil), ("m where a == 1 and (b == 2 or c == 3)", nil),
    ] as [(String, [String]?)])
  func `a filter is a list of conditions where nothing is an alternative`(_ text: String, _ conditions: [String]?) {
    #expect(QueryClauses(text).conditions == conditions)
  }

  @Test func `a condition is added where it belongs`() {
    let time = "at > {seen}"
    #expect(QueryClauses("m orderBy at limit 5").narrowed(by: time).text == "m where at > {seen} orderBy at limit 5")
    #expect(
      QueryClauses("m where a == 1 orderBy at").narrowed(by: time).text == "m where a == 1 and at > {seen} orderBy at")
    #expect(
      QueryClauses("m where a == 1 or b == 2").narrowed(by: time).text == "m where (a == 1 or b == 2) and at > {seen}")
  }
}
