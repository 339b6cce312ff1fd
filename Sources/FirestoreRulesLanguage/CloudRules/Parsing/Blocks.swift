import Diagnostics

/// `service`, `match` and `allow`.
extension RulesParser {
  struct BlockContent {
    var allows: [AllowStatement] = []
    var functions: [FunctionDeclaration] = []
    var matches: [MatchBlock] = []
  }

  mutating func service() -> Service {
    let keyword = take()
    let name = serviceName()
    guard openBlock("after the service's name") else {
      return Service(name: name, functions: [], matches: [], span: Span(keyword.span.start, position))
    }
    let content = block(from: keyword.span.start, isService: true)
    return Service(
      name: name, functions: content.functions, matches: content.matches, span: Span(keyword.span.start, position))
  }

  private mutating func serviceName() -> Name {
    let start = next.span.start
    var text = ""
    repeat {
      guard next.kind == .word else {
        failAtNext(expected: "the service's name, `cloud.firestore`")
        return Name(text, Span(min(start, position), position))
      }
      text += (text.isEmpty ? "" : ".") + take().text
    } while take(.dot)
    return Name(text, Span(start, position))
  }

  /// Takes the `{` of a block, or goes to where it may be after a broken header. Statements that follow a header without
  /// brace are taken for its block.
  mutating func openBlock(_ place: String) -> Bool {
    if !isRecovering, take(.openBrace) { return true }
    failAtNext(expected: "`{` \(place)")
    if startsStatement(insideFunction: false), !isFileWord { return true }
    while !at(.openBrace), !at(.closeBrace), !at(.semicolon), next.kind != .end, !startsStatement(insideFunction: false)
    {
      take(as: .unexpected)
    }
    isRecovering = false
    return take(.openBrace)
  }

  // MARK: - Bodies

  /// The statements up to and with the closing brace; the opening one has been taken.
  private mutating func block(from start: Int, isService: Bool) -> BlockContent {
    var content = BlockContent()
    let brace = Span(position - 1, position)
    while true {
      isRecovering = false
      if at(.closeBrace) {
        noteClosing(blockFrom: start, brace: brace)
        take()
        return content
      }
      if next.kind == .end || (startsStatement(insideFunction: false) && isFileWord) {
        reportUnclosed(brace)
        return content
      }
      blockStatement(&content, isService: isService)
    }
  }

  private var isFileWord: Bool {
    mutating get { next.text == "service" || next.text == "rules_version" }
  }

  private mutating func blockStatement(_ content: inout BlockContent, isService: Bool) {
    if at(.semicolon) { return straySemicolons() }
    if at(.slash) {
      report(
        "the path has no `match` before it", at: next.span, official: "Missing 'match' keyword before path.",
        help: "write `match` before the path")
      return content.matches.append(matchBlock())
    }
    guard next.kind == .word else { return unexpectedStatement(isService) }
    switch next.text {
    case "match":
      content.matches.append(matchBlock())
    case "function", "export":
      content.functions.append(functionDeclaration())
    case "allow":
      if isService {
        report(
          "`allow` must stand inside a `match` block", at: next.span, official: "Unexpected 'allow'.",
          help: "put it into `match /databases/{database}/documents { … }`")
      }
      let statement = allowStatement()
      if !isService { content.allows.append(statement) }
    default:
      unexpectedStatement(isService)
    }
  }

  private mutating func unexpectedStatement(_ isService: Bool) {
    let expected = isService ? "`match`, `function` or `}`" : "`allow`, `match`, `function` or `}`"
    switch next.kind {
    case .word where ["let", "var", "const"].contains(next.text) && second.kind == .word:
      fail(
        "`\(next.text)` outside of a function", at: next.span, official: "Unexpected '\(next.text)'.",
        help: "local names are declared at the beginning of a function, with `let`")
    case .word where next.text == "return":
      fail(
        "`return` outside of a function", at: next.span, official: "Unexpected 'return'.",
        help: "write `allow …: if condition;` or put it into a function")
    case .word where ["if", "else", "for", "while", "switch"].contains(next.text):
      failControlFlow()
      return skipControlFlow()
    case .word where RulesMethodWords.all.contains(next.text):
      fail(
        "the word `allow` is missing before `\(next.text)`", at: next.span, official: "Unexpected '\(next.text)'.",
        help: "write `allow \(next.text): if …;`")
    case .word, .number, .string, .mark, .invalid, .end:
      failAtNext(expected: expected, isStatement: true)
    }
    skipUnexpected()
  }

