/// Reads records of a file that comes in pieces of any size; no more than one record is held.
package struct RecordReader {
  /// One record and where it begins in its file.
  package struct Record {
    package var bytes: [UInt8]
    package var offset: Int
  }

  /// What is not read yet, and where in the file it begins.
  private var waiting: [UInt8] = []
  private var position = 0
  private var offset = 0
  /// Fragments of a record whose last one has not come.
  private var begun: Record?

  /// A document has 1 MiB, and no form of it is so much longer.
  private static let recordLimit = 64 << 20

  package init() {}

  /// The next bytes of the file.
  package mutating func append(_ bytes: [UInt8]) {
    waiting.removeFirst(position)
    position = 0
    waiting += bytes
  }

  /// The next record; nil where more bytes are needed.
  package mutating func next() throws(ExportDamage) -> Record? {
    while let fragment = try fragment() {
      switch (fragment.type, begun) {
      case (.whole, nil): return Record(bytes: Array(fragment.content), offset: fragment.offset)
      case (.first, nil): begun = Record(bytes: Array(fragment.content), offset: fragment.offset)
      case (.middle, var record?), (.last, var record?):
        begun = nil
        record.bytes += fragment.content
        guard record.bytes.count <= Self.recordLimit else {
          throw ExportDamage("a record is longer than \(Self.recordLimit >> 20) MiB", at: record.offset)
        }
        if fragment.type == .last { return record }
        begun = record
      case (.whole, _?), (.first, _?):
        throw ExportDamage("a record begins before the one before it has ended", at: fragment.offset)
      case (.middle, nil), (.last, nil):
        throw ExportDamage("a record goes on that has not begun", at: fragment.offset)
      }
    }
    return nil
  }

  /// Nothing may be left at the end of the file.
  package func finish() throws(ExportDamage) {
    if let begun { throw ExportDamage("the file ends inside a record", at: begun.offset) }
    guard waiting[position...].allSatisfy({ $0 == 0 }) else {
      throw ExportDamage("the file ends inside a record", at: offset)
    }
  }

  // MARK: - Fragments

  private struct Fragment {
    var type: RecordFormat.FragmentType
    var content: ArraySlice<UInt8>
    var offset: Int
  }

  private mutating func fragment() throws(ExportDamage) -> Fragment? {
    while true {
      let left = RecordFormat.blockSize - offset % RecordFormat.blockSize
      let available = waiting.count - position
      if left < RecordFormat.headerSize {
        guard available >= left else { return nil }
        try skip(left)
        continue
      }
      guard available >= RecordFormat.headerSize else { return nil }
      let header = waiting[position..<position + RecordFormat.headerSize]
      // Some writers fill the last block to its end.
      if header.allSatisfy({ $0 == 0 }) {
        guard available >= left else { return nil }
        try skip(left)
        continue
      }
      return try fragment(header, left: left, available: available)
    }
  }

  private mutating func fragment(
    _ header: ArraySlice<UInt8>, left: Int, available: Int
  ) throws(ExportDamage) -> Fragment? {
    let numbers = Array(header)
    let count = Int(numbers[4]) | Int(numbers[5]) << 8
    let whole = RecordFormat.headerSize + count
    guard whole <= left else { throw ExportDamage("a record is longer than its block", at: offset) }
    guard let type = RecordFormat.FragmentType(rawValue: numbers[6]) else {
      throw ExportDamage("there is no record: its type \(numbers[6]) is unknown", at: offset)
    }
    guard available >= whole else { return nil }
    let content = waiting[position + RecordFormat.headerSize..<position + whole]
    let sum = numbers[..<4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard sum == CRC32C.masked(CRC32C.sum([type.rawValue], content)) else {
      throw ExportDamage("the checksum of a record is wrong", at: offset)
    }
    defer {
      position += whole
      offset += whole
    }
    return Fragment(type: type, content: content, offset: offset)
  }

  /// The rest of a block.
  private mutating func skip(_ count: Int) throws(ExportDamage) {
    guard waiting[position..<position + count].allSatisfy({ $0 == 0 }) else {
      throw ExportDamage("there is something where nothing may be, at the end of a block", at: offset)
    }
    position += count
    offset += count
  }
}
