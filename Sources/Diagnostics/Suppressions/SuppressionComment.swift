/// `firebreak-ignore FB4010 -- reason` for the lines that follow, or `firebreak-ignore-file FB4010 -- reason`: a comment
/// in rules, in sources or in a document.
package struct SuppressionComment: Sendable {
  /// The codes as written.
  package var codes: [String]
  package var reason: String
  /// What stands between the codes and a text that was probably meant as the reason, where that is not `--`: `–`, `:` or,
  /// where nothing stands between them, an empty text. A comment with one has no reason.
  package var wrongMark: String?
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
    wrongMark = parts.wrongMark
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

  /// What stands before and after `--`. Without it the codes end where other words begin.
  private static func split(_ text: Substring) -> (codes: [String], reason: String, wrongMark: String?) {
    if let mark = text.firstRange(of: "--") {
      let reason = text[mark.upperBound...].drop(while: \.isWhitespace)
      return (codes(text[..<mark.lowerBound]), String(reason), nil)
    }
    var codes: [String] = []
    for word in words(text) {
      let sign = word.prefix { dashes.contains($0) }
      if !sign.isEmpty { return (codes, "", String(sign)) }
      let name = word.trimmedSuffix { dashes.contains($0) || $0 == ":" }
      // The first word may be a code that nobody knows; those behind it are one only if they look like it.
      guard codes.isEmpty || isLikeCode(name) else { return (codes.filter(isLikeCode), "", "") }
      codes.append(name)
      if name.utf8.count < word.utf8.count { return (codes, "", String(word.dropFirst(name.count))) }
    }
    return (codes, "", nil)
  }

  private static func isLikeCode(_ word: String) -> Bool {
    DiagnosticCode.isLike(word) || DiagnosticCode.nearest(to: word) != nil
  }

  private static func codes(_ text: Substring) -> [String] { words(text).map(String.init) }

  private static func words(_ text: Substring) -> [Substring] { text.split { $0 == "," || $0.isWhitespace } }

  /// What word processors and people make of `--`.
  private static let dashes: Set<Character> = ["-", "–", "—", "−", "―"]
}

extension Substring {
  fileprivate func trimmedSuffix(while matches: (Character) -> Bool) -> String {
    var rest = self
    while let last = rest.last, matches(last) { rest.removeLast() }
    return String(rest)
  }
}
