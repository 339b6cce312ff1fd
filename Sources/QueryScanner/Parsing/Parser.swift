import Diagnostics

/// A cursor over the tokens of one piece of code, bounded by the group that is being read.
struct Parser {
  let list: TokenList
  let grammar: any LanguageGrammar
  let syntax: SyntaxRules
  let lines: LineRules
  private(set) var position = 0
  /// Where the group that is being read ends.
  private(set) var end: Int
  /// Whether line breaks may end statements and expressions here.
  var linesMatter = true
  /// A brace after an operand begins the body of a statement, not a closure: `if list.isEmpty {`.
  var bracesBeginBodies = false
  /// Statements that one declaration brings besides the one it is: `let a = 1, b = 2`. They follow it in its block.
  var pending: [Statement] = []
  /// Names that the patterns read so far bind (`case .a(let name)`).
  var boundNames: [String] = []
  /// Conditions of the compiler that do not enclose whole statements: the code of all is read as if there were none.
  var joinsConditions = false
  /// Where the token before the cursor ended.
  private(set) var previousEnd: Int
  private(set) var depth = 0

  /// A third as many levels of brackets: an expression, its operand and the group around it count each.
  static let depthLimit = 420

  private let depthLimit: Int
  /// Where the first thing stands that was nested too deeply to be read.
  private(set) var cut: Int?

  init(_ list: TokenList, _ grammar: any LanguageGrammar, start: Int, depthLimit: Int = Parser.depthLimit) {
    self.depthLimit = depthLimit
    self.list = list
    self.grammar = grammar
    syntax = grammar.syntax
    lines = grammar.lines
    end = list.tokens.count
    previousEnd = start
  }

  // MARK: - Looking

  var isAtEnd: Bool { position >= end }

  var current: Token { position < end ? list.tokens[position] : endToken }

  private var endToken: Token {
    Token(kind: .end, startsLine: true, followsSpace: true, column: 0, start: previousEnd, end: previousEnd, text: "")
  }

  /// The token so many places further, brackets counted as tokens and interpolations left out.
  func peek(_ distance: Int = 1) -> Token {
    var index = position
    for _ in 0..<distance where index < end { index = after(index) }
    return index < end ? list.tokens[index] : endToken
  }

  /// The token behind the group that opens at the cursor (or so many tokens further).
  func peekAfterGroup(_ distance: Int = 0) -> Token {
    var index = position
    for _ in 0..<distance where index < end { index = after(index) }
    guard index < end else { return endToken }
    index = afterItem(index)
    return index < end ? list.tokens[index] : endToken
  }

  private func after(_ index: Int) -> Int {
    let kind = list.tokens[index].kind
    return kind == .text || kind == .markup ? max(list.tokens[index].link, index + 1) : index + 1
  }

  private func afterItem(_ index: Int) -> Int {
    guard list.tokens[index].kind == .open else { return after(index) }
    let link = list.tokens[index].link
    return list.tokens[index].isClosed ? link + 1 : max(link, index + 1)
  }

  /// A name or sign of this text stands here.
  func isAt(_ text: String) -> Bool { position < end && list.tokens[position].isSign(text) }

  func isAt(oneOf texts: Set<String>) -> Bool { position < end && list.tokens[position].isSign(oneOf: texts) }

  /// Of a few: nothing is hashed.
  func isAt(oneOf texts: [String]) -> Bool { position < end && list.tokens[position].isSign(oneOf: texts) }

  /// A line break before the current token would end a statement.
  var isAtLineBreak: Bool { linesMatter && (position >= end || list.tokens[position].startsLine) }

  // MARK: - Moving

  /// Moves over one token; of a bracket, into its group.
  mutating func advance() {
    guard position < end else { return }
    previousEnd = list.tokens[position].end
    position = after(position)
  }

  /// Moves over a token or a whole group.
  mutating func skipItem() {
    guard position < end else { return }
    position = min(afterItem(position), end)
    previousEnd = max(previousEnd, list.tokens[position - 1].end)
  }

  /// Moves over a name or sign of this text; false when something else stands here.
  mutating func take(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    advance()
    return true
  }

  /// Moves over a name and answers it.
  mutating func takeName() -> String? {
    let token = current
    guard token.kind == .name else { return nil }
    advance()
    return token.text
  }

  mutating func skipItems(until stops: Set<String>) {
    while !isAtEnd, !isAt(oneOf: stops) { skipItem() }
  }

