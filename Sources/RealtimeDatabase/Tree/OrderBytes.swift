import FirestoreModel

/// Bytes whose unsigned lexicographic order is the order of keys, and of ordered values with keys behind them: what the
/// trees of large nodes are sorted by.
struct OrderBytes {
  private(set) var bytes: [UInt8] = []

  /// Greater than the bytes of every key.
  private static let aboveKeys: UInt8 = 0xFF

  /// Only as the last part: it has no end.
  mutating func append(_ key: RealtimeKey) {
    if let integer = key.integer {
      bytes.append(0)
      append(UInt64(UInt32(bitPattern: integer) ^ (1 << 31)), bytes: 4)
      append(UInt64(key.text.byteCount), bytes: 4)
    } else {
      bytes.append(1)
    }
    bytes += key.string.utf8
  }

  mutating func append(_ value: RealtimeNode) {
    switch value.content {
    case .absent: bytes.append(0)
    case .leaf(.boolean(let value)): bytes.append(value ? 2 : 1)
    case .leaf(.number(let number)):
      bytes.append(3)
      let pattern = (number == 0 ? 0 : number).bitPattern
      append(pattern >> 63 == 0 ? pattern | 1 << 63 : ~pattern, bytes: 8)
    case .leaf(.string(let text)):
      bytes.append(4)
      for byte in text.string.utf8 {
        bytes.append(byte)
        if byte == 0 { bytes.append(0xFF) }
      }
      bytes += [0, 0]
    case .children: bytes.append(5)
    }
  }

  /// From "in front of" to "behind": all keys of the value, or the one key.
  mutating func moveBehind(hasKey: Bool) { bytes.append(hasKey ? 0 : OrderBytes.aboveKeys) }

  private mutating func append(_ number: UInt64, bytes count: Int) {
    for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
  }
}

extension RealtimeKey {
  var orderBytes: [UInt8] {
    var order = OrderBytes()
    order.append(self)
    return order.bytes
  }
}

extension ChildEntry {
  /// The place among the siblings in the order of a query.
  func orderBytes(_ ordering: RealtimeOrdering) -> [UInt8] {
    var order = OrderBytes()
    if ordering != .key { order.append(node.ordered(by: ordering)) }
    order.append(key)
    return order.bytes
  }
}
