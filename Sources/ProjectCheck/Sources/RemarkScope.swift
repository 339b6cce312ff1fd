import Diagnostics
import QueryScanner
import SourceTokens

/// Which lines a comment speaks about.
///
/// A comment behind code is about its own line. One on a line of its own is about the statement that follows: the next
/// line that holds code, and those that continue it, since the call that sends a request is often the last of a chain.
/// Before a fence of a document it is about all that stands in the fence. The signs of a block quote are no code.
enum RemarkScope {
  private static let limit = 40

  static func lines(of located: LocatedRemark, _ table: LineTable) -> ClosedRange<Int> {
    guard let subject = located.subject else { return lines(of: located.remark.span, in: located.source, table) }
    let first = table.position(of: subject.start).line
    return first...max(first, table.position(of: subject.end).line)
  }

  static func lines(of comment: Span, in source: SourceText) -> ClosedRange<Int> {
    lines(of: comment, in: source, LineTable(source))
  }

  private static func lines(of comment: Span, in source: SourceText, _ table: LineTable) -> ClosedRange<Int> {
    let own = table.position(of: comment.start).line
    let start = table.content(ofLine: own).lowerBound
    let before = source.bytes[min(start, comment.start)..<max(start, min(comment.start, source.bytes.count))]
    let isQuoted = SourceLanguage(fileName: source.path) == .markdown
    guard (isQuoted ? QuotedLines.content(of: before) : before).allSatisfy(signs.contains) else { return own...own }
    var line = table.position(of: comment.end).line + 1
    while line <= table.lineCount, isBlankOrComment(text(line, source, table)) { line += 1 }
    guard line <= table.lineCount else { return own...own }
    let first = text(line, source, table)
    if let fence = fence(first) { return line...end(of: fence, from: line, source, table) }
    return line...continued(from: line, source, table)
  }

  /// The last line of a statement, as far as brackets and points at the start of lines tell.
  private static func continued(from first: Int, _ source: SourceText, _ table: LineTable) -> Int {
    var depth = 0
    var line = first
    while line < min(first + limit, table.lineCount) {
      let current = text(line, source, table)
      var braces = 0
      for byte in current {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "{"): braces += 1
        case UInt8(ascii: "}"): braces -= 1
        default: break
        }
      }
      // What a closure does is not what the statement asks.
      if braces > 0 { return line }
      let next = text(line + 1, source, table)
      let isChain = [UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: ")")].contains(next.first)
      let isOpen = depth > 0 || [UInt8(ascii: "="), UInt8(ascii: "\\")].contains(current.last)
      if !isChain, !isOpen { return line }
      line += 1
    }
    return line
  }

  private static let signs = Set("/*#<!-; \t\u{FEFF}{".utf8)

  private static func text(_ line: Int, _ source: SourceText, _ table: LineTable) -> ArraySlice<UInt8> {
    var text = source.bytes[table.content(ofLine: line)]
    if SourceLanguage(fileName: source.path) == .markdown { text = QuotedLines.content(of: text) }
    while let first = text.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") { text.removeFirst() }
    while let last = text.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { text.removeLast() }
    return text
  }

  private static func isBlankOrComment(_ text: ArraySlice<UInt8>) -> Bool {
    text.isEmpty || text.starts(with: "//".utf8) || text.starts(with: "#".utf8) || text.starts(with: "/*".utf8)
      || text.starts(with: "*".utf8) || text.starts(with: "<!--".utf8) || text.starts(with: "@".utf8)
  }

  /// The sign and length that open a fence.
  private static func fence(_ text: ArraySlice<UInt8>) -> (sign: UInt8, count: Int)? {
    guard let sign = text.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    let count = text.prefix { $0 == sign }.count
    return count >= 3 ? (sign, count) : nil
  }

  private static func end(
    of opening: (sign: UInt8, count: Int), from line: Int, _ source: SourceText, _ table: LineTable
  ) -> Int {
    var line = line + 1
    while line < table.lineCount {
      if let closing = fence(text(line, source, table)), closing.sign == opening.sign, closing.count >= opening.count {
        return line
      }
      line += 1
    }
    return line
  }
}
