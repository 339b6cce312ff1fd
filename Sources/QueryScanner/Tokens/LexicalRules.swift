/// What the words of a language look like.
struct LexicalRules: Sendable {
  struct TextRule: Sendable {
    enum Interpolation: Sendable {
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

    var quote: [UInt8]
    /// The text may go on over line ends.
    var spansLines: Bool
    /// The backslash escapes.
    var hasEscapes: Bool
    var interpolation: Interpolation

    init(
      _ quote: String, spansLines: Bool = false, hasEscapes: Bool = true, interpolation: Interpolation = .none
    ) {
      self.quote = Array(quote.utf8)
      self.spansLines = spansLines
      self.hasEscapes = hasEscapes
      self.interpolation = interpolation
    }
  }

  enum Hash: Sendable {
    /// An operator.
    case sign
    /// `#name` is a directive; `#"…"#` a raw text; `#/…/#` a regex.
    case directive
    /// `#name` is a name.
    case name
  }

  enum LineComment: Sendable { case slashes, hash }

  var lineComment: LineComment
  var hasBlockComments = true
  var nestsBlockComments = false
  /// Longest quotes first.
  var texts: [TextRule]
  /// Letters before a quote (in lower case): `r` turns escapes off, `f` and `t` turn `{…}` on.
  var textPrefixes: Set<String> = []
  var hash = Hash.sign
  /// `` `name` ``
  var quotesNames = false
  /// `@name` is an annotation.
  var hasAnnotations = true
  /// A regex literal may stand where an operand may.
  var hasRegexes = false
  /// A JSX element may stand where an operand may.
  var hasMarkup = false
  /// A backslash at the end of a line joins it with the next.
  var joinsLines = false
  /// Words after which an operand follows (decides what `/` and `<` are).
  var wordsBeforeOperands: Set<String> = []
  /// Signs of two and more characters, by their first byte, longest first.
  private(set) var operators: [[Sign]]

  struct Sign: Sendable {
    var bytes: [UInt8]
    var text: String
  }

  /// - Parameter operators: signs of two and more characters. No sign but `>=` may begin with `>`: two tokens `>` can
  ///   then end two lists of generic arguments.
  init(lineComment: LineComment, texts: [TextRule], operators: [String]) {
    self.lineComment = lineComment
    self.texts = texts
    self.operators = Array(repeating: [], count: 256)
    for text in operators.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let bytes = Array(text.utf8)
      guard let first = bytes.first else { continue }
      self.operators[Int(first)].append(Sign(bytes: bytes, text: text))
    }
  }

  /// Signs that most languages share.
  static let commonOperators = [
    "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "->", "<<", "...",
    "..",
  ]
}
