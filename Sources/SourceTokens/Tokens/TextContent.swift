import Diagnostics

/// How a literal is written: what its bytes stand for.
package struct TextShape {
  var rule: LexicalRules.TextRule
  var pounds: Int
  /// Of the opening quote with what stands before it.
  package private(set) var opening: Int
  /// Of the closing quote.
  package var closing: Int { rule.quotes + pounds }
  /// White space that begins every line of the content and is none of it; nil where nothing is left out.
  var indentation: ArraySlice<UInt8>?

  /// - Parameter start: where the literal begins.
  package init?(at start: Int, _ tokens: TokenArray, _ rules: LexicalRules) {
    let bytes = tokens.source.bytes
    var place = start
    var prefix: [Character] = []
    while place < tokens.end, ByteClass.of(bytes[place]).startsName {
      prefix.append(Character(Unicode.Scalar(bytes[place] | 0x20)))
      place += 1
    }
    pounds = 0
    while place < tokens.end, bytes[place] == UInt8(ascii: "#") {
      pounds += 1
      place += 1
    }
    guard place < tokens.end else { return nil }
    let quote = bytes[place]
    let isTriple = place + 2 < tokens.end && bytes[place + 1] == quote && bytes[place + 2] == quote
    guard let rule = rules.texts.first(where: { $0.quote == quote && ($0.quotes == 1 || isTriple) }) else { return nil }
    self.rule = rule
    self.rule.take(prefix, rules)
    opening = place - start + rule.quotes
  }

  /// - Parameter end: where the closing quote stands.
  package mutating func findIndentation(from start: Int, to end: Int, _ bytes: [UInt8]) {
    guard rule.isIndented, rule.quotes == 3, start < end, ByteClass.of(bytes[start]).action == .lineEnd else { return }
    var lineStart = end
    while lineStart > start, ByteClass.of(bytes[lineStart - 1]).action == .blank { lineStart -= 1 }
    guard ByteClass.of(bytes[lineStart - 1]).action == .lineEnd else { return }
    indentation = bytes[lineStart..<end]
  }
}

/// The content of a literal, or of a part of one, with its escapes resolved.
package struct TextContent {
  package private(set) var bytes: [UInt8] = []
  private let source: ArraySlice<UInt8>
  private let shape: TextShape
  private var index: Int

  /// - Parameters:
  ///   - isFirst: it begins behind the opening quote.
  ///   - isLast: it ends before the closing one.
  package init(_ source: ArraySlice<UInt8>, _ shape: TextShape, isFirst: Bool, isLast: Bool) {
    self.source = source
    self.shape = shape
    index = source.startIndex
    bytes.reserveCapacity(source.count)
    if shape.indentation != nil, isFirst { skipLineEnd() }
    while index < source.endIndex { readByte() }
    if shape.indentation != nil, isLast, bytes.last == 0x0A { bytes.removeLast() }
    if shape.indentation != nil, isLast, bytes.last == 0x0D { bytes.removeLast() }
  }

  /// What stands for itself: nothing has to be resolved.
  package static func isPlain(_ source: ArraySlice<UInt8>, _ shape: TextShape) -> Bool {
    if shape.indentation != nil { return false }
    guard shape.rule.hasEscapes || shape.rule.interpolation == .braces else { return true }
    return !source.contains { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
  }

  private func byte(_ distance: Int) -> UInt8 {
    index + distance < source.endIndex ? source[index + distance] : 0
  }

  private mutating func readByte() {
    let first = byte(0)
    switch first {
    case UInt8(ascii: "\\") where shape.rule.hasEscapes && hasPounds:
      index += 1 + shape.pounds
      readEscape()
    case UInt8(ascii: "{"), UInt8(ascii: "}"):
      if shape.rule.interpolation == .braces, byte(1) == first { index += 1 }
      bytes.append(first)
      index += 1
    case 0x0A:
      bytes.append(first)
      index += 1
      skipIndentation()
    default:
      bytes.append(first)
      index += 1
    }
  }

  private var hasPounds: Bool { (0..<shape.pounds).allSatisfy { byte(1 + $0) == UInt8(ascii: "#") } }

  private mutating func skipLineEnd() {
    index += byte(0) == 0x0D && byte(1) == 0x0A ? 2 : 1
    skipIndentation()
  }

  private mutating func skipIndentation() {
    guard let indentation = shape.indentation, source[min(index, source.endIndex)...].starts(with: indentation) else {
      return
    }
    index += indentation.count
  }

  // MARK: - Escapes

  /// The escape behind a backslash.
  private mutating func readEscape() {
    guard index < source.endIndex else { return }
    let first = byte(0)
    switch first {
    case UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "U"):
      index += 1
      readScalar(digits: first == UInt8(ascii: "u") ? 4 : first == UInt8(ascii: "x") ? 2 : 8)
    case 0x0A, 0x0D: skipLineEnd()
    default:
      bytes.append(Self.escapes[first] ?? first)
      index += 1
    }
  }

  private mutating func readScalar(digits: Int) {
    let isBraced = byte(0) == UInt8(ascii: "{")
    if isBraced { index += 1 }
    let limit = min(source.endIndex, index + (isBraced ? 8 : digits))
    var value: UInt32 = 0
    while index < limit, let digit = Character(Unicode.Scalar(byte(0))).hexDigitValue {
      value = value << 4 | UInt32(digit)
      index += 1
    }
    if isBraced, byte(0) == UInt8(ascii: "}") { index += 1 }
    bytes.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "0"): 0,
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
  ]
}
