package import Diagnostics

/// One piece of code as a tree: a file, or one fence of a document.
package struct ParsedSource: Hashable, Sendable {
  /// The file, or the document that the code stands in: spans count in its bytes.
  package var source: SourceText
  /// What was read, as long as the source: that itself, or a document with blanks for what is none of the code.
  package let text: SourceText
  package var language: SourceLanguage
  package var statements: [Statement]
  /// Comments that speak to Firebreak, in their order.
  package var remarks: [Remark]
  /// Where the code stands in a document; nil: the whole file.
  package var fence: Span?
  /// Where the first thing stands that is left out because it is nested too deeply.
  package var cut: Int?

  package init(
    source: SourceText, language: SourceLanguage, statements: [Statement], remarks: [Remark] = [], fence: Span? = nil
  ) {
    self.source = source
    text = source
    self.language = language
    self.statements = statements
    self.remarks = remarks
    self.fence = fence
  }
}

/// The text of a comment that mentions `firebreak`, without the comment's own signs.
package struct Remark: Hashable, Sendable {
  package var text: String
  package var span: Span

  package init(text: String, span: Span) {
    self.text = text
    self.span = span
  }
}
