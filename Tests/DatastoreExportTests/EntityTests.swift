import DatastoreExport
import FirebreakTestSupport
import FirestoreModel
import Testing

@Suite("documents as entities") struct EntityTests {
  private static let database = DatabaseName(project: "demo-a")
  private static let time = Timestamp(microseconds: 1_000_000)

  private func document(_ path: String, _ fields: MapValue) throws -> Document {
    Document(path: try DocumentPath(parsing: path), fields: fields, createTime: Self.time, updateTime: Self.time)
  }

  private func read(_ bytes: [UInt8], into database: DatabaseName = Self.database) throws(ExportDamage)
    -> ExportedEntity
  {
    try EntityReader(target: database, time: Self.time).entity(bytes)
  }

  /// Hexadecimal digits; braces stand for a length and what is that long.
  private func bytes(_ notation: String) -> [UInt8] {
    var open: [[UInt8]] = [[]]
    var digit: UInt8?
    for character in notation where !character.isWhitespace {
      switch character {
      case "{": open.append([])
      case "}":
        let content = open.removeLast()
        open[open.count - 1] += [UInt8(content.count)] + content
      default:
        guard let value = character.hexDigitValue.map(UInt8.init) else { continue }
        if let high = digit { open[open.count - 1].append(high << 4 | value) }
        digit = digit == nil ? value : nil
      }
    }
    return open.joined().map(\.self)
  }

  /// The key of the document `c/d` in Google's emulator, and the end of an entity of that name.
  private static let key = "6a{6a{6465767e64656d6f2d61} 72{0b 12{63} 22{64} 0c}}"
  private static let end = "8201{0b 12{63} 22{64} 0c}"

  private func reference(_ path: String, in database: DatabaseName) throws -> Value {
    .reference(DocumentName(database: database, path: try DocumentPath(parsing: path)))
  }

  // MARK: - Bytes

  @Test("every kind of value has the bytes that Google's emulator gives it") func knownBytes() throws {
    let cases: [(Value, String)] = [
      (.null, "7a{1a{66} 2000 2a{}}"), (.boolean(true), "7a{1a{66} 2000 2a{1001}}"),
      (.boolean(false), "7a{1a{66} 2000 2a{1000}}"), (.integer(300), "7a{1a{66} 2000 2a{08ac02}}"),
      (.integer(-1), "7a{1a{66} 2000 2a{08ffffffffffffffffff01}}"),
      (.double(1.5), "7a{1a{66} 2000 2a{21000000000000f83f}}"),
      (.double(-0.0), "7a{1a{66} 2000 2a{210000000000000080}}"),
      (.string("hé"), "7a{1a{66} 2000 2a{1a{68c3a9}}}"), (.bytes([0, 255]), "7a{080e 1a{66} 2000 2a{1a{00ff}}}"),
      (.timestamp(Timestamp(microseconds: 300)), "7a{0807 1a{66} 2000 2a{08ac02}}"),
      (
        .geoPoint(GeoPoint(latitude: 1.5, longitude: -0.0)),
        "7a{0809 1a{66} 2000 2a{2b 31000000000000f83f 390000000000000080 2c}}"
      ),
      (.array([]), "72{0818 1a{66} 2000 2a{}}"),
      (.array([.null, .boolean(true)]), "7a{1a{66} 2001 2a{}} 7a{1a{66} 2001 2a{1001}}"),
      (.map([:]), "7a{0813 1a{66} 2000 2a{1a{6a{6a{}72{}} 8201{}}}}"),
      (.map(["x": .integer(1)]), "7a{0813 1a{66} 2000 2a{1a{6a{6a{}72{}} 7a{1a{78} 2000 2a{0801}} 8201{}}}}"),
      (
        try reference("e/f", in: Self.database),
        "7a{1a{66} 2000 2a{63 6a{6465767e64656d6f2d61} 73 7a{65} 8a01{66} 74 64}}"
      ),
    ]
    for (value, expected) in cases {
      let document = try document("c/d", ["f": value])
      let whole = bytes(Self.key + expected + Self.end)
      #expect(EntityWriter(database: Self.database).record(document) == whole, "\(value)")
      let entity = try read(whole)
      #expect(entity.document == document)
      #expect(entity.project == "demo-a")
      #expect(entity.database == nil)
    }
  }

