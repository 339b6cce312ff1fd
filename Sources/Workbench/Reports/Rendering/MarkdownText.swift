/// User text inside of Markdown: whatever it is, it stays text.
enum MarkdownText {
  /// On one line, without meaning to Markdown, tables or HTML.
  static func plain(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // Would call people and other threads.
      case "@": escaped += "&#64;"
      case "\\", "`", "*", "[", "]", "|", "~", "#": escaped += "\\" + String(scalar)
      default: escaped += isBreak(scalar) ? " " : String(scalar)
      }
    }
    return escaped
  }

  /// As code, in more back-quotes than the text has in a row.
  static func code(_ text: String) -> String {
    var (longest, run) = (0, 0)
    var line = ""
    for scalar in text.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
      // A cell of a table ends at a bar, code or not.
      line += scalar == "|" ? "\\|" : isBreak(scalar) ? " " : String(scalar)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 && !line.isEmpty ? fence + line + fence : "\(fence) \(line) \(fence)"
  }

  /// Sentences of Firebreak: names in back-quotes stay code.
  static func sentence(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, parts.count % 2 == 1 else { return plain(text) }
    return parts.enumerated().map { $0.offset % 2 == 1 ? code($0.element) : plain($0.element) }.joined()
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\u{85}" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }
}
