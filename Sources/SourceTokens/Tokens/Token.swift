/// A word, literal, sign or bracket of the code: eight bytes. What its payload is depends on its kind.
@usableFromInline package struct Token: Hashable, Sendable {
  @usableFromInline package enum Kind: UInt8, Hashable, Sendable {
    /// Behind the last token of what is read; no array holds it.
    case end
    /// A name or keyword; which of them is the grammar's business. Payload: its `NameID`. Scripts: also `#name`.
    case name
    /// `` `name` ``, never a keyword. Payload: the `NameID` of what stands between the quotes.
    case quotedName
    /// Payload: how many bytes it has. So have `text`, `textEnd`, `regex` and `markupText`.
    case number
    /// A whole literal that interpolates nothing, with its quotes and what stands before them (`r"…"`, `#"…"#`).
    case text
    /// The opening quote, with what stands before it, of a text that interpolates or that nothing closes. Payload: the
    /// index of its `textEnd`.
    case textStart
    /// Content of such a text up to the next interpolation or the end.
    case textPart
    /// The closing quote; without any bytes where nothing closes the text.
    case textEnd
    /// `${`, `\(`, `{`, or the `$` of `$name`. Payload: the index of the token behind the interpolated code, which is
    /// its `interpolationEnd` but for `$name`.
    case interpolationStart
    case interpolationEnd
    /// Signs with meaning, by longest match; also `,`, `;`, `:`, `.` and `@`. Payload: the `Sign`.
    case sign
    /// `#name` in Swift. Payload: the `NameID` of the whole, with `#`.
    case directive
    case regex
    /// Text between tags of markup, without the white space around it.
    case markupText
    /// The name of a tag or attribute, perhaps with `-` and `:`. Payload: its `NameID`.
    case markupName
    /// Opening brackets. Payload: the index of the token that ends the group: its own closing bracket, or, where there
    /// is none, the bracket that closes a group around it, or the end of the code.
    case leftParenthesis, leftSquare, leftBrace
    /// Closing brackets. Payload: the index of the opening one, or its own where nothing was open.
    case rightParenthesis, rightSquare, rightBrace
  }

  @usableFromInline package let start: UInt32
  /// Kind: 5 bits. Begins a line: 1 bit. White space before it: 1 bit. Payload: 25 bits.
  @usableFromInline var word: UInt32

  package static let payloadLimit = 1 << 25

  @inlinable init(_ kind: Kind, start: Int, payload: UInt32, startsLine: Bool, followsSpace: Bool) {
    self.start = UInt32(truncatingIfNeeded: start)
    word = UInt32(kind.rawValue) | (startsLine ? 32 : 0) | (followsSpace ? 64 : 0) | payload << 7
  }

  @inlinable package var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: word & 31)) ?? .end }
  /// A line break lies between this token and the one before.
  @inlinable package var startsLine: Bool { word & 32 != 0 }
  /// White space or a comment stands before it.
  @inlinable package var followsSpace: Bool { word & 64 != 0 }

  @inlinable package var payload: UInt32 {
    get { word >> 7 }
    set { word = word & 127 | newValue << 7 }
  }

  /// Of a name, quoted name or directive; the empty name for others.
  @inlinable package var name: NameID {
    switch kind {
    case .name, .quotedName, .directive, .markupName: NameID(payload)
    default: .empty
    }
  }

  @inlinable package var sign: Sign? { kind == .sign ? Sign(rawValue: UInt8(truncatingIfNeeded: payload)) : nil }

  /// Of a bracket, `textStart` or `interpolationStart`.
  @inlinable package var link: Int { Int(payload) }
}

extension Token {
  @inlinable package static var behindAll: Token {
    Token(.end, start: 0, payload: 0, startsLine: true, followsSpace: true)
  }

  /// Without what stands before it.
  @inlinable var content: UInt32 { word & ~96 }

  @inlinable package func isSign(_ sign: Sign) -> Bool {
    content == UInt32(Kind.sign.rawValue) | UInt32(sign.rawValue) << 7
  }
  @inlinable package func isWord(_ word: Word) -> Bool { content == UInt32(Kind.name.rawValue) | word.rawValue << 7 }

  /// The keyword that it is.
  @inlinable package var keyword: Word? { kind == .name ? name.word : nil }
}

extension Token.Kind {
  @inlinable package var isOpening: Bool { self == .leftParenthesis || self == .leftSquare || self == .leftBrace }
  @inlinable package var isClosing: Bool { self == .rightParenthesis || self == .rightSquare || self == .rightBrace }
  @inlinable package var isText: Bool { self == .text || self == .textStart }
}
