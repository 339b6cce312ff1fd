import FirestoreModel
import StructuredText

extension RealtimeNode {
  /// UTF-8 bytes of the node in compact JSON, export form: what storage and downloads are counted in. Costs O(1) but for
  /// a string, which is looked through.
  package var byteCount: Int {
    let bare: Int
    switch content {
    case .absent: return JSONBytes.null
    case .leaf(let leaf):
      guard let priority else { return leaf.byteCount }
      return #"{".value":,".priority":}"#.utf8.count + leaf.byteCount + priority.byteCount
    // The brackets, and one comma less than members.
    case .children(let children): bare = children.memberBytes + 1
    }
    guard let priority else { return bare }
    return bare + #","priority":"#.utf8.count + 1 + priority.byteCount
  }
}

extension RealtimeLeaf {
  package var byteCount: Int {
    switch self {
    case .boolean(let value): value ? 4 : 5
    case .number(let value): JSONBytes.number(value)
    case .string(let text): JSONBytes.quoted(text.string)
    }
  }
}

extension RealtimePriority {
  package var byteCount: Int {
    switch self {
    case .number(let value): JSONBytes.number(value)
    case .string(let text): JSONBytes.quoted(text.string)
    }
  }
}

/// How long JSON is, without writing it; `JSONWriter` is the other half.
package enum JSONBytes {
  package static let null = 4

  package static func number(_ value: Double) -> Int {
    if case .integer(let integer) = JSONValue.realtime(value) { return String(integer).utf8.count }
    return JSONWriter.text(.realtime(value), .compact).utf8.count
  }

  /// With its quotes and escapes.
  package static func quoted(_ text: String) -> Int {
    var count = 2
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: count += 2
      case 0..<0x20, 0x7F: count += 6
      default: count += 1
      }
    }
    return count
  }
}
