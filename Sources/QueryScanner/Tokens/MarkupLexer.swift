import Diagnostics

/// Elements of JSX: one token with the code between its braces, as a text has its interpolations.
extension Lexer {
  /// At `<` where an operand may begin; false, with nothing read, when it is no element that is closed.
  mutating func readMarkup() -> Bool {
    let first = byte(1)
    guard Self.startsName(first) || first == UInt8(ascii: ">"), rescans > 0, nesting < Self.nestingLimit else {
      return false
    }
    let beginning = mark
    var parts = TextParts()
    append(.markup, position, position, text: "")
    guard readElements(&parts) else {
      rewind(to: beginning)
      return false
    }
    finishText(beginning.tokens, parts.all(), LexicalRules.TextRule("<"), 0)
    return true
  }

  /// An element with everything inside of it.
  private mutating func readElements(_ parts: inout TextParts) -> Bool {
    var depth = 0
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "{"):
        guard interpolate(into: &parts, openingLength: 1) else { return false }
      case UInt8(ascii: "<"):
        guard let change = readTag(&parts) else { return false }
        depth += change
        if depth <= 0 { return true }
      case 0x0A, 0x0D:
        position += 1
        noteLine(from: position)
      default: position += 1
      }
    }
    return false
  }

  /// A tag; answers how many elements are open after it more than before, nil when this is no tag.
  private mutating func readTag(_ parts: inout TextParts) -> Int? {
    let start = position
    position += 1
    if byte(0) == UInt8(ascii: "/") {
      position += 1
      if isComponent(readName()) { parts.note(.end) }
      while position < end, bytes[position] != UInt8(ascii: ">") { position += 1 }
      guard position < end else { return nil }
      position += 1
      return -1
    }
    guard Self.startsName(byte(0)) || byte(0) == UInt8(ascii: ">") else { return nil }
    let name = readName()
    // Generic parameters of a function: `<T extends U>(x: T) => …`.
    if matches(Self.bound, at: position) { return nil }
    if byte(0) == UInt8(ascii: "<"), !skipTypeArguments() { return nil }
    guard isComponent(name) else {
      parts.note(.element)
      return readAttributes(&parts, areKept: false)
    }
    parts.note(.component(string(name.lowerBound, name.upperBound), start: start))
    guard let change = readAttributes(&parts, areKept: true) else { return nil }
    parts.note(change > 0 ? .content : .end)
    return change
  }

  private mutating func readName() -> Range<Int> {
    let start = position
    while position < end, isNamePart(bytes[position]) { position += 1 }
    return start..<position
  }

  /// A name of the code, not of the document's language: `List`, `theme.Provider`.
  private func isComponent(_ name: Range<Int>) -> Bool {
    guard let first = name.first else { return false }
    var isDotted = false
    for place in name {
      if bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: ":") { return false }
      if bytes[place] == UInt8(ascii: ".") { isDotted = true }
    }
    return isDotted || !(bytes[first] >= UInt8(ascii: "a") && bytes[first] <= UInt8(ascii: "z"))
  }

  /// `<Row, string[]>` behind the name of a component; false when it is none.
  private mutating func skipTypeArguments() -> Bool {
    var depth = 0
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "<"): depth += 1
      // Not the arrow of a function's type.
      case UInt8(ascii: ">") where bytes[position - 1] != UInt8(ascii: "="): depth -= 1
      case UInt8(ascii: ";") where depth == 1, UInt8(ascii: "/"): return false
      default: break
      }
      position += 1
      if bytes[position - 1] == 0x0A { noteLine(from: position) }
      if depth == 0 { return true }
    }
    return false
  }

  private static let bound = Array(" extends ".utf8)

  private func isNamePart(_ byte: UInt8) -> Bool {
    Self.continuesName(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
  }

  /// - Parameter areKept: they are those of a component.
  private mutating func readAttributes(_ parts: inout TextParts, areKept: Bool) -> Int? {
    while position < end {
      let first = bytes[position]
      switch first {
      case UInt8(ascii: ">"):
        position += 1
        return 1
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: ">"):
        position += 2
        return 0
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*") || byte(1) == UInt8(ascii: "/"):
        skipComment()
      case UInt8(ascii: "{"):
        guard interpolate(into: &parts, openingLength: 1) else { return nil }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let start = position + 1
        guard skipQuoted(first) else { return nil }
        if areKept { parts.note(.text(string(start, position - 1), start: start)) }
      case 0x0A, 0x0D:
        position += 1
        noteLine(from: position)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "="): position += 1
      default:
        guard isNamePart(first) else { return nil }
        let name = readName()
        if areKept { parts.note(.attribute(string(name.lowerBound, name.upperBound), start: name.lowerBound)) }
      }
    }
    return nil
  }

  /// A comment between attributes.
  private mutating func skipComment() {
    let isLine = byte(1) == UInt8(ascii: "/")
    position += 2
    if isLine { return skipLine() }
    while position < end, !(bytes[position] == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { position += 1 }
    position = min(position + 2, end)
  }

  /// The value of an attribute, which knows no escapes and may go on over lines.
  private mutating func skipQuoted(_ quote: UInt8) -> Bool {
    position += 1
    while position < end {
      let byte = bytes[position]
      position += 1
      if byte == quote { return true }
      if byte == 0x0A { noteLine(from: position) }
    }
    return false
  }
}
