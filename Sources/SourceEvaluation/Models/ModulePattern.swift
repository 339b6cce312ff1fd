/// A module by a pattern: `*` stands for anything.
struct ModulePattern: Sendable {
  private let pieces: [String]
  /// How much of it is written out.
  let length: Int

  init(_ text: String) {
    pieces = text.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    length = text.utf8.count
  }

  func matches(_ text: String) -> Bool {
    guard let first = pieces.first, let last = pieces.last, text.hasPrefix(first) else { return false }
    guard pieces.count > 1 else { return text == first }
    var rest = text.dropFirst(first.count)[...]
    for piece in pieces.dropFirst().dropLast() {
      guard let next = end(of: piece, in: rest) else { return false }
      rest = rest[next...]
    }
    return rest.count >= last.count && rest.hasSuffix(last)
  }

  /// Where the text goes on behind the first place of a piece.
  private func end(of piece: String, in text: Substring) -> Substring.Index? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(piece) { return text.index(start, offsetBy: piece.count) }
      start = text.index(after: start)
    }
    return piece.isEmpty ? start : nil
  }
}
