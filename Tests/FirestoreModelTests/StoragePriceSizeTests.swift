import FirestoreModel
import Testing

private func document(_ path: String, _ fields: MapValue) throws -> Document {
  Document(
    path: try DocumentPath(parsing: path), fields: fields, createTime: Timestamp(microseconds: 0),
    updateTime: Timestamp(microseconds: 0))
}

private func size(_ path: String, _ fields: MapValue, _ sizing: StorageSizing = .standard) throws -> Int {
  sizing.size(of: try document(path, fields))
}

private let task: MapValue = [
  "type": .string("Personal"), "done": .boolean(false), "priority": .integer(1),
  "description": .string("Learn Cloud Firestore"),
]
private let taskPath = "users/jeff/tasks/my_task_id"

/// The worked examples of stored sizes.
@Suite("Storage size") struct StoragePriceSizeTests {
  // id: VS01
  @Test("strings: their bytes and one") func strings() {
    #expect(Text("tasks").storageSize == 6)
    #expect(Text("description").storageSize == 12)
  }

  // id: VS02
  @Test("names of documents") func names() throws {
    #expect(try DocumentPath(parsing: taskPath).nameSize == 44)
    #expect(try DocumentPath(parsing: "users/jeff").nameSize == 27)
    #expect(try DocumentPath(parsing: "users/__id7__").nameSize == 16 + 6 + 8)
  }

  // id: VS03
  @Test("a document with four fields") func taskDocument() throws { #expect(try size(taskPath, task) == 147) }

  // id: VS04, Z1, Z5, Z6, Z7
  @Test("automatic entries") func singleFieldEntries() throws {
    let path = try DocumentPath(parsing: taskPath)
    let sizes = try ["type", "done", "priority", "description"].map { name in
      StorageSizing.standard.singleFieldEntry(
        document: path, field: FieldPath(name: Text(name)), value: try #require(task[Text(name)]),
        collectionGroup: false)
    }
    #expect(sizes == [117, 109, 120, 137])
    // Every automatic entry, ascending and descending.
    #expect(2 * sizes.reduce(0, +) == 966)
  }

  // id: VS05, Z2, Z3, Z4, Z8
  @Test("composite entries, and those of a collection group") func compositeEntries() throws {
    let path = try DocumentPath(parsing: taskPath)
    let sizing = StorageSizing.standard
    #expect(
      sizing.singleFieldEntry(
        document: path, field: FieldPath(name: "done"), value: .boolean(false), collectionGroup: true) == 98)
    let values: [Value] = [.boolean(false), .integer(1)]
    #expect(sizing.compositeEntry(document: path, values: values, collectionGroup: false) == 112)
    #expect(sizing.compositeEntry(document: path, values: values, collectionGroup: true) == 85)
    #expect(
      sizing.compositeEntry(document: path, values: [.string("Personal")] + values, collectionGroup: false) == 121)
  }

  // id: VS06
  @Test("a document without fields") func empty() throws { #expect(try size("a/b", [:]) == 52) }
  // id: VS07
  @Test("a document with one number") func oneNumber() throws {
    #expect(try size("users/u1", ["n": .integer(1)]) == 67)
  }
  // id: VS08
  @Test func `characters of several bytes`() throws { #expect(try size("users/é", ["ключ": .string("😀")]) == 71) }

  // id: VS09
  @Test("a vector") func vector() throws {
    #expect(try size("v/1", ["e": .vector(Array(repeating: 0, count: 768))]) == 6198)
  }

  // id: VS10
  @Test("an array") func array() throws {
    let tags: [Value] = [.string("a"), .string("bb"), .integer(1), .boolean(true), .null]
    #expect(try size("c/d", ["tags": .array(tags)]) == 72)
  }

  // id: VS11
  @Test("a reference") func reference() throws {
    let target = DocumentName(database: DatabaseName(project: "p"), path: try DocumentPath(parsing: "users/jeff"))
    #expect(try size("c/d", ["r": .reference(target)]) == 81)
  }

  // id: VS12
  @Test("a map") func map() throws {
    let fields: MapValue = ["m": .map(["a": .integer(1), "b": .string("x")])]
    #expect(try size("c/d", fields) == 68)
    #expect(try size("c/d", fields, StorageSizing(mapOverhead: 32)) == 100)
  }

  // id: VS13
  @Test("a chat message and its entries") func chatMessage() throws {
    func text(_ count: Int) -> Value { .string(Text(String(repeating: "x", count: count))) }
    let fields: MapValue = [
      "conversationId": text(20), "senderId": text(28), "text": text(120),
      "timestamp": .timestamp(Timestamp(microseconds: 0)),
    ]
    let path = "messages/" + String(repeating: "x", count: 20)
    #expect(try size(path, fields) == 296)
    let name = try DocumentPath(parsing: path)
    let entries = fields.fields.map {
      StorageSizing.standard.singleFieldEntry(
        document: name, field: FieldPath(name: $0.name), value: $0.value, collectionGroup: false)
    }
    #expect(entries == [130, 132, 220, 112])
    #expect(entries.reduce(0, +) == 594)
    let composite = [fields["conversationId"], fields["timestamp"]].compactMap { $0 }
    #expect(StorageSizing.standard.compositeEntry(document: name, values: composite, collectionGroup: false) == 123)
  }

  @Test("values count at most 1,500 bytes in an index entry") func truncation() throws {
    let long = Value.string(Text(String(repeating: "x", count: 5000)))
    #expect(StorageSizing.standard.indexedSize(of: long) == 1500)
    #expect(StorageSizing.standard.size(of: long) == 5001)
  }
}
