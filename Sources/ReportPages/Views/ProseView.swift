/// A sentence whose words in back-quotes are set as code.
struct ProseView {
  struct Piece {
    let text: String
    let isCode: Bool
  }

  let pieces: [Piece]

  init(_ text: String) {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // A quotation mark without a partner is a character like any other.
    guard !parts.count.isMultiple(of: 2) else {
      pieces = [Piece(text: text, isCode: false)]
      return
    }
    pieces = parts.enumerated().compactMap { index, part in
      part.isEmpty ? nil : Piece(text: String(part), isCode: !index.isMultiple(of: 2))
    }
  }
}
