/// `firebreak-ignore FB4010 -- reason` for the lines that follow, or `firebreak-ignore-file FB4010 -- reason`: a comment
/// in rules, in sources or in a document.
package struct SuppressionComment: Sendable {
  /// The codes as written.
  package var codes: [String]
  package var reason: String
  package var isForFile: Bool
  /// The lines it is for; nil for the whole file.
  package var lines: ClosedRange<Int>?
  package var span: Span

  package var hasReason: Bool { reason.contains { !$0.isWhitespace } }

  /// Nil for a comment that is about something else.
  /// - Parameters:
  ///   - text: without the comment's own signs.
  ///   - span: where the comment stands.
  package init?(_ text: String, span: Span) {
    guard let (rest, isForFile) = Self.directive(text) else { return nil }
    let parts = Self.split(rest)
    codes = parts.codes
    reason = parts.reason
    self.isForFile = isForFile
    self.span = span
  }

  private static func directive(_ text: String) -> (rest: Substring, isForFile: Bool)? {
    for (word, isForFile) in [("firebreak-ignore-file", true), ("firebreak-ignore", false)]
    where text.hasPrefix(word) {
      let rest = text.dropFirst(word.count)
      // `firebreak-ignored` is a word of its own.
      if rest.isEmpty || rest.first?.isWhitespace == true || rest.first == ":" {
        return (rest.drop { $0 == ":" }, isForFile)
      }
    }
    return nil
  }

  /// What stands before and after `--`.
  private static func split(_ text: Substring) -> (codes: [String], reason: String) {
    var head = text
    var reason: Substring = ""
    if let mark = text.firstRange(of: "--") {
      head = text[..<mark.lowerBound]
      reason = text[mark.upperBound...]
    }
    let codes = head.split { $0 == "," || $0.isWhitespace }.map(String.init)
    return (codes, String(reason.drop(while: \.isWhitespace)))
  }
}
