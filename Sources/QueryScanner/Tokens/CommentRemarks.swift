import Diagnostics

extension Lexer {
  /// Its name, and the end of a word that may be a misspelt one of its own.
  private static let words = ["firebreak", "-ignore"].map { Array($0.utf8) }

  /// Keeps a comment that speaks to Firebreak, or means to.
  mutating func noteRemark(_ start: Int, _ end: Int, whole: Span) {
    guard Self.words.contains(where: { mentions($0, start, end) }) else { return }
    let signs: Set<Character> = ["/", "*", "!", "#"]
    let lines = string(start, end).split(whereSeparator: \.isNewline).map { line in
      var text = line.drop { $0.isWhitespace || signs.contains($0) }
      while let last = text.last, last.isWhitespace { text.removeLast() }
      return text
    }
    let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    list.remarks.append(Remark(text: text, span: whole))
  }

  private func mentions(_ word: [UInt8], _ start: Int, _ end: Int) -> Bool {
    guard end - start >= word.count else { return false }
    for index in start...(end - word.count) where bytes[index] | 0x20 == word[0] {
      var offset = 1
      while offset < word.count, bytes[index + offset] | 0x20 == word[offset] { offset += 1 }
      if offset == word.count { return true }
    }
    return false
  }
}
