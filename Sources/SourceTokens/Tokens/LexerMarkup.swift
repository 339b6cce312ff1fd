/// Elements of JSX: tags, attributes and text as tokens of their own, and the code between braces.
extension Lexer {
  /// At `<` where an operand may begin; false, with nothing read, when it is no element that is closed.
  mutating func readMarkup() -> Bool {
    guard byteClass(position + 1).startsName || byte(1) == UInt8(ascii: ">"), rescans > 0,
      nesting < Self.nestingLimit
    else { return false }
    let beginning = mark
    guard readElements() else {
      rewind(to: beginning)
      return false
    }
    previous = tokens.count - 1
    return true
  }

  /// An element with everything inside of it.
  private mutating func readElements() -> Bool {
    var depth = 0
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "{"):
        guard interpolate(opening: 1) else { return false }
      case UInt8(ascii: "<"):
        guard let change = readTag() else { return false }
        depth += change
        if depth <= 0 { return true }
      default: readMarkupText()
      }
    }
    return false
  }

  /// Text up to the next tag or brace; white space around it is none of it.
  private mutating func readMarkupText() {
    skipMarkupSpace()
    var index = position
    var last = position
    while index < end, bytes[index] != UInt8(ascii: "{"), bytes[index] != UInt8(ascii: "<") {
      index += 1
      if !isSpace(index - 1) { last = index }
    }
    if last > position { append(.markupText, to: last) }
    skipMarkupSpace()
  }

  func isSpace(_ index: Int) -> Bool {
    let action = byteClass(index).action
    return action == .blank || action == .lineEnd
  }

  mutating func skipMarkupSpace() {
    while position < end, isSpace(position) {
      if byteClass(position).action == .lineEnd { startsLine = true }
      followsSpace = true
      position += 1
    }
  }

  /// A tag; answers how many elements are open after it more than before, nil when this is no tag.
  private mutating func readTag() -> Int? {
    if byte(1) == UInt8(ascii: "/") { return readClosingTag() }
    guard byteClass(position + 1).startsName || byte(1) == UInt8(ascii: ">") else { return nil }
    append(.tagOpen)
    if byte(0) != UInt8(ascii: ">") { readTagName() }
    // Generic parameters of a function: `<T extends U>(x: T) => …`.
    if matches(Self.bound) { return nil }
    if byte(0) == UInt8(ascii: "<"), !readTypeArguments() { return nil }
    return readAttributes()
  }

  private static let bound = Array(" extends ".utf8)

  private func matches(_ text: [UInt8]) -> Bool { text.indices.allSatisfy { byte($0) == text[$0] } }

  /// `</a.b>`; nil when no sign ends it.
  mutating func readClosingTag() -> Int? {
    append(.tagClose)
    skipMarkupSpace()
    if byteClass(position).startsName { readTagName() }
    skipMarkupSpace()
    while position < end, bytes[position] != UInt8(ascii: ">") {
      append(Sign.unknown)
      skipMarkupSpace()
    }
    guard position < end else { return nil }
    append(.tagEnd)
    return -1
  }

  /// `div`, `a.B`, `x-y`, `svg:path`
  mutating func readTagName() {
    readMarkupName()
    while byte(0) == UInt8(ascii: "."), isNamePart(bytes[position + 1]) {
      append(.dot)
      readMarkupName()
    }
  }

  private mutating func readMarkupName() {
    var index = position
    while index < end, isNamePart(bytes[index]) { index += 1 }
    append(.markupName, named: position, index, length: index - position)
  }

  private func isNamePart(_ byte: UInt8) -> Bool { ByteClass.continuesMarkupName(byte) }

  /// `<Row, string[]>` behind the name of a component; false when it is none.
  private mutating func readTypeArguments() -> Bool {
    var depth = 0
    while true {
      skipTrivia()
      switch bytes[position] {
      case UInt8(ascii: "<"):
        append(.less)
        depth += 1
        continue
      case UInt8(ascii: "/"): return false
      case UInt8(ascii: ";") where depth == 1: return false
      default: break
      }
      guard next() else { return false }
      if isAfter(.greater) { depth -= 1 }
      if depth == 0 { return true }
    }
  }

  /// Up to the end of the tag.
  private mutating func readAttributes() -> Int? {
    while position < end {
      skipMarkupSpace()
      let first = bytes[position]
      switch first {
      case UInt8(ascii: ">"):
        append(.tagEnd)
        return 1
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: ">"):
        append(.tagSelfEnd)
        return 0
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipBlockComment()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLineComment(signs: 2)
      case UInt8(ascii: "{"):
        guard interpolate(opening: 1) else { return nil }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard readAttributeText(first) else { return nil }
      case UInt8(ascii: "="): append(.equal)
      case UInt8(ascii: "<") where isAfter(.equal):
        guard nesting < Self.nestingLimit, readNestedElement() else { return nil }
      default:
        guard isNamePart(first) else { return nil }
        readMarkupName()
      }
    }
    return nil
  }

  /// The value of an attribute without braces.
  private mutating func readNestedElement() -> Bool {
    nesting += 1
    defer { nesting -= 1 }
    return readElements()
  }

  /// The value of an attribute, which knows no escapes and may go on over lines.
  private mutating func readAttributeText(_ quote: UInt8) -> Bool {
    var index = position + 1
    while index < end, bytes[index] != quote { index += 1 }
    guard index < end else { return false }
    append(.text, to: index + 1)
    return true
  }
}
