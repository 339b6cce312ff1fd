package import Diagnostics

/// From text to trees: chooses the reader of a language by the file's name.
package enum SourceReader {
  /// One piece for a file of code, one per fence for a document; none when the file is of no language of ours.
  package static func read(_ source: SourceText) -> [ParsedSource] {
    guard let language = SourceLanguage(fileName: source.path) else { return [] }
    return read(source, Span(0, source.bytes.count), language)
  }

  /// - Parameter span: the part that is code of this language.
  package static func read(_ source: SourceText, _ span: Span, _ language: SourceLanguage) -> [ParsedSource] { [] }
}
