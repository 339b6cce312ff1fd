package import Diagnostics

extension Ruleset {
  /// Every comment between the tokens, in the order of the source.
  package var comments: [Comment] {
    let scanner = RulesScanner(bytes: source.bytes)
    return tokens.flatMap { scanner.comments(in: $0.leadingTrivia) }
  }

  /// The bytes of a range as text.
  package func text(of span: Span) -> String { source.text(in: span) }
}

extension RulesScanner {
  /// The comments of the space before one token.
  func comments(in trivia: Span) -> [Comment] {
    var comments: [Comment] = []
    var index = trivia.start
    // A file begins a line; anything else begins one only behind a line break.
    var startsLine = trivia.start == 0
    while index < trivia.end {
      guard let found = comment(at: index) else {
        if bytes[index].isLineBreak { startsLine = true }
        index += 1
        continue
      }
      let end = min(found.end, trivia.end)
      comments.append(
        Comment(
          text: commentText(Span(index, end), isClosed: found.isClosed), span: Span(index, end), startsLine: startsLine)
      )
      startsLine = false
      index = end
    }
    return comments
  }

  private func commentText(_ span: Span, isClosed: Bool) -> String {
    let isBlock = byte(span.start + 1) == UInt8(ascii: "*")
    var start = span.start + 2
    var end = isBlock && isClosed ? span.end - 2 : span.end
    while start < end, bytes[start].isSpace { start += 1 }
    while end > start, bytes[end - 1].isSpace { end -= 1 }
    return text(Span(start, max(start, end)))
  }
}
