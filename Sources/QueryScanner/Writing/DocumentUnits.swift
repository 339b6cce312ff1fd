import Diagnostics
import SourceSemantics
import SourceTokens

extension SourceUnit {
  /// The units of a file, and of a document those that it shows.
  static func all(in source: SourceText) -> [SourceUnit] {
    // What a script imports of data is the value of a module.
    if source.path.hasSuffix(".json") {
      return ModuleConfiguration.isConfiguration(source.path) ? [] : [SourceUnit(source, .javascript)]
    }
    guard SourceLanguage(fileName: source.path) == .markdown else { return units(of: source) }
    let document = DocumentText(source)
    return document.code.map { SourceUnit(document.text, $0.language, span: $0.span, shownIn: source) }
  }
}
