import Diagnostics
import SourceSyntax
import SourceTokens

/// Where names stand in the code: as what is called, and as texts of which they are the whole, by which frameworks call
/// what they find. What a comment, a document or an import says calls nothing.
struct NameMentions {
  private typealias Mention = KnownMentions.Mention

  private var mentions: [String: [Mention]] = [:]
  /// The names that were asked for, and those of the functions that call them.
  private var names: Set<String> = []

  init(of asked: Set<String>, in sources: [SourceText], known: KnownMentions) {
    var pending = asked
    var search = known.search(in: sources)
    for _ in 0..<Self.depth where !pending.isEmpty {
      names.formUnion(pending)
      mentions.merge(search.mentions(of: pending)) { first, _ in first }
      pending = callers(of: pending).subtracting(names)
    }
    known.keep(search, of: names)
  }

  /// From a query over what asks it and a hook to the component that shows it, and some more.
  private static let depth = 6
  /// What is called at more places is hardly called by dead code alone.
  private static let mostCalls = 8

  /// The functions that call something that is called at few places, by other functions only.
  private func callers(of names: Set<String>) -> Set<String> {
    names.reduce(into: []) { found, name in
      let calls = (mentions[name] ?? []).filter { $0.body == nil }
      if calls.count <= Self.mostCalls, calls.allSatisfy({ !$0.callers.isEmpty }) {
        for call in calls { found.formUnion(call.callers) }
      }
    }
  }

  /// Whether more than functions of the name itself call it.
  func isCalled(_ name: String) -> Bool {
    let own = ownBodies(of: name)
    return (mentions[name] ?? []).contains { $0.body == nil && !lies($0, in: own) }
  }

  /// Those that nothing calls, or only functions that nothing calls either.
  func uncalled() -> Set<String> {
    var dead = names.filter(isOnlyDeclared)
    while true {
      let bodies = dead.flatMap { mentions[$0] ?? [] }.compactMap { mention in
        mention.body.map { (file: mention.file, range: $0) }
      }
      let further = names.subtracting(dead).filter { name in
        isPlain(name)
          && (mentions[name] ?? []).allSatisfy { mention in
            // A function that calls itself, or one of its own name, is called by nobody else.
            mention.body != nil || lies(mention, in: bodies) || lies(mention, in: ownBodies(of: name))
          }
      }
      if further.isEmpty { return dead }
      dead.formUnion(further)
    }
  }

  private func ownBodies(of name: String) -> [(file: Int, range: Range<Int>)] {
    (mentions[name] ?? []).compactMap { mention in mention.body.map { (file: mention.file, range: $0) } }
  }

  private func lies(_ mention: Mention, in bodies: [(file: Int, range: Range<Int>)]) -> Bool {
    bodies.contains { $0.file == mention.file && $0.range.contains(mention.range.lowerBound) }
  }

  private func isOnlyDeclared(_ name: String) -> Bool {
    guard let found = mentions[name], found.count == 1 else { return false }
    return found[0].isPlain
  }

  /// Whether each of its declarations is one that only code that names it can call.
  private func isPlain(_ name: String) -> Bool {
    let declared = (mentions[name] ?? []).filter { $0.body != nil }
    return !declared.isEmpty && declared.allSatisfy(\.isPlain)
  }
}

/// Names that are looked for in many files. Of other words nothing is made but a sum of their bytes.
struct WordSet {
  private let names: Set<String>
  private let sums: Set<UInt64>

  init(_ names: Set<String>) {
    self.names = names
    sums = Set(names.map { $0.utf8.reduce(Self.empty, Self.adding) })
  }

  func places(in bytes: [UInt8]) -> [(name: String, range: Range<Int>)] {
    var found: [(name: String, range: Range<Int>)] = []
    var start = 0
    while start < bytes.count {
      guard Self.isOfWord(bytes[start]) else {
        start += 1
        continue
      }
      var sum = Self.empty
      var end = start
      while end < bytes.count, Self.isOfWord(bytes[end]) {
        sum = Self.adding(sum, bytes[end])
        end += 1
      }
      if sums.contains(sum) {
        let word = String(decoding: bytes[start..<end], as: UTF8.self)
        if names.contains(word) { found.append((word, start..<end)) }
      }
      start = end
    }
    return found
  }

  private static let empty: UInt64 = 14_695_981_039_346_656_037
  private static func adding(_ sum: UInt64, _ byte: UInt8) -> UInt64 { (sum ^ UInt64(byte)) &* 1_099_511_628_211 }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 128...:
      true
    default: false
    }
  }
}

/// The tokens of a file, to see what a word in it is.
struct CodeOfFile {
  struct Place {
    /// Of the function that the word declares.
    var body: Range<Int>?
    /// The functions around it, those without a name left out.
    var callers: Set<String> = []
  }

  private let bytes: [UInt8]
  private let language: SourceLanguage
  /// Nil: a page, whose attributes hold code, too.
  private let tokens: TokenArray?

