import DocumentMessages
import FirebreakTestSupport
import FirestoreModel
import FirestoreWire
import SwiftProtobuf
import Testing

@testable import EmulatorServer

@Suite("Documents as messages") struct DocumentEncodingTests {
  @Test("what is encoded is what is decoded", arguments: 0..<300)
  func roundTrip(seed: Int) throws {
    var random = RandomDocuments(seed: UInt64(seed))
    let document = random.document()
    let bytes = DocumentEncoding.encode(document, in: random.database)
    #expect(try DocumentDecoding.decode(bytes) == document)

    let message = try WireDocument(serializedBytes: bytes)
    #expect(message.name == document.path.resourceName(in: random.database))
    #expect(message.unknownFields.data.isEmpty)
    #expect(message.fields.count == document.fields.count)
    // The library may order maps otherwise, but writes the same fields.
    let others: [UInt8] = try message.serializedBytes()
    #expect(others.count == bytes.count)
    #expect(try WireDocument(serializedBytes: others) == message || bytes.containsNaN)
  }

  @Test("sizes are those that are reckoned with when nothing is sent", arguments: 0..<100)
  func sizes(seed: Int) {
    var random = RandomDocuments(seed: UInt64(seed))
    let document = random.document()
    var writer = MessageWriter()
    writer.time(3, document.createTime)
    writer.time(4, document.updateTime)
    let bytes = DocumentEncoding.encode(document, in: random.database)
    #expect(bytes.count - writer.bytes.count + 24 == document.wireSize(database: random.database))
  }

  @Test("fields are written by number, maps by name")
  func canonical() {
    let document = Document(
      path: path("c/a"), fields: ["b": .boolean(false), "a": .map(["z": .null, "y": .integer(-1)])],
      createTime: Timestamp(microseconds: 0), updateTime: Timestamp(microseconds: 1_000_001))
    let name = Array("projects/p/databases/(default)/documents/c/a".utf8)
    var expected: [UInt8] = [0x0A, UInt8(name.count)] + name
    expected += [
      0x12, 0x22, 0x0A, 0x01, 0x61, 0x12, 0x1D, 0x32, 0x1B, 0x0A, 0x10, 0x0A, 0x01, 0x79, 0x12, 0x0B, 0x10, 0xFF,
      0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x0A, 0x07, 0x0A, 0x01, 0x7A, 0x12, 0x02, 0x58, 0x00,
      0x12, 0x07, 0x0A, 0x01, 0x62, 0x12, 0x02, 0x08, 0x00,
    ]
    expected += [0x1A, 0, 0x22, 5, 0x08, 1, 0x10, 0xE8, 0x07]
    #expect(DocumentEncoding.encode(document, in: DatabaseName(project: "p")) == expected)
  }

  @Test("a vector travels as a map with its mark")
  func vector() throws {
    var writer = MessageWriter()
    writer.value(.vector([1, 2.5]))
    let message = try WireValue(serializedBytes: writer.bytes)
    #expect(message.mapValue.fields["__type__"]?.stringValue == "__vector__")
    #expect(message.mapValue.fields["value"]?.arrayValue.values.map(\.doubleValue) == [1, 2.5])
    #expect(try Value(message) == .vector([1, 2.5]))
  }

  @Test("whatever becomes of the bytes, they are read or refused", arguments: 0..<300)
  func mutated(seed: Int) throws {
    var random = RandomDocuments(seed: UInt64(seed))
    let document = random.document()
    let bytes = DocumentEncoding.encode(document, in: random.database)
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<50 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      damaged.removeLast(
        Int.random(in: 0...1, using: &generator) * Int.random(in: 0..<damaged.count, using: &generator))
      let read = try? DocumentDecoding.decode(damaged)
      // What is read is a document like any other.
      let again = try read.map { try DocumentDecoding.decode(DocumentEncoding.encode($0, in: random.database)) }
      #expect(again == read)
    }
  }

  @Test("bytes that are no document are refused", arguments: [[0xFF], [0x0A, 0x05, 0x61], []] as [[UInt8]])
  func damaged(bytes: [UInt8]) {
    #expect(throws: FirestoreError.self) { try DocumentDecoding.decode(bytes) }
  }
}

extension [UInt8] {
  /// NaN makes messages unequal to themselves.
  fileprivate var containsNaN: Bool {
    let pattern = Double.nan.bitPattern
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: pattern >> (8 * UInt64($0))) }
    return indices.contains { self[$0...].starts(with: bytes) }
  }
}

func path(_ text: String) -> DocumentPath {
  DocumentPath(segments: text.split(separator: "/").map { Text(String($0)) })!
}
