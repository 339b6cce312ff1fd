import Diagnostics

/// Reads the tokens of a unit in one pass over its bytes.
package struct Lexer {
  var bytes: Bytes
  let rules: LexicalRules
  let classes = ByteClass.table
  var end: Int
  var position: Int
  var tokens: [Token] = []
  var names: NameTable
  var remarks: [Remark] = []
  /// Interpolations inside interpolations.
  var nesting = 0
  /// The token before the position; not one that a text or element interpolates. Nil where code begins.
  var previous: Int?
  /// How many bytes may still be read a second time, after a literal turned out to have no end.
  var rescans: Int
  var startsLine = true
  var followsSpace = true

  static let nestingLimit = 24

  private init(_ bytes: Bytes, _ span: Span, _ rules: LexicalRules, _ names: consuming NameTable) {
    self.bytes = bytes
    self.rules = rules
    self.names = names
    end = bytes.end
    position = min(span.start, end)
    rescans = 4 * (end - position) + 1024
    // Code has a token for every five or six bytes.
    tokens.reserveCapacity((end - position) / 6 + 16)
  }

  /// The tokens of a unit, with its brackets linked, and what its comments say to Firebreak.
  package static func read(
    _ unit: SourceUnit, _ rules: LexicalRules, _ names: inout NameTable
  ) -> (tokens: TokenArray, remarks: [Remark]) {
    var table = NameTable.nothing
    swap(&table, &names)
    var (tokens, remarks): ([Token], [Remark]) = ([], [])
    let empty: [UInt8] = [0]
    unsafe unit.source.bytes.withUnsafeBufferPointer { buffer in
      unsafe empty.withUnsafeBufferPointer { none in
        guard let nothing = none.baseAddress else { return }
        let bytes = unsafe Bytes(buffer, end: unit.span.end, empty: nothing)
        var lexer = Lexer(bytes, unit.span, rules, table)
        table = .nothing
        lexer.skipBeginning(unit)
        if let page = rules.page { lexer.readPage(page) } else { while lexer.next() {} }
        swap(&table, &lexer.names)
        swap(&tokens, &lexer.tokens)
        remarks = lexer.remarks
      }
    }
    swap(&table, &names)
    var array = TokenArray(tokens, unit.source, end: unit.span.end, start: unit.span.start)
    BracketMatching.link(&array)
    return (array, remarks)
  }

  /// A byte order mark, and the line that names an interpreter.
  private mutating func skipBeginning(_ unit: SourceUnit) {
    if position == 0 { position = min(unit.source.byteOrderMarkLength, end) }
    if bytes[position] == UInt8(ascii: "#"), bytes[position + 1] == UInt8(ascii: "!") { skipLine() }
  }

  // MARK: - Bytes

  /// The byte at a distance from the position; 0 outside.
  func byte(_ distance: Int) -> UInt8 { bytes[position + distance] }

  func byteClass(_ index: Int) -> ByteClass { classes[Int(bytes[index])] }

  mutating func skipLine() {
    while position < end, byteClass(position).action != .lineEnd { position += 1 }
  }

  // MARK: - Tokens

  /// Reads one token; false at the end.
  mutating func next() -> Bool {
    skipTrivia()
    guard position < end else { return false }
    switch byteClass(position).action {
    case .name: readName()
    case .digit: readNumber()
    case .leftParenthesis: append(.leftParenthesis, length: 1)
    case .leftSquare: append(.leftSquare, length: 1)
    case .leftBrace: append(.leftBrace, length: 1)
    case .rightParenthesis: append(.rightParenthesis, length: 1)
    case .rightSquare: append(.rightSquare, length: 1)
    case .rightBrace: append(.rightBrace, length: 1)
    case .quote: readQuote()
    case .hash: readHash()
    case .slash where rules.hasRegexes && expectsRegex && readRegex(): break
    case .less where rules.hasMarkup && expectsOperand && readMarkup(): break
    case .dot where byteClass(position + 1).isDigit && expectsOperand && !isAfter(.dot) && !isAfter(.backslash):
      readNumber()
    case .sign, .slash, .less, .dot, .backslash, .blank, .lineEnd: readSign()
    }
    return true
  }

  /// Appends a token and moves behind it.
  mutating func append(_ kind: Token.Kind, length: Int, payload: UInt32 = 0) {
    tokens.append(
      Token(kind, start: position, payload: payload, startsLine: startsLine, followsSpace: followsSpace))
    previous = tokens.count - 1
    position += length
    startsLine = false
    followsSpace = false
  }

  /// A literal whose payload is its length.
  mutating func append(_ kind: Token.Kind, to end: Int) {
    append(kind, length: end - position, payload: UInt32(truncatingIfNeeded: end - position))
  }

  mutating func append(_ sign: Sign) { append(.sign, length: sign.length, payload: UInt32(sign.rawValue)) }

  mutating func append(_ kind: Token.Kind, named start: Int, _ end: Int, length: Int) {
    let run = unsafe bytes.run(start, end)
    append(kind, length: length, payload: unsafe names.intern(run, hash: NameTable.hash(run)).raw)
  }

  /// Where reading a literal began, to read it again in another way.
  struct Mark {
    var position: Int
    var tokens: Int
    var remarks: Int
    var previous: Int?
    var startsLine: Bool
    var followsSpace: Bool
  }

  var mark: Mark {
    Mark(
      position: position, tokens: tokens.count, remarks: remarks.count, previous: previous, startsLine: startsLine,
      followsSpace: followsSpace)
  }

  mutating func rewind(to mark: Mark) {
    rescans -= position - mark.position
    position = mark.position
    tokens.removeSubrange(mark.tokens...)
    remarks.removeSubrange(mark.remarks...)
    previous = mark.previous
    startsLine = mark.startsLine
    followsSpace = mark.followsSpace
  }

  // MARK: - Names, numbers, signs

  private mutating func readName() {
    let index = endOfName(from: position + 1)
    if index - position <= 2, byteClass(index).action == .quote, bytes[index] != UInt8(ascii: "`"),
      readPrefixedText(quote: index)
    {
      return
    }
    append(.name, named: position, index, length: index - position)
  }

  func endOfName(from start: Int) -> Int {
    var index = start
    while byteClass(index).continuesName { index += 1 }
    return index
  }

  private mutating func readHash() {
    if rules.hash == .directive, readPoundedLiteral() { return }
    guard rules.hash != .sign, byteClass(position + 1).startsName else { return append(.hash) }
    let index = endOfName(from: position + 1)
    append(rules.hash == .name ? .name : .directive, named: position, index, length: index - position)
  }

  private mutating func readNumber() {
    var index = position
    let isIndex = isAfter(.dot) && !followsSpace
    let hasRadix = bytes[index] == UInt8(ascii: "0") && isRadix(byte(1))
    while index < end {
      let byte = bytes[index]
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      if byteClass(index).isDigit || byte == UInt8(ascii: "_") {
        index += 1
      } else if isIndex {
        break
      } else if byte == UInt8(ascii: "."), !hasRadix, byteClass(index + 1).isDigit {
        index += 1
      } else if isSign, !hasRadix, index > position, bytes[index - 1] | 0x20 == UInt8(ascii: "e"),
        byteClass(index + 1).isDigit
      {
        index += 1
      } else if byte < 0x80, byteClass(index).continuesName {
        index += 1
      } else {
        break
      }
    }
    append(.number, to: index)
  }

  private func isRadix(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower == UInt8(ascii: "x") || lower == UInt8(ascii: "b") || lower == UInt8(ascii: "o")
  }

  func readSignAhead() -> Sign {
    let first = Int(bytes[position])
    for place in Int(rules.signStarts[first])..<Int(rules.signStarts[first + 1]) {
      let candidate = rules.signs[place]
      if candidate.second == byte(1), candidate.third == 0 || candidate.third == byte(2) { return candidate.sign }
    }
    return Sign.single(UInt8(first))
  }

  private mutating func readSign() {
    let sign = readSignAhead()
    // `a?.5:b`
    append(sign == .questionDot && byteClass(position + 2).isDigit ? .question : sign)
  }

  // MARK: - Context

  var last: Token? { previous.map { tokens[$0] } }

  /// Whether an operand, not an operator, may begin here.
  var expectsOperand: Bool {
    guard let last else { return true }
    switch last.kind {
    case .sign:
      switch last.sign {
      case .plusPlus, .minusMinus, .tagEnd, .tagSelfEnd: return false
      case .exclamation: return !isPostfix(last)
      default: return true
      }
    case .leftParenthesis, .leftSquare, .leftBrace, .end, .interpolationStart: return true
    case .name:
      guard let word = last.name.word, rules.wordsBeforeOperands.contains(word) else { return false }
      // `a.of` is a member.
      return tokens.count < 2 || !tokens[tokens.count - 2].isSign(.dot)
    default: return false
    }
  }

  /// Whether a regex, not a division, may begin here: also where a statement may, behind a block or `if (…)`.
  private var expectsRegex: Bool {
    switch last?.kind {
    case .rightBrace?: mayBeginRegexUnseparated
    case .rightParenthesis?: endsHead
    case .name?: expectsOperand && mayBeginRegexUnseparated
    default: expectsOperand
    }
  }

  /// `/ ` and `/=` are rather signs of a division.
  private var mayBeginRegexUnseparated: Bool { byte(1) != UInt8(ascii: " ") && byte(1) != UInt8(ascii: "=") }

  /// The parenthesis that was read last closes the head of `if`, `while`, `for` or `with`. Looked for not too far away,
  /// so that reading stays linear.
  private var endsHead: Bool {
    var depth = 0
    for index in tokens.indices.suffix(512).reversed() {
      if tokens[index].kind == .rightParenthesis { depth += 1 }
      guard tokens[index].kind == .leftParenthesis else { continue }
      depth -= 1
      guard depth == 0 else { continue }
      guard index > 0, let word = tokens[index - 1].keyword, Self.heads.contains(word) else { return false }
      return index < 2 || !tokens[index - 2].isSign(.dot)
    }
    return false
  }

  private static let heads: Set<Word> = [.if, .while, .for, .with]

  /// A sign right behind an operand belongs to it.
  private func isPostfix(_ sign: Token) -> Bool {
    guard !sign.followsSpace, let before = tokens.dropLast().last else { return false }
    switch before.kind {
    case .rightParenthesis, .rightSquare, .rightBrace, .number, .text, .textEnd, .quotedName: return true
    case .name: return before.name.word.map { !rules.wordsBeforeOperands.contains($0) } ?? true
    default: return false
    }
  }

  func isAfter(_ sign: Sign) -> Bool { last?.sign == sign }
}
