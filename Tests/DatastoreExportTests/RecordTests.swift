import DatastoreExport
import FirebreakTestSupport
import Testing

@Suite("records in blocks") struct RecordTests {
  private func file(_ records: [[UInt8]]) -> [UInt8] {
    var writer = RecordWriter()
    let bytes = records.flatMap { writer.bytes(of: $0) }
    #expect(writer.byteCount == bytes.count)
    return bytes
  }

  private func read(_ bytes: [UInt8], pieces: Int = .max) throws(ExportDamage) -> [[UInt8]] {
    var reader = RecordReader()
    var records: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pieces)
      rest = rest.dropFirst(piece.count)
      reader.append(Array(piece))
      while let record = try reader.next() { records.append(record.bytes) }
    }
    try reader.finish()
    return records
  }

  @Test("the record that all overall metadata begin with") func knownBytes() throws {
    #expect(file([[0x33]]) == [0xB8, 0x6D, 0x44, 0x4E, 0x01, 0x00, 0x01, 0x33])
    #expect(file([[]]) == [0x05, 0x2B, 0x28, 0x43, 0x00, 0x00, 0x01])
  }

  @Test("records of every length about a block's are read as they were written, in pieces of any size")
  func boundaries() throws {
    for length in [32_752, 32_753, 32_754, 32_755, 32_761, 32_762, 65_522, 65_523, 100_000] {
      let records = [[7], [UInt8](repeating: 0xAB, count: length), [], [1, 2, 3]]
      let bytes = file(records)
      #expect(try read(bytes) == records)
      #expect(try read(bytes, pieces: 11) == records, "\(length)")
    }
  }

  @Test("random records survive", arguments: 0..<20) func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let records = (0..<30).map { _ in
      (0..<Int.random(in: 0...20_000, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    let bytes = file(records)
    #expect(try read(bytes, pieces: Int.random(in: 1...50_000, using: &generator)) == records)
    // Some writers fill the last block.
    let filled = bytes + [UInt8](repeating: 0, count: (32_768 - bytes.count % 32_768) % 32_768)
    #expect(try read(filled) == records)
  }

  @Test("whichever byte is wrong, nothing is read from there on") func everyByte() throws {
    let bytes = file([[1, 2, 3], [4, 5]])
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 0x10
      #expect(throws: ExportDamage.self, "byte \(position)") { try read(damaged) }
    }
    for count in 1..<bytes.count where count != 10 {
      #expect(throws: ExportDamage.self, "\(count) bytes") { try read(Array(bytes.prefix(count))) }
    }
  }

  @Test("damage is named with its place in the file") func places() throws {
    let small = file([[1, 2, 3], [4, 5]])
    var wrongSum = small
    wrongSum[18] ^= 1
    var unknownType = small
    unknownType[16] = 9
    let long = file([[UInt8](repeating: 1, count: 40_000), [2]])
    var padding = file([[UInt8](repeating: 1, count: 32_768 - 7 - 3), [2]])
    padding[32_766] = 1
    let second = Array(long[32_768...])
    let cases: [(bytes: [UInt8], message: String, offset: Int)] = [
      (wrongSum, "the checksum of a record is wrong", 10),
      (unknownType, "there is no record: its type 9 is unknown", 10),
      (Array(small.dropLast()), "the file ends inside a record", 10),
      (Array(long.prefix(32_768)), "the file ends inside a record", 0),
      (second, "a record goes on that has not begun", 0),
      (Array(long.prefix(32_768)) + file([[1]]), "a record begins before the one before it has ended", 32_768),
      (padding, "there is something where nothing may be, at the end of a block", 32_765),
      ([1, 1, 1, 1, 0xFF, 0xFF, 1], "a record is longer than its block", 0),
    ]
    for (bytes, message, offset) in cases {
      #expect(throws: ExportDamage(message, at: offset), "\(message)") { try read(bytes) }
    }
  }
}
