/// Writes protobuf messages field by field, straight into bytes.
///
/// Whoever writes decides the order of fields; generated types write them by number, and so does everything here.
package struct MessageWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package init(reservingCapacity capacity: Int) { bytes.reserveCapacity(capacity) }

  private enum WireType: UInt64 {
    case varint = 0
    case fixed64 = 1
    case delimited = 2
  }

  // MARK: - Scalars, written even if they hold the type's default (members of a `oneof`)

  package mutating func boolean(_ field: Int, _ value: Bool) {
    tag(field, .varint)
    bytes.append(value ? 1 : 0)
  }

  package mutating func integer(_ field: Int, _ value: Int64) {
    tag(field, .varint)
    varint(UInt64(bitPattern: value))
  }

  package mutating func double(_ field: Int, _ value: Double) {
    tag(field, .fixed64)
    var pattern = value.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: pattern))
      pattern >>= 8
    }
  }

  package mutating func string(_ field: Int, _ value: String) {
    tag(field, .delimited)
    varint(UInt64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  package mutating func bytes(_ field: Int, _ value: [UInt8]) {
    tag(field, .delimited)
    varint(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  // MARK: - Messages

  /// A message whose bytes exist already.
  package mutating func message(_ field: Int, encoded: [UInt8]) { bytes(field, encoded) }

  /// A message that `content` writes.
  package mutating func message(_ field: Int, _ content: (inout MessageWriter) -> Void) {
    tag(field, .delimited)
    delimited(content)
  }

  /// A repeated integer in packed form; nothing when it is empty.
  package mutating func packed(_ field: Int, _ values: [Int32]) {
    guard !values.isEmpty else { return }
    message(field) { writer in
      for value in values { writer.varint(UInt64(bitPattern: Int64(value))) }
    }
  }

  /// A piece of a text that is written as a whole by ``message(_:_:)``.
  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Fields that are encoded already.
  package mutating func append(_ fields: [UInt8]) { bytes.append(contentsOf: fields) }

  // MARK: - Parts

  /// The length of what `content` writes comes first, but is known last: room for a short one is left, and what was
  /// written moves up for a long one.
  private mutating func delimited(_ content: (inout MessageWriter) -> Void) {
    let start = bytes.count
    bytes.append(0)
    content(&self)
    var length = bytes.count - start - 1
    guard length >= 0x80 else {
      bytes[start] = UInt8(truncatingIfNeeded: length)
      return
    }
    bytes[start] = UInt8(truncatingIfNeeded: length) | 0x80
    length >>= 7
    var rest: [UInt8] = []
    while length >= 0x80 {
      rest.append(UInt8(truncatingIfNeeded: length) | 0x80)
      length >>= 7
    }
    rest.append(UInt8(truncatingIfNeeded: length))
    bytes.insert(contentsOf: rest, at: start + 1)
  }

  private mutating func tag(_ field: Int, _ type: WireType) { varint(UInt64(field) << 3 | type.rawValue) }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
