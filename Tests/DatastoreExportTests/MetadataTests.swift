import DatastoreExport
import FirestoreModel
import Testing

@Suite("metadata of exports") struct MetadataTests {
  @Test("overall metadata have the bytes of Google's emulator") func overall() throws {
    let metadata = OverallMetadata(parts: [.init(path: "a/b.export_metadata", documentCount: 1094, byteCount: 320_229)])
    let message: [UInt8] =
      [0x0A, 0x22, 0x0A, 0x04, 0x08, 0x02, 0x18, 0x03, 0x12, 0x13] + Array("a/b.export_metadata".utf8)
      + [0x18, 0xC6, 0x08, 0x20, 0xE5, 0xC5, 0x13]
    #expect(Array(metadata.file.dropFirst(15)) == message)
    #expect(try OverallMetadata(metadata.file) == metadata)
    let empty = OverallMetadata(parts: [])
    #expect(empty.file == [0xB8, 0x6D, 0x44, 0x4E, 1, 0, 1, 0x33, 0x05, 0x2B, 0x28, 0x43, 0, 0, 1])
    #expect(try OverallMetadata(empty.file) == empty)
  }

  @Test("other versions and damaged files are refused") func refused() throws {
    var writer = RecordWriter()
    let other = writer.bytes(of: Array("4".utf8))
    #expect(throws: ExportDamage("exports of version 4 are not known", at: 0, kind: .unsupported)) {
      try OverallMetadata(other)
    }
    #expect(throws: ExportDamage("there is no record", at: 0)) { try OverallMetadata([]) }
    #expect(throws: ExportDamage("the file ends inside a record", at: 8)) {
      try OverallMetadata(Array(OverallMetadata(parts: []).file.dropLast()))
    }
  }

  @Test("the metadata of a part, with files in one message or in several") func part() throws {
    let metadata = PartMetadata(
      name: "firestore_export", start: Timestamp(microseconds: 1), end: Timestamp(microseconds: 2),
      files: ["output-0", "output-1"])
    #expect(try PartMetadata(metadata.file) == metadata)
    let one = Array(metadata.file.prefix(24)) + [0x12, 10, 0x0A, 0, 0x12, 2, 0x61, 0x30, 0x12, 2, 0x61, 0x31]
    #expect(try PartMetadata(one).files == ["a0", "a1"])
    #expect(throws: ExportDamage("namespaces of Datastore are nothing that Firestore has", at: 2, kind: .unsupported)) {
      try PartMetadata([0x12, 3, 0x0A, 1, 0x78])
    }
  }
}
