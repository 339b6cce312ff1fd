import FirestoreModel
import Testing

private let database = DatabaseName(project: "p")

private func validate(_ fields: MapValue, at path: String = "c/d") throws {
  try fields.validateForWrite(name: DocumentName(database: database, path: try DocumentPath(parsing: path)))
}

private func nested(_ levels: Int) -> Value {
  (1..<levels).reduce(Value.map([:])) { inner, _ in .map(["m": inner]) }
}

@Suite("Values of writes") struct WriteValidationTests {
  @Test(
    "refusals",
    arguments: [
      (["a": .array([.array([])])], "Nested arrays are not allowed"),
      (["m": .map(["a": .array([.array([])])])], "Nested arrays are not allowed"),
      (["__x__": .null], "field name __x__ is reserved"),
      (["m": .map(["__type__": .string("x")])], "field name __type__ is reserved"),
      (["": .null], "The property.name is the empty string."),
      (
        ["g": .geoPoint(GeoPoint(latitude: 90.5, longitude: 0))],
        "Geo point latitude '90.5' outside permitted range -90.0 to 90.0."
      ),
      (
        ["g": .array([.geoPoint(GeoPoint(latitude: 0, longitude: -181))])],
        "Geo point longitude '-181.0' outside permitted range -180.0 to 180.0."
      ),
      (["m": nested(21)], "Property m contains an invalid nested entity."),
      (
        ["s": .string(Text(String(repeating: "x", count: 1_048_488)))],
        "The value of property \"s\" is longer than 1048487 bytes."
      ),
    ] as [(MapValue, String)])
  func refuses(fields: MapValue, message: String) {
    #expect(throws: FirestoreError(.invalidArgument, message)) { try validate(fields) }
  }

  @Test("accepted neighbours") func accepts() throws {
    try validate(["a": .array([.map(["b": .array([])])]), "m": nested(20), "____x": .null])
    try validate(["g": .geoPoint(GeoPoint(latitude: -90, longitude: 180))])
  }

  @Test("1 MiB is the largest document") func documentSize() throws {
    func fields(_ count: Int) -> MapValue {
      ["a": .bytes(Array(repeating: 0, count: 1_000_000)), "b": .bytes(Array(repeating: 0, count: count))]
    }
    // Name 20, field names 4, overhead 32.
    try validate(fields(1_048_576 - 1_000_000 - 56))
    let message =
      "Document 'projects/p/databases/(default)/documents/c/d' cannot be written because its size (1,048,577 bytes) "
      + "exceeds the maximum allowed size of 1,048,576 bytes."
    #expect(throws: FirestoreError(.invalidArgument, message)) { try validate(fields(1_048_577 - 1_000_000 - 56)) }
  }

  @Test("editing by path") func editing() throws {
    var fields: MapValue = ["a": .integer(1), "m": .map(["x": .integer(1), "y": .map(["z": .integer(2)])])]
    fields.set(.integer(5), at: try FieldPath(parsing: "a.b.c"))
    #expect(fields["a"] == .map(["b": .map(["c": .integer(5)])]))
    fields.removeValue(at: try FieldPath(parsing: "m.y.z"))
    fields.removeValue(at: try FieldPath(parsing: "m.x.q"))
    fields.removeValue(at: try FieldPath(parsing: "none"))
    #expect(fields["m"] == .map(["x": .integer(1), "y": .map([:])]))
  }

  @Test("projection: skeletons, parents over children, missing fields absent") func projection() throws {
    let fields: MapValue = ["a": .integer(1), "m": .map(["x": .integer(1), "y": .map(["z": .integer(2)])])]
    func project(_ paths: String...) throws -> MapValue {
      fields.projected(to: try paths.map { try FieldPath(parsing: $0) })
    }
    #expect(try project("m.y.z") == ["m": .map(["y": .map(["z": .integer(2)])])])
    #expect(try project("m.x", "m", "m.y.z") == ["m": .map(["x": .integer(1), "y": .map(["z": .integer(2)])])])
    #expect(try project("none", "m.none", "a", "a") == ["a": .integer(1)])
    #expect(try project("__name__") == [:])
    #expect(try project() == [:])
  }
}
