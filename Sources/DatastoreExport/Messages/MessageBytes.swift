/// Encoded fields of a Protocol Buffers message, in the order in which they are added.
struct MessageBytes {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: Int, varint value: UInt64) {
    append(UInt64(number) << 3)
    append(value)
  }

  mutating func add(_ number: Int, fixed64 value: UInt64) {
    append(UInt64(number) << 3 | 1)
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func add(_ number: Int, _ content: some Collection<UInt8>) {
    append(UInt64(number) << 3 | 2)
    append(UInt64(content.count))
    bytes += content
  }

  mutating func add(_ number: Int, message: MessageBytes) { add(number, message.bytes) }

  mutating func add(_ number: Int, group: MessageBytes) {
    append(UInt64(number) << 3 | 3)
    bytes += group.bytes
    append(UInt64(number) << 3 | 4)
  }

  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