  mutating func skipItems(until stops: [String]) {
    while !isAtEnd, !isAt(oneOf: stops) { skipItem() }
  }

  mutating func skipToEnd() {
    while !isAtEnd { skipItem() }
  }

  /// A place to come back to when a reading turns out to be wrong. Only to be used with bounded look-ahead.
  struct Mark {
    var position: Int
    var previousEnd: Int
  }

  var mark: Mark { Mark(position: position, previousEnd: previousEnd) }

  mutating func rewind(to mark: Mark) {
    position = mark.position
    previousEnd = mark.previousEnd
  }

  /// A word or sign stands between a place and the cursor.
  func hasWord(_ word: String, since start: Mark) -> Bool {
    list.tokens[min(start.position, position)..<position].contains { $0.isSign(word) }
  }

  func span(since start: Mark) -> Span {
    span(from: start.position < list.tokens.count ? list.tokens[start.position].start : start.previousEnd)
  }

  func span(from start: Int) -> Span { Span(start, max(start, previousEnd)) }

  // MARK: - Groups

  /// Reads the content of the group that opens here and moves behind it.
  mutating func inGroup<Content>(_ read: (inout Parser) -> Content) -> Content {
    let opening = current
    let outer = (end: end, lines: linesMatter, braces: bracesBeginBodies)
    let closing = opening.kind == .open ? min(opening.link, end) : position
    if opening.kind == .open { advance() }
    // What is nested too deeply is read as if it were empty.
    let isTooDeep = depth >= depthLimit
    if isTooDeep { cut = cut ?? opening.start }
    end = isTooDeep ? position : max(closing, position)
    linesMatter = opening.text == "{"
    bracesBeginBodies = false
    depth += 1
    let content = read(&self)
    depth -= 1
    position = max(closing, end)
    (end, linesMatter, bracesBeginBodies) = outer
    if opening.isClosed, position < end {
      advance()
    } else if opening.kind == .open, position > 0 {
      previousEnd = max(previousEnd, list.tokens[position - 1].end)
    }
    return content
  }

  /// Reads tokens of a range of their own: what a text interpolates.
  mutating func inRange<Content>(_ range: Range<Int>, _ read: (inout Parser) -> Content) -> Content {
    let outer = (position: position, end: end, lines: linesMatter, braces: bracesBeginBodies, last: previousEnd)
    position = range.lowerBound
    end = range.upperBound
    linesMatter = false
    bracesBeginBodies = false
    let content = read(&self)
    (position, end, linesMatter, bracesBeginBodies, previousEnd) = outer
    return content
  }

  /// The items between the commas of the group that opens here. What follows an item before the next comma is skipped.
  mutating func separated<Item>(_ read: (inout Parser) -> Item?) -> [Item] {
    inGroup { parser in parser.items(read) }
  }

  /// The items between commas up to the end of the group.
  mutating func items<Item>(_ read: (inout Parser) -> Item?) -> [Item] {
    var items: [Item] = []
    while !isAtEnd {
      let before = position
      if let item = read(&self) { items.append(item) }
      skipItems(until: [","])
      if !take(","), position == before { skipItem() }
    }
    return items
  }

  // MARK: - Depth

  /// Reads something that may contain itself; nil when it is nested too deeply.
  mutating func nested<Content>(_ read: (inout Parser) -> Content) -> Content? {
    guard depth < depthLimit else {
      cut = cut ?? current.start
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    return read(&self)
  }

  /// Reads something that lies so many levels deeper in the tree.
  mutating func deeper<Content>(by levels: Int, _ read: (inout Parser) -> Content) -> Content {
    depth += levels
    defer { depth -= levels }
    return read(&self)
  }

  func canBeDeeper(by levels: Int) -> Bool { depth + levels < depthLimit }

  /// How many links a chain may have here, so that no tree is deeper than what walks it can bear.
  var chainLimit: Int { depth <= 48 ? 200 : depth <= 128 ? 40 : 8 }
}

extension Token {
  /// A name, sign or bracket, not a text, and not a quoted name.
  var isWritten: Bool {
    switch kind {
    case .name: !isQuoted
    case .operator, .open, .close, .directive: true
    case .number, .text, .annotation, .regex, .markup, .end: false
    }
  }

  func isSign(_ text: String) -> Bool { isWritten && self.text == text }

  func isSign(oneOf texts: Set<String>) -> Bool { isWritten && texts.contains(text) }

  /// Of a few: nothing is hashed.
  func isSign(oneOf texts: [String]) -> Bool { isWritten && texts.contains(text) }
}
