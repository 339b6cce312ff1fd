import Diagnostics
import SourceTokens

/// The comment that ignores a finding, in the way in which its file writes comments; nil where the file has none that
/// count.
struct SuppressionEdit {
  let text: String
  /// Where the line of the finding starts.
  let offset: Int

  init?(_ finding: Diagnostic, line: Int, in document: OpenDocument) {
    guard let (opening, ending) = Self.signs(document) else { return nil }
    offset = document.lines.starts[line]
    let indent = document.bytes[offset...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    text =
      String(decoding: indent, as: UTF8.self)
      + "\(opening) firebreak-ignore \(finding.code.id) -- say why this is right\(ending)\n"
  }

  private static func signs(_ document: OpenDocument) -> (opening: String, ending: String)? {
    if document.isRules { return ("//", "") }
    switch SourceLanguage(fileName: document.address) {
    case .python?: return ("#", "")
    case .markdown?: return ("<!--", " -->")
    case .javascript?, .typescript?, .kotlin?, .java?, .dart?, .swift?: return ("//", "")
    // Which comment counts depends on the part of the page.
    case .page?, nil: return nil
    }
  }
}
