/// User text inside of Markdown: whatever it is, it stays text.
package enum MarkdownText {
  /// On one line, without meaning to Markdown, tables or HTML.
  package static func plain(_ text: String) -> String {
    var escaped = ""
    let scalars = Array(line(text).unicodeScalars)
    func isInsideWord(_ index: Int) -> Bool {
      index > 0 && index + 1 < scalars.count && isWord(scalars[index - 1]) && isWord(scalars[index + 1])
    }
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      // Within a word it means nothing: `message_time_stamp`.
      case "_" where isInsideWord(index): escaped += "_"
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // Would call people and other threads.
      case "@": escaped += "&#64;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#": escaped += "\\" + String(scalar)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  /// As code, in more back-quotes than the text has in a row.
  package static func code(_ text: String) -> String {
    var (longest, run) = (0, 0)
    var line = ""
    for scalar in self.line(text).unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
      // A cell of a table ends at a bar, code or not.
      line += scalar == "|" ? "\\|" : String(scalar)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 && !line.isEmpty ? fence + line + fence : "\(fence) \(line) \(fence)"
  }

  /// Sentences of Firebreak: names in back-quotes stay code.
  package static func sentence(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, parts.count % 2 == 1 else { return plain(text) }
    return parts.enumerated().map { $0.offset % 2 == 1 ? code($0.element) : plain($0.element) }.joined()
  }

  /// Line breaks are blanks; what is seen nowhere, or turns the text around it, is written as an escape.
  private static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": line += " "
      default: line += QuotedText.singleLine(String(scalar))
      }
    }
    return line
  }
}