  init(_ source: SourceText, _ language: SourceLanguage) {
    self.language = language
    bytes = source.bytes
    var names = NameTable()
    tokens =
      language == .page ? nil : SyntaxReader.tokens(of: SourceUnit(source, language), &names)?.tokens
  }

  /// Nil: nothing is called there.
  func place(of range: Range<Int>) -> Place? {
    guard let tokens else { return Place() }
    guard let index = token(at: range.lowerBound) else { return nil }
    switch tokens[index].kind {
    case .text, .textPart, .markupText:
      // A text that is nothing but the name may be what something is called by.
      let rest = tokens.end(of: index) - Int(tokens[index].start) - range.count
      return rest <= 2 ? Place(callers: callers(around: index)) : nil
    default: break
    }
    if isImported(index) { return nil }
    let body = body(declaredAt: index)
    if body == nil, isDeclaredOnly(index, tokens) { return nil }
    return Place(body: body, callers: body == nil ? callers(around: index) : [])
  }

  private func callers(around index: Int) -> Set<String> {
    guard let tokens else { return [] }
    var found: Set<String> = []
    var place = index - 1
    while place >= 0 {
      switch tokens[place].kind {
      case .rightBrace, .rightParenthesis, .rightSquare:
        place = opening(of: place)
      case .leftBrace:
        if let name = name(ofBody: place, with: index) { found.insert(name) }
      case .sign where isBeforeExpression(place):
        if let name = name(ofBody: place + 1, with: index) { found.insert(name) }
      default: break
      }
      place -= 1
    }
    return found
  }

  /// What a block with a condition begins with.
  private static let blocks: Set<String> = [
    "if", "for", "while", "switch", "catch", "with", "when", "using", "synchronized", "foreach", "function", "func",
    "fun",
  ]

  /// Where the group begins that a closing bracket ends; the bracket itself where it ends none.
  private func opening(of closing: Int) -> Int {
    guard let tokens else { return closing }
    let opening = tokens[closing].link
    return opening < closing && tokens.isClosed(opening) && tokens[opening].link == closing ? opening : closing
  }

  /// The function whose body begins at a token, and goes on to another one.
  private func name(ofBody first: Int, with inner: Int) -> String? {
    guard let tokens else { return nil }
    let start = Int(tokens[first].start)
    var place = first - 1
    while place >= 0, first - place < 60 {
      let token = tokens[place]
      if token.kind.isClosing {
        place = opening(of: place)
      } else if token.kind == .name, let body = body(declaredAt: place), body.lowerBound == start {
        let name = String(decoding: bytes[Int(token.start)..<tokens.end(of: place)], as: UTF8.self)
        return Self.blocks.contains(name) || !body.contains(Int(tokens[inner].start)) ? nil : name
      } else if token.kind.isOpening || token.isSign(.semicolon) {
        return nil
      }
      place -= 1
    }
    return nil
  }

