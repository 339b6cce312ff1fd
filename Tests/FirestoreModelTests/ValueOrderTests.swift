import FirestoreModel
import Testing

private let database = DatabaseName(project: "demo")

private func reference(_ path: String) throws -> Value {
  .reference(DocumentName(database: database, path: try DocumentPath(parsing: path)))
}

@Suite("Order of values") struct ValueOrderTests {
  /// One group per place in the order; the members of a group tie.
  static func groups() throws -> [[Value]] {
    let scalars: [[Value]] = [
      [.null], [.boolean(false)], [.boolean(true)], [.double(.nan), .double(-.nan)], [.double(-.infinity)],
      [.integer(.min), .double(-0x1p63)], [.integer(-1)], [.double(-0.5)],
      [.double(-0.0), .integer(0), .double(0)], [.integer(1), .double(1)], [.double(1.5)],
      [.double(0x1p53), .integer(9_007_199_254_740_992)], [.integer(9_007_199_254_740_993)], [.integer(.max)],
      [.double(0x1p63)], [.double(.infinity)],
      [.timestamp(Timestamp(microseconds: 0))], [.timestamp(try #require(Timestamp(rfc3339: "2020-01-01T00:00:00Z")))],
      [.timestamp(try #require(Timestamp(rfc3339: "2020-01-01T00:00:00.000001Z")))],
      [.string("")], [.string("B")], [.string("a")], [.string("aa")], [.string("b")], [.string("é")],
      [.string("\u{FFFF}")], [.string("😀")],
      [.bytes([])], [.bytes([1])], [.bytes([1, 2])], [.bytes([255])],
    ]
    let others: [[Value]] = [
      [try reference("qv/str-a")], [try reference("qv/str-a/sub/x")], [try reference("qv/str-b")],
      [.geoPoint(GeoPoint(latitude: 0, longitude: 0))], [.geoPoint(GeoPoint(latitude: 0, longitude: 1))],
      [.geoPoint(GeoPoint(latitude: 1, longitude: -1))],
      [.array([])], [.array([.null])], [.array([.double(.nan)])], [.array([.integer(1)]), .array([.double(1)])],
      [.array([.integer(1), .integer(2)])], [.array([.integer(2)])], [.array([.string("a")])],
      [.array([.map(["a": .integer(1)])])],
      [.vector([1, 2])], [.vector([1, 2, 3])],
      [.map([:])], [.map(["a": .integer(1)])], [.map(["a": .integer(1), "b": .integer(2)])],
      [.map(["a": .integer(2)])], [.map(["b": .integer(0)])],
    ]
    return scalars + others
  }

  @Test("every pair compares as its places in the recorded list") func recordedList() throws {
    let groups = try Self.groups()
    for (row, left) in groups.enumerated() {
      for (column, right) in groups.enumerated() {
        let expected = row == column ? 0 : (row < column ? -1 : 1)
        for a in left {
          for b in right { #expect(a.compared(to: b) == expected, "\(a) against \(b)") }
        }
      }
    }
  }

  @Test("stored identity is finer than equality in filters") func identity() {
    #expect(Value.integer(1) != .double(1))
    #expect(Value.integer(1).isEquivalent(to: .double(1)))
    #expect(Value.double(-0.0) != .double(0))
    #expect(Value.double(-0.0).isEquivalent(to: .integer(0)))
    #expect(Value.double(.nan) == .double(-.nan))
    #expect(!Value.integer(9_007_199_254_740_993).isEquivalent(to: .double(9_007_199_254_740_992)))
  }

  @Test("text is bytes: precomposed and decomposed letters differ") func canonicalEquivalence() {
    let composed = Text("\u{E9}")
    let decomposed = Text("e\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(decomposed < composed)
  }

  @Test("names compare id by id, numeric ids first") func names() throws {
    let paths = ["c/__id-5__", "c/__id7__", "c/__id40__", "c/!", "c/A", "c/a", "c\u{0}/a"]
    let parsed = try paths.map { try DocumentPath(parsing: $0) }
    #expect(parsed.sorted() == parsed)
    #expect(Array(parsed.reversed()).sorted() == parsed)
    let otherDatabase = DocumentName(database: DatabaseName(project: "demo", database: "z"), path: parsed[0])
    #expect(DocumentName(database: database, path: parsed[6]) < otherDatabase)
  }
}
