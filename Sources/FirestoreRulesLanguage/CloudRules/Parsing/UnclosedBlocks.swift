import Diagnostics

/// One missing `}` leaves the outermost block open, wherever it is missing. Indentation tells where it probably is.
extension RulesParser {
  /// Remembers the first block whose closing brace stands further left than the line that opened it: the brace was
  /// meant for an outer block.
  mutating func noteClosing(blockFrom start: Int, brace: Span) {
    guard misindentedBrace == nil else { return }
    let closing = next.span.start
    guard let closingIndent = indentOfFirstToken(at: closing), let openingIndent = indentOfFirstToken(at: start)
    else { return }
    if closingIndent < openingIndent { misindentedBrace = brace }
  }

  /// Once per file: every block around the missing brace is open too.
  mutating func reportUnclosed(_ brace: Span) {
    guard !reportCommentToEnd(), !hasReportedUnclosed else { return }
    hasReportedUnclosed = true
    report(
      "the block that begins here is not closed", at: misindentedBrace ?? brace,
      official: next.kind == .end ? nil : "Unexpected '\(shortText(next))'.", help: "add `}` at its end")
  }

  /// The column of the byte if nothing but white space stands before it on its line.
  private func indentOfFirstToken(at offset: Int) -> Int? {
    var start = offset
    while start > 0, let byte = scanner.byte(start - 1), !byte.isLineBreak {
      guard byte.isSpace else { return nil }
      start -= 1
    }
    return offset - start
  }
}
