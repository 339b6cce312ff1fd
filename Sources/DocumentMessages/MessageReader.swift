package import FirestoreModel

/// Reads a protobuf message field by field, in whatever order they stand.
package struct MessageReader {
  /// One field; where content lies are ranges of the bytes.
  package enum Content {
    case varint(UInt64)
    case fixed64(UInt64)
    case fixed32
    case delimited(Range<Int>)
  }

  let bytes: [UInt8]
  /// Where the next field begins.
  package private(set) var position: Int
  private let end: Int

  package init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// Nil at the end.
  package mutating func next() throws(FirestoreError) -> (number: UInt64, content: Content)? {
    guard position < end else { return nil }
    let tag = try varint()
    guard tag >> 3 > 0 else { throw damage("a field has no number") }
    switch tag & 7 {
    case 0: return (tag >> 3, .varint(try varint()))
    case 1: return (tag >> 3, .fixed64(try fixed64()))
    case 2: return (tag >> 3, .delimited(try delimited()))
    case 5:
      _ = try take(4)
      return (tag >> 3, .fixed32)
    default: throw damage("a field is of no known type")
    }
  }

  private mutating func varint() throws(FirestoreError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard position < end else { throw damage("a number does not end") }
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw damage("a number is longer than 64 bits")
  }

  private mutating func fixed64() throws(FirestoreError) -> UInt64 {
    var value: UInt64 = 0
    for index in try take(8).reversed() { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  private mutating func delimited() throws(FirestoreError) -> Range<Int> {
    guard let count = Int(exactly: try varint()) else { throw damage("a field is longer than its message") }
    return try take(count)
  }

  private mutating func take(_ count: Int) throws(FirestoreError) -> Range<Int> {
    guard count <= end - position else { throw damage("a field is longer than its message") }
    defer { position += count }
    return position..<(position + count)
  }

  private func damage(_ reason: String) -> FirestoreError { .damagedMessage(reason) }
}

extension MessageReader.Content {
  func varint() throws(FirestoreError) -> UInt64 {
    guard case .varint(let value) = self else { throw .wrongType }
    return value
  }

  func fixed64() throws(FirestoreError) -> UInt64 {
    guard case .fixed64(let value) = self else { throw .wrongType }
    return value
  }

  package func delimited() throws(FirestoreError) -> Range<Int> {
    guard case .delimited(let range) = self else { throw .wrongType }
    return range
  }

  package func text(in bytes: [UInt8]) throws(FirestoreError) -> String {
    guard let text = String(validating: bytes[try delimited()], as: UTF8.self) else {
      throw .damagedMessage("a text is not UTF-8")
    }
    return text
  }
}

extension FirestoreError {
  static func damagedMessage(_ reason: String) -> FirestoreError {
    FirestoreError(.invalidArgument, "The bytes are no document: \(reason)")
  }

  fileprivate static var wrongType: FirestoreError { .damagedMessage("a field is of another type") }
}
