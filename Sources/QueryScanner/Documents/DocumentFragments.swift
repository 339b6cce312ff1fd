package import Diagnostics

/// Code, index definitions and rules in the fences of Markdown documents.
package enum DocumentFragments {
  /// What a document declares; nothing for other files.
  static func fragments(_ source: SourceText) -> [DocumentFragment] {
    guard SourceLanguage(fileName: source.path) == .markdown else { return [] }
    return DocumentFence.fences(in: source).compactMap { fence in
      guard case .fragment(let kind) = FenceContent(fence, in: source) else { return nil }
      return DocumentFragment(kind: kind, source: source, span: fence.content)
    }
  }

  /// The blocks of code, with the language they are in.
  package static func code(in source: SourceText) -> [(language: SourceLanguage, span: Span)] {
    DocumentFence.fences(in: source).compactMap { fence in
      guard case .code(let language) = FenceContent(fence, in: source) else { return nil }
      return (language, fence.content)
    }
  }
}
