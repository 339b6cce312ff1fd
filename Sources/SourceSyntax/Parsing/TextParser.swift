import Diagnostics
import SourceTokens

/// Literals: texts, and those that interpolate.
extension Parser {
  /// The literal at the cursor as `text` or `template`.
  mutating func textLiteral() {
    let token = current
    guard var shape = TextShape(at: Int(token.start), tokens, rules) else { return leaf(.text, flags: .unterminated) }
    if token.kind == .text {
      let start = Int(token.start) + shape.opening
      let end = tokens.end(of: position) - shape.closing
      shape.findIndentation(from: start, to: end, tokens.source.bytes)
      let content = content(start, end, shape, isFirst: true, isLast: true)
      return leaf(.text, name: content ?? .empty, flags: content == nil ? .unterminated : [])
    }
    template(shape)
  }

  /// A literal whose content is what stands between its quotes: values of attributes.
  mutating func plainTextLiteral() {
    let span = tokens.span(of: position)
    let content = tokens.source.bytes[min(span.start + 1, span.end)..<max(span.start + 1, span.end - 1)]
    leaf(.text, name: names.intern(content))
  }

  /// What the literal at the cursor stands for: a text that interpolates nothing, or a number.
  mutating func contentAtCursor() -> StringID? {
    let start = mark
    switch current.kind {
    case .text: textLiteral()
    case .number: return internText(of: position)
    default: return nil
    }
    defer { rewind(to: start) }
    return lastNode.flatMap { $0.flags.contains(.unterminated) ? nil : $0.name }
  }

  /// At a `textStart`.
  private mutating func template(_ given: TextShape) {
    let start = mark
    let ending = min(current.link, tokens.count - 1)
    let isClosed = Int(tokens.tokens[ending].start) < tokens.end(of: ending)
    var shape = given
    shape.findIndentation(
      from: tokens.end(of: position), to: Int(tokens.tokens[ending].start), tokens.source.bytes)
    let first = position + 1
    position = first
    var hasCode = false
    while position < ending {
      if isAt(kind: .interpolationStart) {
        hasCode = true
        interpolation()
      } else {
        part(shape, isFirst: position == first, isLast: position == ending - 1)
      }
    }
    position = ending + 1
    let flags: NodeFlags = isClosed ? [] : .unterminated
    if hasCode { return finish(start, .template, flags: flags) }
    // Nothing closes it, and it is all that was read.
    let name = count(since: start) == 1 ? lastNode?.name ?? .empty : .empty
    finishWithoutChildren(start, .text)
    relabel(name, flags)
  }

  private mutating func part(_ shape: TextShape, isFirst: Bool, isLast: Bool) {
    let (start, end) = (Int(tokens.tokens[position].start), tokens.end(of: position))
    let content = content(start, end, shape, isFirst: isFirst, isLast: isLast)
    leaf(.text, name: content ?? .empty, flags: content == nil ? .unterminated : [])
  }

  /// At the sign that begins interpolated code.
  mutating func interpolation() {
    let start = mark
    inInterpolation { $0.grammar.interpolated(&$0) }
    finish(start, .interpolation)
  }

  /// The content as an id; nil when its bytes are no text: they could stand for any name.
  private mutating func content(
    _ start: Int, _ end: Int, _ shape: TextShape, isFirst: Bool, isLast: Bool
  ) -> StringID? {
    let source = tokens.source.bytes[min(start, end)..<max(start, end)]
    if TextContent.isPlain(source, shape) {
      guard source.allSatisfy({ $0 < 0x80 }) || String(validating: source, as: UTF8.self) != nil else { return nil }
      return names.intern(source)
    }
    let content = TextContent(source, shape, isFirst: isFirst, isLast: isLast).bytes
    guard content.allSatisfy({ $0 < 0x80 }) || String(validating: content, as: UTF8.self) != nil else { return nil }
    return names.intern(content[...])
  }
}
