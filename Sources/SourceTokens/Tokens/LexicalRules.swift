/// What the words of a language look like.
package struct LexicalRules: Sendable {
  package struct TextRule: Sendable {
    package enum Interpolation: Sendable {
      case none
      /// `\(…)`
      case parentheses
      /// `${…}`
      case dollarBraces
      /// `${…}` and `$name`
      case dollar
      /// `{…}`, and `{{` for a brace
      case braces
    }

    /// The quote, which is written once or three times.
    var quote: UInt8
    var quotes: Int
    /// The text may go on over line ends.
    var spansLines: Bool
    /// The backslash escapes.
    var hasEscapes: Bool
    var interpolation: Interpolation
    /// A backslash that is content keeps the quote behind it from ending the text.
    var hidesQuotes = false
    /// The first line break and the indentation of the last line are no content.
    var isIndented: Bool

    package init(
      _ quote: Character, quotes: Int = 1, spansLines: Bool = false, hasEscapes: Bool = true,
      interpolation: Interpolation = .none, isIndented: Bool = false
    ) {
      self.quote = quote.asciiValue ?? 0
      self.quotes = quotes
      self.spansLines = spansLines
      self.hasEscapes = hasEscapes
      self.interpolation = interpolation
      self.isIndented = isIndented
    }
  }

  package enum Hash: Sendable {
    /// A sign.
    case sign
    /// `#name` is a directive; `#"…"#` a raw text; `#/…/#` a regex.
    case directive
    /// `#name` is a name.
    case name
  }

  /// Where code stands in the markup of a page.
  package enum Page: Sendable {
    /// `{{ … }}`, and values of attributes like `@click`, `:value`, `v-if`, `[value]`, `(click)`.
    case mustaches
    /// `{ … }` in text and attributes.
    case braces
  }

  package enum LineComment: Sendable { case slashes, hash }

  package var lineComment: LineComment
  package var hasBlockComments = true
  package var nestsBlockComments = false
  /// Longest quotes first.
  package var texts: [TextRule]
  /// Letters before a quote, in lower case: `r` turns escapes off, `f` and `t` turn `{…}` on.
  package var textPrefixes: [String] = []
  /// In texts without escapes a backslash keeps the quote behind it from ending the text (Python).
  package var rawTextsHideQuotes = false
  package var hash = Hash.sign
  /// `` `name` ``
  package var quotesNames = false
  /// The unit is markup with code in it.
  package var page: Page?
  /// A regex literal may stand where an operand may.
  package var hasRegexes = false
  /// A JSX element may stand where an operand may.
  package var hasMarkup = false
  /// A backslash at the end of a line joins it with the next.
  package var joinsLines = false
  /// Words after which an operand follows (decides what `/` and `<` are).
  package var wordsBeforeOperands: Set<Word> = []
  /// Signs of two and three bytes, by their first byte, longest first: from `starts[byte]` to `starts[byte + 1]`.
  let signs: [Candidate]
  let signStarts: [UInt16]

  struct Candidate: Sendable {
    let second: UInt8
    /// 0: two bytes are all.
    let third: UInt8
    let sign: Sign
  }

  /// - Parameter signs: those of two and three bytes that the language has.
  package init(lineComment: LineComment, texts: [TextRule], signs: [Sign]) {
    self.lineComment = lineComment
    self.texts = texts
    let longest = signs.sorted { $0.length > $1.length }
    var candidates: [Candidate] = []
    var starts: [UInt16] = []
    for byte in 0...255 {
      starts.append(UInt16(candidates.count))
      for sign in longest {
        let bytes = Array(sign.text.utf8)
        guard bytes.count > 1, bytes[0] == UInt8(byte) else { continue }
        candidates.append(Candidate(second: bytes[1], third: bytes.count > 2 ? bytes[2] : 0, sign: sign))
      }
    }
    self.signs = candidates
    signStarts = starts + [UInt16(candidates.count)]
  }

  /// Signs that most languages share.
  package static let commonSigns: [Sign] = [
    .equalEqual, .notEqual, .lessEqual, .greaterEqual, .andAnd, .barBar, .plusEqual, .minusEqual, .starEqual,
    .slashEqual, .percentEqual, .ampersandEqual, .barEqual, .caretEqual, .plusPlus, .minusMinus, .arrow, .lessLess,
    .dotDotDot, .dotDot,
  ]
}
