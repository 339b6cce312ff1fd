import Diagnostics

/// Writes rules in their canonical layout: two spaces per level, one statement per line, lines up to 100 columns.
///
/// Only white space, missing semicolons and commas behind the last element change; every other token is kept as it is
/// written, and so are comments and single blank lines. Formatting a formatted text changes nothing.
package enum CloudRulesFormatter {
  static let width = 100

  /// The whole formatted source; nil when it has problems, because what is broken cannot be laid out faithfully.
  ///
  /// Line breaks are LF, or CRLF where the first one of the source is. A byte order mark is not kept.
  package static func format(_ parsed: ParsedRules) -> String? {
    guard parsed.problems.isEmpty else { return nil }
    var builder = LayoutBuilder(parsed.ruleset)
    let layout = builder.file()
    guard builder.isComplete else { return nil }
    let comments = CommentPlacement(
      parsed.ruleset, hoisting: builder.hoisting, dropping: builder.dropped, leading: builder.leading)
    var printer = LayoutPrinter(parsed.ruleset, comments)
    let text = printer.print(layout)
    return usesCarriageReturns(parsed.ruleset.source) ? withCarriageReturns(text) : text
  }

  private static func usesCarriageReturns(_ source: SourceText) -> Bool {
    guard let first = source.bytes.firstIndex(where: \.isLineBreak) else { return false }
    return source.bytes[first] == 0x0D && first + 1 < source.bytes.count && source.bytes[first + 1] == 0x0A
  }

  private static func withCarriageReturns(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == 0x0A { bytes.append(0x0D) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
