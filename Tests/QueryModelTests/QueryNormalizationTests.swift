import FirestoreModel
import QueryModel
import Testing

private func normalized(_ text: String) throws -> NormalizedQuery {
  guard case .query(let query) = try QueryStatement(parsing: text, database: demo) else {
    throw FirestoreError(.unknown, "not a query: \(text)")
  }
  return try query.normalized(database: demo)
}

private func text(_ orders: [Order]) -> String {
  orders.map { "\($0.path) \($0.direction == .ascending ? "ASC" : "DESC")" }.joined(separator: ", ")
}

@Suite("Query normalisation") struct QueryNormalizationTests {
  @Test(
    "effective order",
    arguments: [
      ("c", "__name__ ASC"),
      ("c where b > 1 and a < 2", "a ASC, b ASC, __name__ ASC"),
      ("c where b > 1 and a < 2 orderBy v desc", "v DESC, a DESC, b DESC, __name__ DESC"),
      ("c where b > 1 and a < 2 orderBy v desc, b", "v DESC, b ASC, a ASC, __name__ ASC"),
      ("c where a == 1 or b > 0", "b ASC, __name__ ASC"),
      ("c where a != null and b == null", "a ASC, __name__ ASC"),
      ("c where a not-in [1]", "a ASC, __name__ ASC"),
      ("c where __name__ > ref\"c/a\" and b > 1", "b ASC, __name__ ASC"),
      ("c where a in [1, 2] orderBy a desc", "a DESC, __name__ DESC"),
      ("c orderBy __name__ desc", "__name__ DESC"),
      (
        #"c where field > 1 and `field.dot` > 1 and `field\\slash` > 1 orderBy name desc"#,
        #"name DESC, field DESC, `field.dot` DESC, `field\\slash` DESC, __name__ DESC"#
      ),
      ("c where a.b > 1 and a > 1 and `a!` > 1", "a ASC, a.b ASC, `a!` ASC, __name__ ASC"),
    ])
  func order(query: String, expected: String) throws { #expect(text(try normalized(query).order) == expected) }

  @Test("limitToLast turns the order round, swaps the cursors and keeps their inclusivity") func limitToLast() throws {
    let query = try normalized("c where b > 0 orderBy a desc startAt(1) endBefore(5) limitToLast 2")
    #expect(text(query.order) == "a ASC, b ASC, __name__ ASC")
    #expect(query.start == Cursor(values: [.value(.integer(5))], before: false))
    #expect(query.end == Cursor(values: [.value(.integer(1))], before: false))
    #expect(query.reversed)
    #expect(query.limit == 2)
    #expect(query.explicitOrderCount == 1)
  }

  @Test("disjuncts in reading order; in becomes equalities, array-contains-any memberships") func disjuncts() throws {
    let a = FieldPath(name: "a")
    let b = FieldPath(name: "b")
    let c = FieldPath(name: "c")
    let query = try normalized("c where a in [1, null] and (b array-contains-any [2, 3] or c == null)")
    func int(_ value: Int64) -> Operand { .value(.integer(value)) }
    #expect(
      query.disjuncts == [
        Conjunction([Predicate(a, .equal(int(1))), Predicate(b, .contains(int(2)))]),
        Conjunction([Predicate(a, .equal(int(1))), Predicate(b, .contains(int(3)))]),
        Conjunction([Predicate(a, .equal(int(1))), Predicate(c, .isNull)]),
        Conjunction([Predicate(a, .equal(.value(.null))), Predicate(b, .contains(int(2)))]),
        Conjunction([Predicate(a, .equal(.value(.null))), Predicate(b, .contains(int(3)))]),
        Conjunction([Predicate(a, .equal(.value(.null))), Predicate(c, .isNull)]),
      ])
    #expect(try normalized("c").disjuncts == [Conjunction([])])
    #expect(try normalized("c where a in [1]").disjuncts == [Conjunction([Predicate(a, .equal(int(1)))])])
    #expect(
      try normalized("c where a not-in [1, ?]").disjuncts == [Conjunction([Predicate(a, .notIn([int(1), .unknown]))])])
    #expect(
      try normalized("c where a not-in $l").disjuncts == [Conjunction([Predicate(a, .notInUnknown(.parameter("l")))])])
  }

  @Test("unnamed aggregations are numbered by themselves") func aliases() throws {
    guard
      case .aggregation(let request) = try QueryStatement(
        parsing: "c aggregate count(), sum(n) as total, avg(n)", database: demo)
    else {
      Issue.record("not an aggregation")
      return
    }
    let n = FieldPath(name: "n")
    #expect(
      try request.normalized(database: demo).aggregations == [
        NormalizedAggregation(.count(upTo: nil), alias: "field_1"), NormalizedAggregation(.sum(n), alias: "total"),
        NormalizedAggregation(.average(n), alias: "field_2"),
      ])
  }
}
