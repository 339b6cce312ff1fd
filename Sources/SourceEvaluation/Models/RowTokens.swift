/// The words and signs of one line of a model.
struct RowTokens {
  enum Token: Hashable { case word(String), sign(String), text(String) }

  private(set) var tokens: [Token] = []
  private var position = 0
  let line: Int

  init(_ text: Substring, line: Int) throws(RowError) {
    self.line = line
    var rest = text
    while let first = rest.first {
      if first == " " {
        rest = rest.dropFirst()
      } else if first == "#" {
        break
      } else if first == "\"" {
        let inner = rest.dropFirst().prefix { $0 != "\"" }
        guard rest.count > inner.count + 1 else { throw RowError(line, "a text without an end") }
        tokens.append(.text(String(inner)))
        rest = rest.dropFirst(inner.count + 2)
      } else if let sign = Self.signs.first(where: rest.hasPrefix) {
        tokens.append(.sign(sign))
        rest = rest.dropFirst(sign.count)
      } else {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "@" || $0 == "$" }
        guard !word.isEmpty else { throw RowError(line, "\(first) is no sign of a row") }
        tokens.append(.word(String(word)))
        rest = rest.dropFirst(word.count)
      }
    }
  }

  /// Longer ones first.
  private static let signs = ["...", "->", "=>", "(", ")", ",", ":", "=", "?", "!", "+", ".", "<", ">"]

  var current: Token? { tokens.indices.contains(position) ? tokens[position] : nil }
  var isAtEnd: Bool { current == nil }

  mutating func take(_ sign: String) -> Bool {
    guard current == .sign(sign) else { return false }
    position += 1
    return true
  }

  mutating func take(word: String) -> Bool {
    guard current == .word(word) else { return false }
    position += 1
    return true
  }

  mutating func takeWord() -> String? {
    guard case .word(let word)? = current else { return nil }
    position += 1
    return word
  }

  mutating func takeText() -> String? {
    guard case .text(let text)? = current else { return nil }
    position += 1
    return text
  }

  mutating func word(_ what: String) throws(RowError) -> String {
    guard let word = takeWord() else { throw RowError(line, "\(what) is missing") }
    return word
  }

  mutating func expect(_ sign: String) throws(RowError) {
    guard take(sign) else { throw RowError(line, "\(sign) is missing") }
  }
}
