/// Writes records; the bytes of each go to whoever writes the file.
package struct RecordWriter {
  /// Bytes so far.
  package private(set) var byteCount = 0

  package init() {}

  /// The bytes of one more record.
  package mutating func bytes(of record: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(record.count + 2 * RecordFormat.headerSize)
    var rest = record[...]
    var isFirst = true
    repeat {
      var left = RecordFormat.blockSize - (byteCount + bytes.count) % RecordFormat.blockSize
      if left < RecordFormat.headerSize {
        bytes += repeatElement(0, count: left)
        left = RecordFormat.blockSize
      }
      let content = rest.prefix(left - RecordFormat.headerSize)
      rest = rest.dropFirst(content.count)
      let type: RecordFormat.FragmentType =
        rest.isEmpty ? (isFirst ? .whole : .last) : (isFirst ? .first : .middle)
      append(content, type, to: &bytes)
      isFirst = false
    } while !rest.isEmpty
    byteCount += bytes.count
    return bytes
  }

  private func append(_ content: ArraySlice<UInt8>, _ type: RecordFormat.FragmentType, to bytes: inout [UInt8]) {
    let sum = CRC32C.masked(CRC32C.sum([type.rawValue], content))
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: sum >> UInt32(shift))) }
    bytes.append(UInt8(truncatingIfNeeded: content.count))
    bytes.append(UInt8(truncatingIfNeeded: content.count >> 8))
    bytes.append(type.rawValue)
    bytes += content
  }
}
