import Diagnostics

/// A word, literal, sign or bracket of the code.
///
/// Tokens of one source stand in one flat array. A text with interpolations is followed by the tokens of what it
/// interpolates; `link` leads past them.
struct Token: Sendable {
  enum Kind: Sendable {
    /// A name or keyword: which of them is the grammar's business.
    case name
    case number
    /// A string or character literal: `TokenList.texts` holds its parts.
    case text
    /// Signs with meaning, by longest match; also `,`, `;`, `:` and `.`.
    case `operator`
    /// `(`, `[` or `{`
    case open
    /// `)`, `]` or `}`
    case close
    /// `@Name` or `@a.b`, `text` is the name; arguments follow as a group of their own.
    case annotation
    /// `#name`
    case directive
    case regex
    /// A JSX element: its parts are those of a text, without the text, and its components.
    case markup
    /// After the last token of what is read.
    case end
  }

  var kind: Kind
  /// A line break lies between this token and the one before.
  var startsLine = false
  /// White space or a comment stands before it.
  var followsSpace = false
  /// Quoted by the language's own signs: never a keyword.
  var isQuoted = false
  /// An opening bracket whose group is ended by its own closing bracket.
  var isClosed = false
  /// From 0; tabs count up to the next multiple of eight.
  var column: Int
  var start: Int
  var end: Int
  /// An opening bracket: the token that ends its group. A closing bracket: its opening one, or -1. A text or markup:
  /// the token that follows it.
  var link = -1
  /// A text or markup: its index in `TokenList.texts`.
  var literal = -1
  /// As written; of texts: empty.
  var text: String

  var span: Span { Span(start, end) }
}

/// The tokens of one piece of code.
struct TokenList: Sendable {
  enum Part: Sendable {
    /// Escapes resolved.
    case literal(String)
    /// The tokens of the interpolated code.
    case interpolation(Range<Int>)
    /// What a JSX element says of components.
    case markup(MarkupSign)
  }

  /// Between them stands code: the value of the attribute before it, what is spread into attributes, or a child.
  enum MarkupSign: Sendable {
    /// `<Name`, with the place of the sign.
    case component(String, start: Int)
    /// `name` in the tag of a component; without a value it is true.
    case attribute(String, start: Int)
    /// The value in quotes.
    case text(String, start: Int)
    /// The end of a component's tag, behind which its children stand.
    case content
    /// Another element begins.
    case element
    /// A component ends.
    case end
  }

  var tokens: [Token] = []
  var texts: [[Part]] = []
  var remarks: [Remark] = []
}