  @Test("a document below another one names its first ancestor at the end") func ancestors() throws {
    let document = try document("a/b/c/d", [:])
    let expected = bytes(
      "6a{6a{6465767e64656d6f2d61} 72{0b 12{61} 22{62} 0c 0b 12{63} 22{64} 0c}} 8201{0b 12{61} 22{62} 0c}")
    #expect(EntityWriter(database: Self.database).record(document) == expected)
    #expect(try read(expected).document == document)
  }

  // MARK: - Databases

  @Test("references to what was exported lead to where it goes, others stay") func references() throws {
    let exported = DatabaseName(project: "real-project")
    let other = DatabaseName(project: "elsewhere", database: "two")
    let record = EntityWriter(database: exported).record(
      try document("c/d", ["own": reference("e/f", in: exported), "other": reference("e/f", in: other)]))
    let entity = try read(record)
    #expect(entity.project == "real-project")
    #expect(
      try entity.document.fields
        == ["own": reference("e/f", in: Self.database), "other": reference("e/f", in: other)])
  }

  @Test("documents of named databases say so") func namedDatabases() throws {
    let named = DatabaseName(project: "demo-a", database: "two")
    let record = EntityWriter(database: named).record(
      try document("c/d", ["own": reference("e/f", in: named), "default": reference("e/f", in: Self.database)]))
    let entity = try read(record, into: DatabaseName(project: "demo-b", database: "three"))
    #expect(entity.database == "two")
    #expect(
      try entity.document.fields
        == [
          "own": reference("e/f", in: DatabaseName(project: "demo-b", database: "three")),
          "default": reference("e/f", in: Self.database),
        ])
  }

  @Test("numeric ids, other apps' prefixes, kinds of texts and of bytes are read") func otherWriters() throws {
    let entity = try read(
      bytes(
        """
        6a{6a{657e7031} 72{0b 12{63} 1807 0c}} 7a{080f 1a{61} 2000 2a{1a{78}}}
        7a{0810 1a{62} 2000 2a{1a{ff}}} 72{0806 1a{63} 2000 2a{1a{79}}}
        """))
    #expect(entity.project == "p1")
    #expect(
      entity.document == (try document("c/__id7__", ["a": .string("x"), "b": .bytes([0xFF]), "c": .string("y")])))
  }

  // MARK: - Round trips

  @Test("random documents survive", arguments: 0..<40) func random(seed: UInt64) throws {
    var values = RandomValues(generator: SeededGenerator(seed: seed))
    for _ in 0..<25 {
      let document = try document("c/d/e/__id9__", values.map(depth: 0))
      let writer = EntityWriter(database: Self.database)
      let record = writer.record(document)
      let entity = try read(record)
      #expect(entity.document == document)
      #expect(writer.record(entity.document) == record)
    }
  }

  // MARK: - Refusals

  @Test("what Firestore cannot hold, and what is no entity, is refused with its place") func refusals() throws {
    let cases: [(record: String, damage: ExportDamage)] = [
      ("", ExportDamage("an entity has no key that is the name of a document", at: 0)),
      (Self.key + "7a08 1a{66} 2000 2a", ExportDamage("a field is longer than its message", at: 24)),
      (Self.key + "7a{1a{66} 2000}", ExportDamage("a property has no name or no value", at: 24)),
      (Self.key + "7a{1a{66} 2000 2a{08acac}}", ExportDamage("a number does not end", at: 34)),
      (
        Self.key + "7a{1a{66} 2000 2a{1001}} 7a{1a{66} 2000 2a{}}",
        ExportDamage("the property f stands here twice", at: 35)
      ),
      (Self.key + "7a{1a{66} 2000 2a{1a{c328}}}", ExportDamage("a text is not UTF-8", at: 33)),
      (Self.key + "7a{1a{66} 2000 2a{0801 1001}}", ExportDamage("a value is of two types", at: 35)),
      (
        Self.key + "7a{1a{66} 2000 2a{43 44}}",
        ExportDamage("a value of Datastore's type 8 is nothing that Firestore has", at: 33, kind: .unsupported)
      ),
      (
        Self.key + "7a{0863 1a{66} 2000 2a{1a{78}}}",
        ExportDamage("a value of Datastore's meaning 99 is nothing that Firestore has", at: 35, kind: .unsupported)
      ),
      (
        Self.key + "72{0818 1a{66} 2001 2a{}}",
        ExportDamage("the property f has arrays in an array", at: 24, kind: .unsupported)
      ),
      (
        "6a{6a{6465767e64656d6f2d61} 72{0b 12{63} 22{64} 0c} a201{78}}",
        ExportDamage("namespaces of Datastore are nothing that Firestore has", at: 24, kind: .unsupported)
      ),
      (Self.key + "0c", ExportDamage("a group ends that has not begun", at: 24)),
      (
        Self.key + "7a{1a{} 2000 2a{}}",
        ExportDamage(
          "the document c/d cannot be stored: The property.name is the empty string.", at: 0, kind: .unsupported)
      ),
    ]
    for (record, damage) in cases {
      #expect(throws: damage, "\(damage.message)") { try read(bytes(record)) }
    }
  }

  @Test("no bytes make it fail otherwise than by saying so", arguments: 0..<20) func hostile(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var values = RandomValues(generator: SeededGenerator(seed: seed &+ 1000))
    for _ in 0..<50 {
      var record = EntityWriter(database: Self.database).record(try document("c/d", values.map(depth: 0)))
      for _ in 0..<3 {
        record[Int.random(in: record.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      do throws(ExportDamage) { _ = try read(record) } catch { #expect(record.indices.contains(error.offset)) }
    }
    // Groups in groups do not take the stack.
    #expect(throws: ExportDamage.self) { try read([UInt8](repeating: 0x0B, count: 1 << 20)) }
  }
}

/// Values of every type, as deep as Firestore stores them.
private struct RandomValues {
  var generator: SeededGenerator

  mutating func map(depth: Int) -> MapValue {
    MapValue(
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        MapValue.Field(name: name(), value: value(depth: depth, inArray: false))
      })
  }

  private mutating func name() -> Text {
    let names: [Text] = ["a", "b", "é", "e\u{301}", "x.y`\\", "🙂", "__type", "value", " "]
    return names[Int.random(in: names.indices, using: &generator)]
  }

  private mutating func value(depth: Int, inArray: Bool) -> Value {
    switch Int.random(in: 0...13, using: &generator) {
    case 0: .null
    case 1: .boolean(.random(using: &generator))
    case 2: .integer(Int64(bitPattern: UInt64.random(in: .min ... .max, using: &generator)))
    case 3: .double(Double(bitPattern: UInt64.random(in: .min ... .max, using: &generator)))
    case 4:
      .double([.nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude][Int.random(in: 0..<6, using: &generator)])
    case 5:
      .timestamp(
        Timestamp(
          microseconds: Int64.random(
            in: Timestamp.minimum.microseconds...Timestamp.maximum.microseconds, using: &generator)))
    case 6: .string(name())
    case 7:
      .bytes((0..<Int.random(in: 0...300, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) })
    case 8:
      .geoPoint(
        GeoPoint(
          latitude: .random(in: -90...90, using: &generator), longitude: .random(in: -180...180, using: &generator)))
    case 9: reference()
    case 10: .vector((0..<Int.random(in: 0...4, using: &generator)).map { _ in .random(in: -9...9, using: &generator) })
    case 11 where !inArray && depth < 18:
      .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth: depth + 1, inArray: true) })
    case 12 where depth < 18, 13 where depth < 18: .map(map(depth: depth + 1))
    default: .boolean(true)
    }
  }

  private mutating func reference() -> Value {
    let databases = [
      DatabaseName(project: "demo-a"), DatabaseName(project: "demo-a", database: "two"), DatabaseName(project: "other"),
    ]
    let ids: [Text] = ["e", "f", "__id3__", "🙂"]
    guard let path = DocumentPath(segments: ids) else { return .null }
    return .reference(DocumentName(database: databases[Int.random(in: 0..<3, using: &generator)], path: path))
  }
}
