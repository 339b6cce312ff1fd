import Diagnostics

/// Pages: tags, attributes and text as tokens, and the code that stands in them. Scripts and styles are one text each:
/// scripts are units of their own.
extension Lexer {
  mutating func readPage(_ style: LexicalRules.Page) {
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "<") where matches(Self.comment.opening): skipPageComment()
      case UInt8(ascii: "<") where byte(1) == UInt8(ascii: "/") && byteClass(position + 2).startsName:
        if readClosingTag() == nil { position = end }
      case UInt8(ascii: "<") where byteClass(position + 1).startsName: readPageTag(style)
      case UInt8(ascii: "{") where opensCode(style) && readPageCode(): break
      default: readPageText(style)
      }
    }
  }

  private static let comment = (opening: Array("<!--".utf8), closing: Array("-->".utf8))
  private static let scripts = (opening: Array("<script".utf8), closing: Array("</script".utf8))
  private static let styles = (opening: Array("<style".utf8), closing: Array("</style".utf8))

  private func matches(_ text: [UInt8]) -> Bool { text.indices.allSatisfy { byte($0) | 0x20 == text[$0] } }

  private func opensCode(_ style: LexicalRules.Page) -> Bool {
    style == .braces || byte(1) == UInt8(ascii: "{")
  }

  /// At a brace that opens code; false, with nothing read, when nothing closes it.
  private mutating func readPageCode() -> Bool {
    let beginning = mark
    if rescans > 0, interpolate(opening: 1) { return true }
    rewind(to: beginning)
    return false
  }

  // MARK: - Text

  private mutating func skipPageComment() {
    let start = position
    position += 4
    while position < end, !matches(Self.comment.closing) {
      if byteClass(position).action == .lineEnd { startsLine = true }
      position += 1
    }
    let content = position
    position = min(position + 3, end)
    followsSpace = true
    if mentionsRemark(start + 4, content) { noteRemark(start + 4, content, whole: Span(start, position)) }
  }

  /// Text up to the next tag or code; white space around it is none of it.
  private mutating func readPageText(_ style: LexicalRules.Page) {
    if isSpace(position) { return skipMarkupSpace() }
    var index = position
    var last = position
    repeat {
      index += 1
      if !isSpace(index - 1) { last = index }
    } while index < end && !endsText(index, style)
    if last > position { append(.markupText, to: last) }
    skipMarkupSpace()
  }

  private func endsText(_ index: Int, _ style: LexicalRules.Page) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "<"):
      byteClass(index + 1).startsName || bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1] == UInt8(ascii: "!")
    case UInt8(ascii: "{"): style == .braces || bytes[index + 1] == UInt8(ascii: "{")
    default: false
    }
  }

  // MARK: - Tags

  private mutating func readPageTag(_ style: LexicalRules.Page) {
    let raw =
      matches(Self.scripts.opening)
      ? Self.scripts.closing : matches(Self.styles.opening) ? Self.styles.closing : nil
    append(.tagOpen)
    readTagName()
    let isOpen = readPageAttributes(style)
    guard isOpen, let raw else { return }
    var index = position
    let start = position
    while index < end {
      position = index
      if bytes[index] == UInt8(ascii: "<"), matches(raw) { break }
      index += 1
    }
    position = start
    if index > start { append(.markupText, to: index) }
  }

  /// Up to the end of the tag; whether it opens an element.
  private mutating func readPageAttributes(_ style: LexicalRules.Page) -> Bool {
    while position < end {
      skipMarkupSpace()
      switch bytes[position] {
      case UInt8(ascii: ">"):
        append(.tagEnd)
        return true
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: ">"):
        append(.tagSelfEnd)
        return false
      // A tag that nothing ends.
      case UInt8(ascii: "<"): return false
      case UInt8(ascii: "{") where style == .braces && readPageCode(): break
      default: readPageAttribute(style)
      }
    }
    return false
  }

  private mutating func readPageAttribute(_ style: LexicalRules.Page) {
    guard position < end else { return }
    let start = position
    var index = position
    repeat { index += 1 } while index < end && !endsAttributeName(index)
    let holdsCode = style == .mustaches && isDirective(start, index)
    append(.markupText, to: index)
    skipMarkupSpace()
    guard byte(0) == UInt8(ascii: "=") else { return }
    append(.equal)
    skipMarkupSpace()
    switch byte(0) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): readPageValue(holdsCode: holdsCode)
    case UInt8(ascii: "{") where style == .braces && readPageCode(): break
    default: readBareValue()
    }
  }

  private func endsAttributeName(_ index: Int) -> Bool {
    let byte = bytes[index]
    return isSpace(index) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "/") && bytes[index + 1] == UInt8(ascii: ">")
  }

  /// `@click`, `:value`, `#item`, `v-if`, `[value]`, `(click)`, `*ngIf`, `onclick`
  private func isDirective(_ start: Int, _ end: Int) -> Bool {
    switch bytes[start] {
    case UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "("),
      UInt8(ascii: "*"):
      true
    case UInt8(ascii: "v"), UInt8(ascii: "x"): bytes[start + 1] == UInt8(ascii: "-")
    case UInt8(ascii: "o"): bytes[start + 1] == UInt8(ascii: "n") && end - start > 2
    default: false
    }
  }

  // MARK: - Values

  private mutating func readPageValue(holdsCode: Bool) {
    let quote = byte(0)
    var closing = position + 1
    while closing < end, bytes[closing] != quote { closing += 1 }
    guard closing < end else { return readBareValue() }
    if holdsCode { readCode(to: closing) } else { append(.text, to: closing + 1) }
  }

  /// The code between two quotes.
  private mutating func readCode(to closing: Int) {
    let start = tokens.count
    append(.interpolationStart, length: 1)
    let outer = (bytes: bytes, end: end)
    bytes = bytes.prefix(to: closing)
    end = closing
    previous = nil
    nesting += 1
    while next() {}
    nesting -= 1
    (bytes, end) = outer
    position = closing
    tokens[start].payload = UInt32(truncatingIfNeeded: tokens.count)
    append(.interpolationEnd, length: 1)
  }

  private mutating func readBareValue() {
    var index = position
    while index < end, !isSpace(index), bytes[index] != UInt8(ascii: ">") { index += 1 }
    if index > position { append(.markupText, to: index) }
  }
}
