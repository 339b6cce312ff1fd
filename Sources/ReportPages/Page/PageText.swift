import Mustache

/// How text from files gets into the page, its attributes and its drawings.
///
/// The library escapes by characters: a quotation mark that a combining mark follows is another character to it, and
/// would end an attribute. Browsers read scalars, so this escapes scalars.
struct PageText: MustacheContentType {
  /// What templates call it.
  static let name = "PAGE"

  func escapeText(_ text: String) -> String { Self.escaped(text) }

  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      // Control characters are no part of HTML, and those that turn the direction of writing would turn the page's.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        result.unicodeScalars.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
