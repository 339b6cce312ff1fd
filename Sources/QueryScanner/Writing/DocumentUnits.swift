import Diagnostics
import SourceTokens

extension SourceUnit {
  /// The units of a file, and of a document those that it shows.
  static func all(in source: SourceText) -> [SourceUnit] {
    guard SourceLanguage(fileName: source.path) == .markdown else { return units(of: source) }
    let document = DocumentText(source)
    return document.code.map { SourceUnit(document.text, $0.language, span: $0.span, shownIn: source) }
  }
}
