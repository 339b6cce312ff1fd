import Diagnostics

/// Paths in expressions: `/users/$(request.auth.uid)`.
extension RulesParser {
  mutating func pathLiteral() -> Expression {
    let start = take().span.start
    var pieces: [PathPiece] = []
    var highest = 0
    repeat {
      guard let piece = pathPiece() else { break }
      if case .interpolation(let value) = piece { highest = max(highest, height(value)) }
      pieces.append(piece)
    } while !isRecovering && takePathSlash()
    return node(.path(pieces), from: start, height: highest + NestingBound.level)
  }

  private mutating func pathPiece() -> PathPiece? {
    let start = position
    switch byte {
    case UInt8(ascii: "$"):
      return interpolation()
    case UInt8(ascii: "{"):
      take()
      openBraces += 1
      defer { openBraces -= 1 }
      guard next.kind == .word else {
        failAtNext(expected: "a name, as in `/users/{userId}`")
        return nil
      }
      let name = take().text
      guard expect(.closeBrace, "after the name of the segment") else { return nil }
      checkPieceEnd(from: start)
      return .placeholder(name, Span(start, position))
    case UInt8(ascii: "("):
      guard let text = parenthesizedSegment() else { return nil }
      return .literal(text, Span(start, position))
    default:
      return textPiece()
    }
  }

  private mutating func textPiece() -> PathPiece? {
    let end = scanner.endOfSegment(at: position, inExpression: true)
    guard end > position else {
      fail(
        "the path has no segment after `/`", at: Span(position - 1, position),
        help: "write segments without white space, as in `/databases/$(database)/documents/users/$(uid)`")
      return nil
    }
    let span = takeRaw(.segment, to: end)
    if scanner.byte(end - 1) == UInt8(ascii: ":") { segmentWithColon = Span(end - 1, end) }
    if scanner.byte(end - 1) == UInt8(ascii: "$"), byte == UInt8(ascii: "(") {
      fail(
        "`$(…)` is always a whole segment", at: Span(end - 1, end + 1),
        help: "join the parts inside: `$('text' + value)`")
    }
    return .literal(scanner.text(span), span)
  }

  /// `$(expression)`
  private mutating func interpolation() -> PathPiece? {
    let start = position
    guard scanner.byte(position + 1) == UInt8(ascii: "(") else {
      let end = scanner.endOfWord(at: position + 1)
      let name = scanner.text(Span(position + 1, end))
      fail(
        "`$` without parentheses", at: Span(position, max(end, position + 1)), official: "Unexpected '$'.",
        help: "write `$(\(name.isEmpty ? "value" : String(name.prefix(40))))`")
      return nil
    }
    take()
    take()
    let value = expression()
    guard expect(.closeParenthesis, "to close `$(`") else { return .interpolation(value) }
    checkPieceEnd(from: start)
    return .interpolation(value)
  }

  /// `$(a)_b` would be two operands side by side.
  private mutating func checkPieceEnd(from start: Int) {
    guard let byte, byte.isWordPart || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "{") && isSegmentStart else {
      return
    }
    fail(
      "`$(…)` is always a whole segment", at: Span(start, position + 1),
      help: "join the parts inside: `$(value + 'text')`")
  }

  private var isSegmentStart: Bool { scanner.byte(position + 1)?.isWordStart ?? false }
}
