package import Diagnostics

/// The comments of a rules file that suppress findings: `// firebreak-ignore FB6013 -- reason`. A comment on a line of
/// its own is for the next line with rules; one after a rule is for that line.
package struct RealtimeSuppressions: Sendable {
  private let suppressions: CommentSuppressions

  package init(_ source: SourceText) {
    let lines = LineTable(source)
    let comments = Self.comments(source.bytes).compactMap { comment -> SuppressionComment? in
      guard var suppression = SuppressionComment(comment.text, span: comment.span) else { return nil }
      if !suppression.isForFile {
        let line = lines.position(of: comment.following ?? comment.span.start).line
        suppression.lines = line...line
      }
      return suppression
    }
    suppressions = CommentSuppressions(comments, in: source, lines: lines)
  }

  /// The findings, with suppressed ones marked, and the problems of the comments themselves.
  package func apply(to findings: [Diagnostic]) -> [Diagnostic] {
    suppressions.apply(to: findings, complete: true) { selector in
      RealtimeRulesCheck.codes.contains(where: selector.matches)
    }
  }

  private struct Comment {
    var text: String
    var span: Span
    /// The offset of the next token, for a comment on a line of its own.
    var following: Int?
  }

  /// Finds the comments outside of string literals. After a string without an end there are none.
  private static func comments(_ bytes: [UInt8]) -> [Comment] {
    var comments: [Comment] = []
    var uncompleted: [Int] = []
    var index = 0
    var startsLine = true
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "/"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1] == UInt8(ascii: "*")
      {
        let isBlock = bytes[index + 1] == UInt8(ascii: "*")
        let end = isBlock ? blockEnd(bytes, index + 2) : lineEnd(bytes, index)
        let inner = bytes[(index + 2)..<max(index + 2, isBlock ? end - 2 : end)]
        let text = String(decoding: inner, as: UTF8.self)
        if startsLine { uncompleted.append(comments.count) }
        comments.append(Comment(text: String(text.drop(while: \.isWhitespace)), span: Span(index, end), following: nil))
        index = end
        continue
      }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): startsLine = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      default:
        for number in uncompleted { comments[number].following = index }
        uncompleted = []
        startsLine = false
        if byte == UInt8(ascii: "\"") {
          index += 1
          while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
          }
        }
      }
      index += 1
    }
    return comments
  }

  private static func lineEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
  }

  private static func blockEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return bytes.count
  }
}
