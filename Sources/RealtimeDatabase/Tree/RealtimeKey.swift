package import FirestoreModel

/// The name of a child, in the order of the Realtime Database: keys that look like 32-bit integers first, by number,
/// then all others by code points.
package struct RealtimeKey: Hashable, Sendable {
  package let text: Text
  /// The number of a key that looks like one: `-?\d+` of at most ten digits after leading zeros, within 32 bits.
  package let integer: Int32?

  package init(_ text: String) {
    self.text = Text(text)
    integer = RealtimeKey.integer(of: text)
  }

  package var string: String { text.string }

  /// The longest key, in UTF-8 bytes.
  package static let maximumBytes = 768

  private static func integer(of text: String) -> Int32? {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    guard !digits.isEmpty else { return nil }
    var value: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
      // Leading zeros are free; beyond 32 bits it is text.
      guard value <= 1 << 31 else { return nil }
    }
    return Int32(exactly: isNegative ? -value : value)
  }
}

extension RealtimeKey: Comparable {
  package static func < (left: RealtimeKey, right: RealtimeKey) -> Bool {
    switch (left.integer, right.integer) {
    case (let first?, let second?):
      if first != second { return first < second }
      // `7`, `07`, `007`: the shorter one first. `-0` and `00`, which production leaves undecided, by their bytes.
      let (shorter, longer) = (left.text.byteCount, right.text.byteCount)
      return shorter == longer ? left.text < right.text : shorter < longer
    case (.some, nil): return true
    case (nil, .some): return false
    case (nil, nil): return left.text < right.text
    }
  }
}

extension RealtimeKey: CustomStringConvertible, ExpressibleByStringLiteral {
  package var description: String { string }

  package init(stringLiteral value: String) { self.init(value) }
}

extension RealtimeKey {
  /// Why a key cannot be written; nil for a legal one.
  package enum Defect: Hashable, Sendable { case empty, tooLong(bytes: Int), illegalCharacter(Unicode.Scalar) }

  package var defect: Defect? {
    if string.isEmpty { return .empty }
    for scalar in string.unicodeScalars {
      switch scalar {
      case ".", "$", "#", "[", "]", "/": return .illegalCharacter(scalar)
      default: if scalar.value < 0x20 || scalar.value == 0x7F { return .illegalCharacter(scalar) }
      }
    }
    let bytes = text.byteCount
    return bytes > RealtimeKey.maximumBytes ? .tooLong(bytes: bytes) : nil
  }
}
