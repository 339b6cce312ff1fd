/// What a byte may be at the beginning or inside of a token.
struct ByteClass: Sendable {
  /// What is read where a token begins with the byte.
  enum Action: UInt8, Sendable {
    case sign, blank, lineEnd, name, digit, quote, hash, slash, less, dot, backslash
    case leftParenthesis, leftSquare, leftBrace, rightParenthesis, rightSquare, rightBrace
  }

  private let bits: UInt8

  init(_ action: Action, continuesName: Bool = false, stopsComment: Bool = false) {
    bits = action.rawValue | (continuesName ? 64 : 0) | (stopsComment ? 128 : 0)
  }

  var action: Action { Action(rawValue: bits & 31) ?? .sign }
  /// Letters, digits, `_`, `$` and every byte of a character beyond ASCII.
  var continuesName: Bool { bits & 64 != 0 }
  var startsName: Bool { bits & 31 == Action.name.rawValue }
  var isDigit: Bool { bits & 31 == Action.digit.rawValue }
  /// Ends a comment, or may begin what comments say to Firebreak.
  var stopsComment: Bool { bits & 128 != 0 }

  static func of(_ byte: UInt8) -> ByteClass { table[Int(byte)] }

  static let table: [ByteClass] = (0...255).map { (byte: UInt8) in
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): ByteClass(.digit, continuesName: true)
    case UInt8(ascii: "f"), UInt8(ascii: "F"): ByteClass(.name, continuesName: true, stopsComment: true)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"), 0x80...:
      ByteClass(.name, continuesName: true)
    case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0x00: ByteClass(.blank)
    case 0x0A, 0x0D: ByteClass(.lineEnd, stopsComment: true)
    default:
      ByteClass(
        action(of: byte), stopsComment: [UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "-")].contains(byte))
    }
  }

  /// Names of tags and attributes.
  static func continuesMarkupName(_ byte: UInt8) -> Bool {
    of(byte).continuesName || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
  }

  private static func action(of byte: UInt8) -> Action {
    switch byte {
    case UInt8(ascii: "("): .leftParenthesis
    case UInt8(ascii: "["): .leftSquare
    case UInt8(ascii: "{"): .leftBrace
    case UInt8(ascii: ")"): .rightParenthesis
    case UInt8(ascii: "]"): .rightSquare
    case UInt8(ascii: "}"): .rightBrace
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): .quote
    case UInt8(ascii: "#"): .hash
    case UInt8(ascii: "/"): .slash
    case UInt8(ascii: "<"): .less
    case UInt8(ascii: "."): .dot
    case UInt8(ascii: "\\"): .backslash
    default: .sign
    }
  }
}

/// Bytes that may be asked for beyond their end, where they are 0.
@safe struct Bytes {
  private let base: UnsafePointer<UInt8>
  private(set) var end: Int

  /// The same bytes up to another place.
  func prefix(to end: Int) -> Bytes {
    var prefix = self
    prefix.end = min(end, self.end)
    return prefix
  }

  /// The buffer must outlive it.
  init(_ buffer: UnsafeBufferPointer<UInt8>, end: Int, empty: UnsafePointer<UInt8>) {
    unsafe base = buffer.baseAddress ?? empty
    self.end = min(end, buffer.count)
  }

  subscript(index: Int) -> UInt8 {
    UInt(bitPattern: index) < UInt(bitPattern: end) ? unsafe base[index] : 0
  }

  /// The bytes from one place to another one.
  func run(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    let (start, end) = (min(max(start, 0), self.end), min(end, self.end))
    return unsafe UnsafeBufferPointer(start: base + start, count: max(end - start, 0))
  }
}
