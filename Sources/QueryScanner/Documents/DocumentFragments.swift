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

  /// The blocks of code, with the language they are in, and what is read in their place: the document itself, except
  /// where a block shows a change.
  package static func code(in source: SourceText) -> [(language: SourceLanguage, span: Span, text: SourceText)] {
    DocumentFence.fences(in: source).flatMap { fence -> [(language: SourceLanguage, span: Span, text: SourceText)] in
      switch FenceContent(fence, in: source) {
      case .code(let language): return [(language, fence.content, source)]
      case .page(let language): return ScriptParts.scripts(source, fence.content).map { (language, $0, source) }
      case .change(let language):
        return [(language, fence.content, SourceText(path: source.path, bytes: ShownChange(fence, in: source).bytes))]
      case .fragment, .other: return []
      }
    }
  }
}
