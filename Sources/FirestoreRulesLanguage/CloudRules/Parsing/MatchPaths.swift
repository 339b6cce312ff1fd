import Diagnostics

/// The paths of match headers: `("/" segment)+`, without white space.
extension RulesParser {
  mutating func matchPath() -> MatchPath {
    var segments: [MatchSegment] = []
    let start = next.span.start
    guard beginMatchPath(&segments) else { return MatchPath(segments: [], span: Span(min(start, position), position)) }
    while !isRecovering, takePathSlash() { matchSegment(&segments) }
    if isRecovering { skipPathText() }
    return MatchPath(segments: segments, span: Span(start, position))
  }

  /// The first slash with its segment.
  private mutating func beginMatchPath(_ segments: inout [MatchSegment]) -> Bool {
    if at(.slash) {
      take()
      matchSegment(&segments)
      return true
    }
    let lexeme = next
    guard lexeme.kind == .word || isCapture(at: lexeme.span.start) else {
      failAtNext(expected: "a path such as `/users/{userId}`")
      return false
    }
    report(
      "the path does not begin with `/`", at: lexeme.span,
      official: lexeme.kind == .word
        ? "mismatched input '\(shortText(lexeme))' expecting {'{', '/', PATH_SEGMENT}" : nil,
      help: "write `/` before it")
    if lexeme.kind == .word {
      take(as: .segment)
      segments.append(MatchSegment(.literal(lexeme.text), lexeme.span))
    } else {
      matchCapture(&segments)
    }
    return true
  }

  /// A slash directly behind the last token. Two slashes begin a comment; in the middle of a path that was a mistake.
  mutating func takePathSlash() -> Bool {
    guard byte == UInt8(ascii: "/") else { return false }
    if let comment = scanner.comment(at: position) {
      let text = scanner.text(Span(position + 2, comment.end))
      guard scanner.byte(position + 1) == UInt8(ascii: "/"), let first = text.utf8.first, first.isSegmentPart,
        text.utf8.contains(UInt8(ascii: "{"))
      else { return false }
      report(
        "the path has an empty segment", at: Span(position, position + 2),
        official: "Forward slash '/' found where identifier or binding expected.",
        help: "remove one `/`; two of them begin a comment")
      _ = takeRaw(.unexpected, to: position + 1)
    }
    _ = takeRaw(.punctuation, to: position + 1)
    return true
  }

  // MARK: - Segments

  private mutating func matchSegment(_ segments: inout [MatchSegment]) {
    let start = position
    switch byte {
    case UInt8(ascii: "{"):
      guard !isBlockBegin else { return reportTrailingSlash() }
      matchCapture(&segments)
    case UInt8(ascii: "("):
      guard let text = parenthesizedSegment() else { return }
      segments.append(MatchSegment(.literal(text), Span(start, position)))
    case UInt8(ascii: "$"):
      fail(
        "`$` in the path of a `match`", at: Span(start, start + 1), official: "Unexpected '$'.",
        help: "capture the segment with `{name}`; `$(…)` is only for paths in expressions")
    default:
      let end = scanner.endOfSegment(at: position, inExpression: false)
      guard end > position else { return reportTrailingSlash() }
      let span = takeRaw(.segment, to: end)
      segments.append(MatchSegment(.literal(scanner.text(span)), span))
    }
    guard !isRecovering else { return }
    checkMixedSegment(from: start)
  }

  /// `/a/{` where the brace opens the block: no name stands in it.
  private var isBlockBegin: Bool {
    mutating get {
      let inside = scanner.lexeme(at: position + 1)
      if inside.kind == .word {
        let after = scanner.lexeme(at: inside.span.end)
        return !after.isMark(.closeBrace) && !after.isMark(.assign) && after.kind == .word
      }
      return false
    }
  }

  private mutating func reportTrailingSlash() {
    let slash = Span(position - 1, position)
    let isDouble = byte == UInt8(ascii: "/")
    report(
      isDouble ? "the path has an empty segment" : "the path ends in `/`", at: slash,
      official: isDouble ? "Forward slash '/' found where identifier or binding expected." : nil,
      help: "remove the `/`; white space ends a path")
  }

  /// `{name}` and `{name=**}`.
  private mutating func matchCapture(_ segments: inout [MatchSegment]) {
    let start = take().span.start
    guard let name = captureName() else { return }
    var isRecursive = false
    if take(.assign) {
      let wildcard = next
      if take(.doubleStar) {
        isRecursive = true
      } else if take(.star) {
        report(
          "there is no wildcard `{\(name.text)=*}`", at: Span(start, wildcard.span.end), help: "use `{\(name.text)}`")
      } else {
        return failAtNext(expected: "`**` after `=`")
      }
    }
    guard expect(.closeBrace, "after the name of the segment") else { return }
    segments.append(
      MatchSegment(isRecursive ? .recursive(name.text) : .capture(name.text), Span(start, position)))
  }

  private mutating func captureName() -> Name? {
    guard next.kind == .word else {
      failAtNext(expected: "a name, as in `{userId}`")
      return nil
    }
    let word = take()
    if ReservedWords.all.contains(word.text) { reportReserved(word) }
    return Name(word.text, word.span)
  }

  /// `(default)`, with its parentheses.
  mutating func parenthesizedSegment() -> String? {
    let end = scanner.endOfSegment(at: position + 1, inExpression: false)
    guard end > position + 1, scanner.byte(end) == UInt8(ascii: ")") else {
      fail(
        "a segment in parentheses holds a single word", at: Span(position, position + 1),
        help: "write `(default)`, or `$(…)` for a value")
      return nil
    }
    return scanner.text(takeRaw(.segment, to: end + 1))
  }

  /// `a{b}`, `{a}b` and `a$(b)` are neither text nor a capture.
  private mutating func checkMixedSegment(from start: Int) {
    guard let byte else { return }
    let isText = byte.isSegmentPart || byte == UInt8(ascii: "(")
    guard isText || isCapture(at: position) else { return }
    fail(
      "a segment is either text or one `{name}`", at: Span(start, position + 1),
      help: "put a `/` between the parts, or capture the whole segment")
  }

  private func isCapture(at offset: Int) -> Bool {
    guard scanner.byte(offset) == UInt8(ascii: "{") else { return false }
    let end = scanner.endOfWord(at: offset + 1)
    return end > offset + 1 && (scanner.byte(end) == UInt8(ascii: "}") || scanner.byte(end) == UInt8(ascii: "="))
  }

  /// After a mistake in a header: goes to the brace that opens the block, on the same line.
  private mutating func skipPathText() {
    var end = position
    while let byte = scanner.byte(end), !byte.isLineBreak, scanner.comment(at: end) == nil {
      if byte == UInt8(ascii: "{"), end == position || scanner.byte(end - 1) != UInt8(ascii: "/"), !isCapture(at: end) {
        break
      }
      end += 1
    }
    while end > position, let byte = scanner.byte(end - 1), byte.isSpace { end -= 1 }
    if end > position { _ = takeRaw(.unexpected, to: end) }
    if at(.openBrace) { isRecovering = false }
  }
}
