import Diagnostics
import QueryScanner
import SourceTokens

extension SourceUnit {
  /// The units of a file, and of a document those that it shows.
  static func all(in source: SourceText) -> [SourceUnit] {
    guard SourceTokens.SourceLanguage(fileName: source.path) == .markdown else { return units(of: source) }
    let document = DocumentText(source)
    return document.code.compactMap { block in
      SourceTokens.SourceLanguage(rawValue: block.language.rawValue).map { language in
        SourceUnit(document.text, language, span: block.span, shownIn: source)
      }
    }
  }
}
