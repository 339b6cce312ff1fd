import Diagnostics

/// What stands next in the source when no path is being read.
struct Lexeme {
  enum Kind: Equatable {
    case word
    case number
    case string(StringPrefix)
    case mark(Mark)
    /// Characters that begin nothing.
    case invalid
    case end
  }

  var kind: Kind
  var trivia: Span
  var span: Span
  /// Of a word; empty for everything else.
  var text = ""
  /// Where a comment before it begins that is never closed.
  var unclosedComment: Int?

  func isMark(_ mark: Mark) -> Bool { kind == .mark(mark) }

  func isWord(_ word: String) -> Bool { kind == .word && text == word }
}

/// The letter directly before a quote.
enum StringPrefix {
  case none
  case bytes
  /// Known from CEL, where it keeps backslashes; the rules language does not document it.
  case raw
}

/// Punctuation of the language, and spellings of other languages that get a hint.
enum Mark: String, CaseIterable {
  case openBrace = "{"
  case closeBrace = "}"
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBracket = "["
  case closeBracket = "]"
  case comma = ","
  case semicolon = ";"
  case colon = ":"
  case dot = "."
  case question = "?"
  case assign = "="
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case and = "&&"
  case or = "||"
  case plus = "+"
  case minus = "-"
  case star = "*"
  case slash = "/"
  case percent = "%"
  case not = "!"
  case dollar = "$"
  case doubleStar = "**"
  case tripleEqual = "==="
  case notTripleEqual = "!=="
  case unequal = "<>"
  case arrow = "=>"
  case singleAnd = "&"
  case singleOr = "|"

  /// Indexed by the first character; longer marks stand first.
  static let byFirstByte: [[(bytes: [UInt8], mark: Mark)]] = {
    var table = Array(repeating: [(bytes: [UInt8], mark: Mark)](), count: 128)
    for mark in allCases.sorted(by: { $0.rawValue.utf8.count > $1.rawValue.utf8.count }) {
      let bytes = Array(mark.rawValue.utf8)
      if let first = bytes.first { table[Int(first)].append((bytes, mark)) }
    }
    return table
  }()
}
