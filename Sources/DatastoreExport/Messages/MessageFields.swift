/// The fields of one encoded Protocol Buffers message, one after another. Exports use groups, which few libraries read.
struct MessageFields {
  /// Where content lies are ranges of `bytes`.
  enum Content {
    case varint(UInt64)
    case fixed64(UInt64)
    case fixed32
    case bytes(Range<Int>)
    case group(Range<Int>)
  }

  struct Field {
    var number: UInt64
    var content: Content
    var offset: Int
  }

  let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  private static let groupLimit = 100

  init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    self.bytes = bytes
    position = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  mutating func next() throws(ExportDamage) -> Field? {
    guard position < end else { return nil }
    let start = position
    guard let field = try field(depth: 0) else {
      throw ExportDamage("a group ends that has not begun", at: start)
    }
    return field
  }

  /// Nil: the end of a group.
  private mutating func field(depth: Int) throws(ExportDamage) -> Field? {
    let start = position
    let tag = try varint()
    let number = tag >> 3
    guard number > 0, number < 1 << 29 else { throw ExportDamage("a field has no number", at: start) }
    switch tag & 7 {
    case 0: return Field(number: number, content: .varint(try varint()), offset: start)
    case 1:
      let range = try take(8, at: start)
      let value = bytes[range].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Field(number: number, content: .fixed64(value), offset: start)
    case 2:
      let count = try varint()
      guard count <= UInt64(end - position) else { throw ExportDamage("a field is longer than its message", at: start) }
      return Field(number: number, content: .bytes(try take(Int(count), at: start)), offset: start)
    case 3: return Field(number: number, content: .group(try group(number, start, depth)), offset: start)
    case 4: return nil
    case 5:
      _ = try take(4, at: start)
      return Field(number: number, content: .fixed32, offset: start)
    default: throw ExportDamage("a field is of no known type", at: start)
    }
  }

  /// What lies between the two ends of a group.
  private mutating func group(_ number: UInt64, _ start: Int, _ depth: Int) throws(ExportDamage) -> Range<Int> {
    guard depth < Self.groupLimit else { throw ExportDamage("groups are nested too deeply", at: start) }
    let begin = position
    while position < end {
      let last = position
      guard try field(depth: depth + 1) == nil else { continue }
      var tag = MessageFields(bytes, last..<end)
      guard try tag.varint() >> 3 == number else { throw ExportDamage("another group ends than has begun", at: last) }
      return begin..<last
    }
    throw ExportDamage("a group does not end", at: start)
  }

  private mutating func take(_ count: Int, at start: Int) throws(ExportDamage) -> Range<Int> {
    guard count <= end - position else { throw ExportDamage("a field is longer than its message", at: start) }
    defer { position += count }
    return position..<position + count
  }

  private mutating func varint() throws(ExportDamage) -> UInt64 {
    let start = position
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard position < end else { throw ExportDamage("a number does not end", at: start) }
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw ExportDamage("a number is longer than 64 bits", at: start)
  }
}

extension MessageFields.Field {
  func varint() throws(ExportDamage) -> UInt64 {
    guard case .varint(let value) = content else { throw wrongType }
    return value
  }

  func fixed64() throws(ExportDamage) -> UInt64 {
    guard case .fixed64(let value) = content else { throw wrongType }
    return value
  }

  func range() throws(ExportDamage) -> Range<Int> {
    guard case .bytes(let range) = content else { throw wrongType }
    return range
  }

  func group() throws(ExportDamage) -> Range<Int> {
    guard case .group(let range) = content else { throw wrongType }
    return range
  }

  func string(in bytes: [UInt8]) throws(ExportDamage) -> String {
    guard let text = String(validating: bytes[try range()], as: UTF8.self) else {
      throw ExportDamage("a text is not UTF-8", at: offset)
    }
    return text
  }

  private var wrongType: ExportDamage { ExportDamage("the field \(number) is of another type", at: offset) }
}