  /// The last token that begins at or before a byte, if it reaches it.
  private func token(at byte: Int) -> Int? {
    guard let tokens else { return nil }
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(tokens[middle].start) <= byte { low = middle + 1 } else { high = middle }
    }
    return low > 0 && byte < tokens.end(of: low - 1) ? low - 1 : nil
  }

  /// Whether the word stands in an import, or in a list of what another file exports. One that is given another name there
  /// is called by that.
  private func isImported(_ index: Int) -> Bool {
    guard let tokens else { return false }
    if index + 1 < tokens.count, tokens[index + 1].isWord(.as) { return false }
    // Lists go over several lines.
    var isInList = language.family == .script || language.family == .python
    var place = index
    while place >= 0, index - place < 400 {
      let token = tokens[place]
      if token.startsLine, token.isWord(.import) || token.isWord(.from) { return true }
      if token.startsLine, token.isWord(.export) { return tokens[place + 1].kind == .leftBrace }
      switch token.kind {
      case .name, .quotedName: break
      case .leftBrace, .leftParenthesis:
        if !isInList { return false }
        isInList = false
      case .sign where token.isSign(.comma) || token.isSign(.dot) || token.isSign(.star): break
      default: return false
      }
      if token.startsLine, !isInList { return false }
      place -= 1
    }
    return false
  }

  /// What lies between the braces of the function that a word declares, or what it returns without any; nil where it
  /// declares none.
  private func body(declaredAt index: Int) -> Range<Int>? {
    guard let tokens, isDeclarable(index, tokens) else { return nil }
    var place = index + 1
    let isClass = index > 0 && tokens[index - 1].isWord(.class)
    var hasParameters = isClass
    var hasType = false
    while place < tokens.count, place - index < 60 {
      let token = tokens[place]
      // `Promise<{ title: string }>`
      let isOfType = hasType && (tokens[place - 1].isSign(.less) || tokens[place - 1].isSign(.colon))
      if hasParameters, token.kind == .leftBrace, tokens.isClosed(place), !isOfType {
        return Int(token.start)..<Int(tokens[token.link].start)
      }
      if hasParameters, isBeforeExpression(place) { return expression(from: place + 1) }
      if token.startsLine, token.kind != .leftBrace { return nil }
      if token.kind.isOpening {
        guard tokens.isClosed(place) else { return nil }
        hasParameters = hasParameters || token.kind == .leftParenthesis
        place = token.link
      } else if !(isClass && token.isSign(.comma)), !(hasType && token.isSign(.dot)),
        !Self.isOfHead(token, hasParameters: hasParameters)
      {
        return nil
      }
      hasType = hasType || token.isSign(.colon)
      place += 1
    }
    return nil
  }

  /// Whether the word declares a function and leaves to others what it does, as interfaces and abstract classes have them.
  private func isDeclaredOnly(_ index: Int, _ tokens: TokenArray) -> Bool {
    guard index > 0, isDeclarable(index, tokens) else { return false }
    let before = tokens[index - 1]
    if language == .kotlin || language == .swift { return before.isWord(.fun) || before.isWord(.func) }
    guard index + 1 < tokens.count, tokens[index + 1].kind == .leftParenthesis, tokens.isClosed(index + 1) else {
      return false
    }
    let behind = tokens[index + 1].link + 1
    guard behind < tokens.count else { return false }
    switch language.family {
    case .script:
      // A call has no type, and the one in a condition stands behind a sign.
      let isOfMember =
        before.kind == .leftBrace || before.kind == .rightBrace || before.isSign(.semicolon) || before.isWord(.function)
      return tokens[behind].isSign(.colon)
        && (isOfMember || tokens[index].startsLine && (before.kind != .sign || before.isSign(.greater)))
    case .dart, .jvm:
      guard tokens[behind].isSign(.semicolon) else { return false }
      var place = index - 1
      // Nothing but a type stands before it.
      while place >= 0 {
        let token = tokens[place]
        if token.kind == .leftBrace || token.kind == .rightBrace || token.isSign(.semicolon) { return false }
        let isOfType = [.dot, .comma, .less, .greater, .question].contains(where: token.isSign)
        guard token.kind == .name || isOfType || token.kind == .leftSquare || token.kind == .rightSquare,
          !Self.statements.contains(where: token.isWord)
        else { return false }
        if token.startsLine { return true }
        place -= 1
      }
      return false
    default: return false
    }
  }

  /// What a call may follow at the beginning of a line.
  private static let statements: [Word] = [.await, .return, .new, .yield, .throw, .case, .in, .of, .else, .do]

  /// Whether what follows is all that a function returns: `=> posts.newest()`, Kotlin's `= posts.newest()`.
  private func isBeforeExpression(_ index: Int) -> Bool {
    guard let tokens, index + 1 < tokens.count, tokens[index + 1].kind != .leftBrace else { return false }
    return tokens[index].isSign(.fatArrow) || language == .kotlin && tokens[index].isSign(.equal)
  }

  /// An expression as far as it is seen to go on: what stands in a line below may be something else.
  private func expression(from first: Int) -> Range<Int>? {
    guard let tokens else { return nil }
    var place = first
    while place < tokens.count {
      let token = tokens[place]
      if token.isSign(.semicolon) || token.isSign(.comma) || token.kind.isClosing { break }
      if place > first, token.startsLine, token.kind != .sign, tokens[place - 1].kind != .sign { break }
      if token.kind.isOpening {
        guard tokens.isClosed(place) else { return nil }
        place = token.link
      }
      place += 1
    }
    return Int(tokens[first].start)..<max(Int(tokens[first].start), tokens.end(of: place - 1))
  }

  /// Whether a declaration may have its name there: behind a keyword or a type, or at the beginning of a line or member.
  private func isDeclarable(_ index: Int, _ tokens: TokenArray) -> Bool {
    guard index > 0 else { return true }
    let before = tokens[index - 1]
    if language == .kotlin || language == .swift {
      return before.isWord(.fun) || before.isWord(.func) || before.isSign(.dot)
    }
    if [.await, .return, .new, .yield, .throw, .case, .in, .of].contains(where: before.isWord) { return false }
    switch before.kind {
    case .name, .leftBrace, .rightBrace, .rightSquare: return true
    case .sign: return [.semicolon, .comma, .star, .greater, .question].contains(where: before.isSign)
    default: return tokens[index].startsLine
    }
  }

  /// What may stand between the name of a function and its body: types, and words such as `async`.
  private static func isOfHead(_ token: Token, hasParameters: Bool) -> Bool {
    switch token.kind {
    case .name, .quotedName: return true
    case .sign:
      let signs: [Sign] =
        hasParameters
        ? [.fatArrow, .arrow, .colon, .less, .greater, .question, .dot, .star]
        : [.equal, .colon, .less, .greater, .star]
      return signs.contains(where: token.isSign)
    default: return false
    }
  }
}