  mutating func failControlFlow() {
    let word = next.text
    let isLoop = word == "for" || word == "while"
    fail(
      "rules have no `\(word)` statements", at: next.span, official: "Unexpected '\(word)'.",
      help: isLoop
        ? "there are no loops; test a whole list with `hasAll`, `hasAny` or `hasOnly`"
        : "write one expression: `condition ? value : other`, or combine conditions with `&&` and `||`")
  }

  /// `if (…) { … } else { … }` with everything inside.
  private mutating func skipControlFlow() {
    repeat {
      take(as: .unexpected)
      while !at(.openBrace), !at(.closeBrace), !at(.semicolon), next.kind != .end,
        !startsStatement(insideFunction: false)
      {
        take(as: .unexpected)
      }
      if at(.openBrace) {
        take(as: .unexpected)
        skipUnreadBlock()
      }
    } while at(word: "else")
  }

  // MARK: - Match

  /// A path where `match` was expected begins at the path.
  mutating func matchBlock() -> MatchBlock {
    let start = next.span.start
    let keyword = next.span
    _ = take(word: "match")
    let path = matchPath()
    guard openBlock("after the path") else {
      return MatchBlock(path: path, allows: [], functions: [], matches: [], span: Span(start, max(start, position)))
    }
    guard depth < NestingBound.levels else {
      failTooDeep(at: keyword)
      skipUnreadBlock()
      return MatchBlock(path: path, allows: [], functions: [], matches: [], span: Span(start, position))
    }
    depth += 1
    defer { depth -= 1 }
    let content = block(from: start, isService: false)
    return MatchBlock(
      path: path, allows: content.allows, functions: content.functions, matches: content.matches,
      span: Span(start, position))
  }

  /// The statements of a block that is not read, to behind its `}`.
  private mutating func skipUnreadBlock() {
    var open = 1
    while next.kind != .end {
      if at(.openBrace) { open += 1 }
      if at(.closeBrace) { open -= 1 }
      take(as: .unexpected)
      if open == 0 { break }
    }
  }

  // MARK: - Allow

  mutating func allowStatement() -> AllowStatement {
    let keyword = take()
    let methods = allowedMethods()
    let condition = isRecovering ? nil : allowCondition()
    endOfAllow(condition)
    return AllowStatement(methods: methods, condition: condition, span: Span(keyword.span.start, position))
  }

  private mutating func allowedMethods() -> [Name] {
    var methods: [Name] = []
    repeat {
      guard next.kind == .word, !at(word: "if") else {
        failAtNext(expected: "a method such as `read`, `write`, `get` or `create`")
        return methods
      }
      let word = take()
      methods.append(Name(word.text, word.span))
      // `allow read write: …`
      while next.kind == .word, RulesMethodWords.all.contains(next.text) {
        report("missing `,` between methods", at: next.span, help: "write `\(word.text), \(next.text)`")
        let other = take()
        methods.append(Name(other.text, other.span))
      }
    } while take(.comma)
    return methods
  }

  private mutating func allowCondition() -> Expression? {
    if take(.colon) {
      if !take(word: "if") {
        guard startsExpression else {
          failAtNext(expected: "`if` and a condition after `:`")
          return missing()
        }
        report("missing `if` after `:`", at: next.span, help: "write `: if` before the condition")
      }
      return expression()
    }
    if at(word: "if") {
      report("missing `:` before `if`", at: next.span, help: "write `allow read: if …`")
      take()
      return expression()
    }
    return nil
  }

  /// The semicolon is optional: production compiles a single statement without it (observed), and files of the vendor's
  /// own samples leave it out throughout.
  private mutating func endOfAllow(_ condition: Expression?) {
    guard !isRecovering else { return skipStatement() }
    if take(.semicolon) || at(.closeBrace) || next.kind == .end || startsStatement(insideFunction: false) { return }
    if at(word: "allow") || at(word: "match") || at(word: "function") || at(.slash) { return }
    failAtNext(expected: condition == nil ? "`:` and a condition, or `;`" : "an operator or `;`")
    skipStatement()
  }
}

/// The words that name methods in `allow`.
enum RulesMethodWords {
  static let all: Set<String> = ["read", "write", "get", "list", "create", "update", "delete"]
}
