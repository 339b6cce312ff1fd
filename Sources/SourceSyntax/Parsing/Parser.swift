import SourceTokens

/// A cursor over the tokens of one unit, bounded by the group that is being read, and the tree that grows behind it.
///
/// ``LanguageGrammar`` says how it is used.
struct Parser {
  let tokens: TokenArray
  let grammar: any LanguageGrammar.Type
  let syntax: SyntaxRules
  let lines: LineRules
  let rules: LexicalRules
  var names: NameTable
  /// The token that is looked at.
  var position = 0
  /// Where the group that is being read ends.
  var end: Int
  /// Whether line breaks may end statements and expressions here.
  var linesMatter = true
  /// A brace after an operand begins the body of a statement, not a closure: `if list.isEmpty {`.
  var bracesBeginBodies = false
  /// A cascade belongs to what stands around the expression that is read: the branch of a condition, the value of a
  /// section.
  var cascadesEnd = false
  /// What is read now is read again: nothing in it may look ahead in the same way, so that no time is multiplied.
  var isLookingAhead = false
  private(set) var depth = 0
  /// Where the first thing stands that was nested too deeply to be read.
  private(set) var cut: Int?
  private let depthLimit: Int

  // The builder.
  var nodes: [Node] = []
  var lists: [NodeID] = []
  /// Finished nodes that nothing has taken as its children.
  var waiting: [NodeID] = []

  /// A third as many levels of brackets: an expression, its operand and the group around it count each.
  static let depthLimit = 420

  init(
    _ tokens: TokenArray, _ grammar: any LanguageGrammar.Type, _ names: consuming NameTable,
    depthLimit: Int = Parser.depthLimit
  ) {
    self.tokens = tokens
    self.grammar = grammar
    self.names = names
    self.depthLimit = depthLimit
    syntax = grammar.syntax
    lines = grammar.lines
    rules = grammar.lexicalRules
    end = tokens.count
    // About as many as there are tokens.
    nodes.reserveCapacity(tokens.count)
    lists.reserveCapacity(tokens.count)
  }

  // MARK: - Looking

  var isAtEnd: Bool { position >= end }

  var current: Token { position < end ? tokens.tokens[position] : .behindAll }

  /// The token so many places further, brackets counted as tokens and texts as one.
  func peek(_ distance: Int = 1) -> Token { token(at: place(distance)) }

  func token(at index: Int) -> Token { index < end ? tokens.tokens[index] : .behindAll }

  /// The index of the token so many places further.
  func place(_ distance: Int) -> Int {
    var index = position
    for _ in 0..<distance where index < end { index = after(index) }
    return index
  }

  /// The token behind the group that opens at the cursor, or so many tokens further.
  func peekAfterGroup(_ distance: Int = 0) -> Token {
    let index = place(distance)
    return index < end ? token(at: afterItem(index)) : .behindAll
  }

  /// The index behind a token, or behind the text that begins there.
  func after(_ index: Int) -> Int {
    guard index < tokens.count else { return index + 1 }
    let token = tokens.tokens[index]
    return token.kind == .textStart ? max(token.link, index) + 1 : index + 1
  }

  /// The index behind a token or the group that opens there.
  func afterItem(_ index: Int) -> Int {
    guard index < tokens.count else { return index + 1 }
    let token = tokens.tokens[index]
    guard token.kind.isOpening else { return after(index) }
    return tokens.isClosed(index) ? token.link + 1 : max(token.link, index + 1)
  }

  func isAt(_ sign: Sign) -> Bool { position < end && tokens.tokens[position].isSign(sign) }
  func isAt(_ word: Word) -> Bool { position < end && tokens.tokens[position].isWord(word) }
  func isAt(kind: Token.Kind) -> Bool { position < end && tokens.tokens[position].kind == kind }

  func isAt(oneOf words: Set<Word>) -> Bool { currentWord.map(words.contains) ?? false }

  /// The keyword at the cursor; nil for other names and tokens.
  var currentWord: Word? { current.keyword }

  /// A line break before the current token would end a statement.
  var isAtLineBreak: Bool { linesMatter && (position >= end || tokens.tokens[position].startsLine) }

  /// `@name` stands here.
  var isAtAnnotation: Bool {
    isAt(.at) && !peek().followsSpace && (peek().kind == .name || peek().kind == .quotedName)
  }

  // MARK: - Moving

  /// Moves over one token; of a bracket, into its group.
  mutating func advance() {
    if position < end { position = after(position) }
  }

  mutating func advance(by count: Int) {
    for _ in 0..<count { advance() }
  }

  /// Moves over a token or a whole group.
  mutating func skipItem() {
    if position < end { position = min(afterItem(position), end) }
  }

  /// Moves over a sign; false when something else stands here.
  mutating func take(_ sign: Sign) -> Bool {
    guard isAt(sign) else { return false }
    position += 1
    return true
  }

  /// Moves over a word; false when something else stands here.
  mutating func take(_ word: Word) -> Bool {
    guard isAt(word) else { return false }
    position += 1
    return true
  }

  /// Moves over a name and answers it.
  mutating func takeName() -> NameID? {
    let token = current
    guard token.kind == .name || token.kind == .quotedName else { return nil }
    position += 1
    return token.name
  }

  var isAtName: Bool { isAt(kind: .name) || isAt(kind: .quotedName) }

  // MARK: - Depth

  /// Reads something that may contain itself; false with nothing read when it is nested too deeply.
  mutating func nested(_ read: (inout Parser) -> Bool) -> Bool {
    guard depth < depthLimit else {
      noteCut()
      return false
    }
    depth += 1
    defer { depth -= 1 }
    return read(&self)
  }

  var isTooDeep: Bool { depth >= depthLimit }

  mutating func noteCut() {
    if cut == nil { cut = position < tokens.count ? Int(tokens.tokens[position].start) : tokens.end }
  }

  /// Reads something that lies so many levels deeper in the tree.
  mutating func deeper(by levels: Int, _ read: (inout Parser) -> Void) {
    depth += levels
    defer { depth -= levels }
    read(&self)
  }

  /// How many links a chain may have here, so that no tree is deeper than what walks it can bear.
  var chainLimit: Int { depth <= 48 ? 200 : depth <= 128 ? 40 : 8 }
}
