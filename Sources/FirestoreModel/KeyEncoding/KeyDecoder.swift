/// Takes keys apart: where a component ends, and the ids and paths that keys end with.
///
/// Values are never decoded; documents hold them. All functions expect what ``KeyEncoder`` wrote; other bytes end the
/// component early instead of trapping.
package enum KeyDecoder {
  /// The offset just behind the value component that starts at `offset`.
  package static func endOfComponent(in bytes: [UInt8], from offset: Int, descending: Bool) -> Int {
    endOfComponent(in: bytes.span, from: offset, descending: descending)
  }

  package static func endOfComponent(in bytes: Span<UInt8>, from offset: Int, descending: Bool) -> Int {
    var scanner = KeyScanner(offset: offset, mask: descending ? 0xff : 0)
    scanner.skipValue(in: bytes)
    return min(scanner.offset, bytes.count)
  }

  /// Reads one id and moves `offset` behind it; nil where no id starts.
  package static func id(in bytes: [UInt8], at offset: inout Int, descending: Bool = false) -> Text? {
    var scanner = KeyScanner(offset: offset, mask: descending ? 0xff : 0)
    guard let id = scanner.takeID(in: bytes.span) else { return nil }
    offset = scanner.offset
    return id
  }

  /// Reads a path with its end and moves `offset` behind it; nil where no document's path stands.
  package static func path(in bytes: [UInt8], at offset: inout Int, descending: Bool = false) -> DocumentPath? {
    guard let ids = ids(in: bytes, at: &offset, descending: descending) else { return nil }
    return DocumentPath(segments: ids)
  }

  /// Reads a collection's path with its end and moves `offset` behind it; nil where none stands.
  package static func collection(in bytes: [UInt8], at offset: inout Int) -> CollectionPath? {
    guard let ids = ids(in: bytes, at: &offset, descending: false) else { return nil }
    return CollectionPath(segments: ids)
  }

  private static func ids(in bytes: [UInt8], at offset: inout Int, descending: Bool) -> [Text]? {
    var scanner = KeyScanner(offset: offset, mask: descending ? 0xff : 0)
    var ids: [Text] = []
    while let id = scanner.takeID(in: bytes.span) { ids.append(id) }
    guard scanner.next(in: bytes.span) == KeyTag.end else { return nil }
    offset = scanner.offset
    return ids
  }
}

/// A position in a key; `mask` undoes the complement of descending components.
private struct KeyScanner {
  var offset: Int
  let mask: UInt8

  /// The byte at the position, which moves on; 0 behind the end.
  mutating func next(in bytes: Span<UInt8>) -> UInt8 {
    guard offset < bytes.count else { return 0 }
    defer { offset += 1 }
    return bytes[offset] ^ mask
  }

  /// Iterative: containers are counted, not entered, so no key can exhaust the stack.
  mutating func skipValue(in bytes: Span<UInt8>) {
    var depth = 0
    repeat {
      guard offset < bytes.count else { return }
      switch next(in: bytes) {
      case KeyTag.end: depth -= 1
      case KeyTag.number: offset += 10
      case KeyTag.timestamp: offset += 8
      case KeyTag.string, KeyTag.bytes: skipContent(in: bytes)
      case KeyTag.reference:
        skipContent(in: bytes)
        skipContent(in: bytes)
        skipPath(in: bytes)
      case KeyTag.geoPoint: offset += 16
      case KeyTag.vector: skipVector(in: bytes)
      case KeyTag.array, KeyTag.map: depth += 1
      default: break  // null, the booleans and NaN are their tag
      }
    } while depth > 0
  }

  private mutating func skipContent(in bytes: Span<UInt8>) {
    while offset < bytes.count {
      if next(in: bytes) == 0, next(in: bytes) != KeyTag.escapedZero { return }
    }
  }

  private mutating func skipPath(in bytes: Span<UInt8>) {
    while offset < bytes.count {
      switch next(in: bytes) {
      case KeyTag.numericID: offset += 8
      case KeyTag.textID: skipContent(in: bytes)
      default: return
      }
    }
  }

  private mutating func skipVector(in bytes: Span<UInt8>) {
    var count = 0
    for _ in 0..<4 { count = count << 8 | Int(next(in: bytes)) }
    offset += 8 * count
  }

  mutating func takeID(in bytes: Span<UInt8>) -> Text? {
    guard offset < bytes.count else { return nil }
    switch bytes[offset] ^ mask {
    case KeyTag.numericID:
      offset += 1
      var number: UInt64 = 0
      for _ in 0..<8 { number = number << 8 | UInt64(next(in: bytes)) }
      return Text("__id\(Int64(bitPattern: number ^ signBit))__")
    case KeyTag.textID:
      offset += 1
      return Text(String(decoding: takeContent(in: bytes), as: UTF8.self))
    default: return nil
    }
  }

  private mutating func takeContent(in bytes: Span<UInt8>) -> [UInt8] {
    var content: [UInt8] = []
    while offset < bytes.count {
      let byte = next(in: bytes)
      if byte == 0, next(in: bytes) != KeyTag.escapedZero { break }
      content.append(byte)
    }
    return content
  }
}
