import Diagnostics

/// What stands between tokens: white space and comments.
extension Lexer {
  mutating func skipTrivia() {
    while position < end {
      switch byteClass(position).action {
      case .blank: position += 1
      case .lineEnd:
        position += 1
        startsLine = true
      case .backslash where rules.joinsLines && byteClass(position + 1).action == .lineEnd:
        position += byte(1) == 0x0D && byte(2) == 0x0A ? 3 : 2
      case .slash where byte(1) == UInt8(ascii: "*") && rules.hasBlockComments: skipBlockComment()
      case .slash where byte(1) == UInt8(ascii: "/") && rules.lineComment == .slashes: skipLineComment(signs: 2)
      case .hash where rules.lineComment == .hash: skipLineComment(signs: 1)
      // A no-break space.
      case .name where bytes[position] == 0xC2 && byte(1) == 0xA0: position += 2
      default: return
      }
      followsSpace = true
    }
    position = min(position, end)
  }

  mutating func skipLineComment(signs: Int) {
    let start = position
    var speaks = false
    while position < end {
      let byteClass = byteClass(position)
      if byteClass.stopsComment {
        if byteClass.action == .lineEnd { break }
        speaks = speaks || isRemark(at: position)
      }
      position += 1
    }
    if speaks { noteRemark(start + signs, position, whole: Span(start, position)) }
  }

  mutating func skipBlockComment() {
    let start = position
    var depth = 1
    var contentEnd = end
    var speaks = false
    position += 2
    while position < end, depth > 0 {
      let byteClass = byteClass(position)
      guard byteClass.stopsComment else {
        position += 1
        continue
      }
      switch bytes[position] {
      case UInt8(ascii: "*") where byte(1) == UInt8(ascii: "/"):
        depth -= 1
        contentEnd = position
        position += 2
      case UInt8(ascii: "/") where rules.nestsBlockComments && byte(1) == UInt8(ascii: "*"):
        depth += 1
        position += 2
      default:
        if byteClass.action == .lineEnd { startsLine = true } else { speaks = speaks || isRemark(at: position) }
        position += 1
      }
    }
    position = min(position, end)
    if speaks { noteRemark(start + 2, depth == 0 ? contentEnd : end, whole: Span(start, position)) }
  }

  // MARK: - Remarks

  /// Its name, and the end of a word that may be a misspelt one of its own.
  private static let words = ["firebreak", "-ignore"].map { Array($0.utf8) }

  func mentionsRemark(_ start: Int, _ end: Int) -> Bool {
    (start..<max(start, end)).contains(where: isRemark)
  }

  private func isRemark(at place: Int) -> Bool {
    Self.words.contains { word in
      word.indices.allSatisfy { bytes[place + $0] | 0x20 == word[$0] }
    }
  }

  /// Keeps a comment that speaks to Firebreak, or means to.
  mutating func noteRemark(_ start: Int, _ end: Int, whole: Span) {
    let signs: Set<Character> = ["/", "*", "!", "#"]
    let content = unsafe String(decoding: bytes.run(start, end), as: UTF8.self)
    let lines = content.split(whereSeparator: \.isNewline).map { line in
      var text = line.drop { $0.isWhitespace || signs.contains($0) }
      while let last = text.last, last.isWhitespace { text.removeLast() }
      return text
    }
    let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    remarks.append(Remark(text: text, span: whole))
  }
}
