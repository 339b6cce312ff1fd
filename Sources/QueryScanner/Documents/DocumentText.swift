package import Diagnostics
package import SourceTokens

/// A Markdown document as its fences are read.
package struct DocumentText {
  /// As long as the document, with blanks for what belongs to the document and not to the code: the signs of a quotation,
  /// and of a change what it takes away.
  package let text: SourceText
  /// In the order of the document.
  let blocks: [(fence: DocumentFence, content: FenceContent)]

  package init(_ document: SourceText) {
    let fences = DocumentFence.fences(in: document)
    var bytes = document.bytes
    blocks = fences.map { fence in
      let range = fence.content.start..<fence.content.end
      QuotedLines.removeSigns(from: &bytes, range)
      let changed = fence.showsChange ? ShownChange.apply(to: &bytes, range) : nil
      return (fence, FenceContent(fence, bytes[range], changed))
    }
    text = SourceText(path: document.path, bytes: bytes)
  }

  /// The blocks of code, with the language they are in.
  package var code: [(language: SourceLanguage, span: Span)] {
    blocks.flatMap { block -> [(language: SourceLanguage, span: Span)] in
      switch block.content {
      case .code(let language): [(language, block.fence.content)]
      case .page(let language): PageParts.scripts(text, block.fence.content).map { (language, $0) }
      case .fragment, .other: []
      }
    }
  }
}

extension DocumentFragment {
  /// What a document declares in its fences; nothing for other files.
  package static func all(in source: SourceText) -> [DocumentFragment] {
    guard SourceLanguage(fileName: source.path) == .markdown else { return [] }
    let document = DocumentText(source)
    return document.blocks.compactMap { block in
      guard case .fragment(let kind) = block.content else { return nil }
      return DocumentFragment(kind: kind, source: source, reading: document.text, span: block.fence.content)
    }
  }
}
