import FirestoreModel
import QueryModel
import Testing

private func check(_ text: String) throws { try accept(QueryStatement(parsing: text, database: demo)) }

private func list(_ count: Int) -> String { "[" + (0..<count).map(String.init).joined(separator: ", ") + "]" }

private func joined(_ count: Int, _ separator: String, _ item: (Int) -> String) -> String {
  (0..<count).map(item).joined(separator: " \(separator) ")
}

private func invalid(_ message: String) -> FirestoreError { FirestoreError(.invalidArgument, message) }

private func disjunctions(_ count: Int) -> FirestoreError {
  invalid(
    "Too many disjunctions after normalization. Result had \(count) disjunctions which is more than the maximum of 30")
}

private func components(_ filters: Int, _ orders: Int, _ ancestor: String) -> FirestoreError {
  invalid(
    "The query may not have more than 100 filters + sort orders + ancestor total. Currently there are \(filters) "
      + "filters, \(orders) sort orders, and \(ancestor) ancestor filter.")
}

/// For each limit the last accepted and the first refused query.
@Suite("Query limits") struct QueryBoundaryTests {
  // id: 126
  @Test("values of in, array-contains-any and not-in") func values() throws {
    try check("c where a in \(list(30))")
    #expect(throws: invalid("'IN' supports up to 30 comparison values.")) { try check("c where a in \(list(31))") }
    try check("c where a array-contains-any \(list(30))")
    #expect(throws: invalid("'ARRAY_CONTAINS_ANY' supports up to 30 comparison values.")) {
      try check("c where a array-contains-any \(list(31))")
    }
    try check("c where a not-in \(list(10))")
    #expect(throws: invalid("'NOT_IN' supports up to 10 comparison values.")) {
      try check("c where a not-in \(list(11))")
    }
    let names = (0..<31).map { "ref\"c/d\($0)\"" }
    try check("c where __name__ in [\(names.dropLast().joined(separator: ", "))]")
    #expect(throws: invalid("'IN' supports up to 30 comparison values.")) {
      try check("c where __name__ in [\(names.joined(separator: ", "))]")
    }
  }

  @Test(
    "disjunctions; id: 127",
    arguments: [
      (joined(30, "or") { "a == \($0)" }, nil), (joined(31, "or") { "a == \($0)" }, 31),
      ("a in \(list(29)) or b == 1", nil), ("a in \(list(30)) or b == 1", 31),
      ("a in \(list(15)) and b in \(list(2))", nil), ("a in \(list(16)) and b in \(list(2))", 32),
      ("a in \(list(10)) and b array-contains-any \(list(3))", nil),
      ("a in \(list(11)) and b array-contains-any \(list(3))", 33),
      ("a in [1, 2, 3] and (b == 1 or c == 2 or d in \(list(4)))", nil),
      ("(a == 1 or b == 1) and (c == 1 or d == 1) and e in \(list(8))", 32),
      ("a not-in \(list(10)) and b == 1", nil),
    ] as [(String, Int?)])
  func disjunctionCount(filter: String, refused: Int?) throws {
    if let refused {
      #expect(throws: disjunctions(refused)) { try check("c where \(filter)") }
    } else {
      try check("c where \(filter)")
    }
  }

  @Test("a product that would explode is counted, not built") func explosion() {
    let filter = joined(40, "and") { "(a\($0) == 1 or b\($0) == 1)" }
    #expect(throws: disjunctions(1 << 40)) { try check("c where \(filter)") }
    let more = joined(70, "and") { "(a\($0) == 1 or b\($0) == 1)" }
    #expect(throws: disjunctions(.max)) { try check("c where \(more)") }
  }

  // id: 129
  @Test("components") func componentCount() throws {
    let hundred = joined(100, "and") { "f\($0) == 1" }
    try check("c where \(hundred)")
    #expect(throws: components(101, 0, "no")) { try check("c where \(hundred) and g == 1") }
    #expect(throws: components(100, 1, "no")) { try check("c where \(hundred) orderBy g") }
    #expect(throws: components(100, 0, "one")) { try check("u/1/c where \(hundred)") }
    // Filters count after normalisation.
    #expect(throws: components(120, 0, "no")) {
      try check("c where a in \(list(30)) and \(joined(3, "and") { "f\($0) == 1" })")
    }
  }

  @Test("inequality fields") func inequalityFields() throws {
    try check("c where \(joined(10, "and") { "f\($0) > 1" })")
    #expect(throws: FirestoreError.self) { try check("c where \(joined(11, "and") { "f\($0) > 1" })") }
    try check("c where \(joined(11, "and") { "f > \($0)" })")
  }

  @Test("values of 1,500 bytes") func valueSizes() throws {
    let long = "\"\(String(repeating: "y", count: 1500))\""
    let fits = "\"\(String(repeating: "y", count: 1499))\""
    for op in ["==", "!=", "<", ">="] {
      try check("c where a.b \(op) \(fits)")
      #expect(throws: invalid("value for a.b is too large to be used in a query")) {
        try check("c where a.b \(op) \(long)")
      }
    }
    for op in ["in", "not-in"] {
      #expect(throws: invalid("value for a is too large to be used in a query")) {
        try check("c where a \(op) [1, \(long)]")
      }
    }
    #expect(throws: invalid("value for a[*] is too large to be used in a query")) {
      try check("c where a array-contains \(long)")
    }
    #expect(throws: invalid("value for a[*] is too large to be used in a query")) {
      try check("c where a array-contains-any [1, \(long)]")
    }
    try check("c orderBy a startAt(\(long))")
  }

  @Test("aliases of 1,500 bytes") func aliases() throws {
    try check("c aggregate count() as \(String(repeating: "a", count: 1500))")
    #expect(throws: invalid("The property.name is longer than 1500 bytes.")) {
      try check("c aggregate count() as \(String(repeating: "a", count: 1501))")
    }
    try check("c aggregate count() as \"a.b `c`\"")
    try check("c aggregate \((0..<5).map { "count() as a\($0)" }.joined(separator: ", "))")
  }

  @Test("neighbours of a vector search") func neighbours() throws {
    try check("c findNearest(v, vector(1), COSINE, limit 1000)")
    #expect(throws: FirestoreError.self) { try check("c findNearest(v, vector(1), COSINE, limit 0)") }
    let long = (0..<2049).map(String.init)
    try check("c findNearest(v, vector(\(long.dropLast().joined(separator: ", "))), COSINE, limit 1)")
    #expect(throws: FirestoreError.self) {
      try check("c findNearest(v, vector(\(long.joined(separator: ", "))), COSINE, limit 1)")
    }
  }
}
