/// Makes a text that a regular expression matches, for the constructs that rules support. The result is nil where such
/// a text is not easy to find.
enum RegexExample {
  /// - Parameter literal: a regular expression as rules write it, `/^[a-z]+$/i`.
  static func text(_ literal: String) -> String? {
    guard let start = literal.firstIndex(of: "/"), let end = literal.lastIndex(of: "/"), start < end else { return nil }
    var parser = Parser(characters: Array(literal[literal.index(after: start)..<end]))
    let text = parser.alternation(depth: 0)
    return parser.isAtEnd ? text : nil
  }

  private struct Parser {
    let characters: [Character]
    var index = 0

    var isAtEnd: Bool { index >= characters.count }

    /// An example of the first of the alternatives `a|b`.
    mutating func alternation(depth: Int) -> String? {
      var first: String?? = nil
      while true {
        let text = sequence(depth: depth)
        if first == nil { first = .some(text) }
        guard index < characters.count, characters[index] == "|" else { break }
        index += 1
      }
      return first ?? nil
    }

    private mutating func sequence(depth: Int) -> String? {
      guard depth < 16 else { return nil }
      var text: String? = ""
      while index < characters.count, characters[index] != "|", characters[index] != ")" {
        let piece = atom(depth: depth)
        let count = repetition()
        if let piece, let count, let current = text {
          text = current + String(repeating: piece, count: count)
        } else {
          text = nil
        }
      }
      return text
    }

    private mutating func atom(depth: Int) -> String? {
      let character = characters[index]
      index += 1
      switch character {
      case "^", "$": return ""
      case ".": return "a"
      case "(":
        let text = alternation(depth: depth + 1)
        guard index < characters.count, characters[index] == ")" else { return nil }
        index += 1
        return text
      case "[": return set()
      case "\\":
        guard index < characters.count else { return nil }
        let escaped = characters[index]
        index += 1
        switch escaped {
        case "d": return "1"
        case "w": return "a"
        case "s": return " "
        case "D", "S": return "a"
        case "W": return "-"
        default: return String(escaped)
        }
      default: return String(character)
      }
    }

    /// The first member of a character class; for a negated one, the first of a few characters that is no member.
    private mutating func set() -> String? {
      var members: [Character] = []
      let isNegated = index < characters.count && characters[index] == "^"
      if isNegated { index += 1 }
      while index < characters.count, characters[index] != "]" {
        if characters[index] == "\\", index + 1 < characters.count {
          index += 1
          switch characters[index] {
          case "d": members.append("1")
          case "w": members.append("a")
          case "s": members.append(" ")
          default: members.append(characters[index])
          }
        } else {
          members.append(characters[index])
        }
        index += 1
      }
      guard index < characters.count else { return nil }
      index += 1
      if !isNegated { return members.first.map(String.init) }
      return ["a", "1", "Z", "_"].first { !members.contains($0) }.map { String($0) }
    }

    /// How often the previous atom is repeated: as few times as allowed, but at least once.
    private mutating func repetition() -> Int? {
      guard index < characters.count else { return 1 }
      switch characters[index] {
      case "*", "+", "?":
        index += 1
        return 1
      case "{":
        guard let end = characters[index...].firstIndex(of: "}") else { return 1 }
        let body = String(characters[(index + 1)..<end])
        guard let least = Int(body.prefix { $0 != "," }) else { return 1 }
        index = end + 1
        return least <= 512 ? max(least, 1) : nil
      default: return 1
      }
    }
  }
}
