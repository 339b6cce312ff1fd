import Diagnostics

/// Lays out a ruleset without problems, taking its tokens in order.
struct LayoutBuilder {
  private let ruleset: Ruleset
  private let scanner: RulesScanner
  private var cursor = 0
  private var isOutOfStep = false
  /// Tokens that stand directly behind the one before them.
  private(set) var hoisting: Set<Int> = []
  /// Tokens that are left out.
  private(set) var dropped: Set<Int> = []
  /// Operators that begin a line when their chain is broken.
  private(set) var leading: [Int] = []

  init(_ ruleset: Ruleset) {
    self.ruleset = ruleset
    scanner = RulesScanner(bytes: ruleset.source.bytes)
  }

  /// Whether every token has found its place.
  var isComplete: Bool { !isOutOfStep && cursor == ruleset.tokens.count }

  // MARK: - Tokens

  mutating func token() -> Layout {
    guard cursor < ruleset.tokens.count else {
      isOutOfStep = true
      return .softLine
    }
    cursor += 1
    return .token(cursor - 1)
  }

  /// A token that belongs to the one before it, whatever comments stand between.
  mutating func hoistedToken() -> Layout {
    hoisting.insert(cursor)
    return token()
  }

  mutating func leadingOperator() -> Layout {
    leading.append(cursor)
    return token()
  }

  func isNext(_ text: StaticString) -> Bool {
    guard cursor < ruleset.tokens.count else { return false }
    let span = ruleset.tokens[cursor].span
    guard span.end - span.start == text.utf8CodeUnitCount else { return false }
    return scanner.text(span) == text.description
  }

  /// All tokens that begin before `end`, side by side.
  mutating func tokens(before end: Int) -> [Layout] {
    var layouts: [Layout] = []
    while cursor < ruleset.tokens.count, ruleset.tokens[cursor].kind != .end, ruleset.tokens[cursor].span.start < end {
      layouts.append(token())
    }
    return layouts
  }

  /// The next token, and the separator between elements: kept between two of them, left out behind the last.
  mutating func comma(isLast: Bool) -> Layout? {
    guard isNext(",") else { return nil }
    guard isLast else { return hoistedToken() }
    dropped.insert(cursor)
    cursor += 1
    return nil
  }

  mutating func semicolon() -> Layout { isNext(";") ? hoistedToken() : .added(";") }

  mutating func group(_ build: (inout LayoutBuilder) -> [Layout]) -> Layout {
    let start = cursor
    let layouts = build(&self)
    return .group(start..<max(start, cursor), layouts)
  }

  // MARK: - File and blocks

  mutating func file() -> [Layout] {
    var items: [(start: Int, build: (inout LayoutBuilder) -> [Layout])] = []
    if let version = ruleset.version { items.append((version.span.start, { $0.version() })) }
    for function in ruleset.functions { items.append((function.span.start, { $0.function(function) })) }
    for service in ruleset.services { items.append((service.span.start, { $0.service(service) })) }
    var layouts: [Layout] = statements(items)
    layouts.append(.commentsBefore(cursor, isFirst: items.isEmpty))
    if cursor != ruleset.tokens.count - 1 { isOutOfStep = true }
    cursor += 1
    return layouts
  }

  private mutating func statements(
    _ items: [(start: Int, build: (inout LayoutBuilder) -> [Layout])]
  ) -> [Layout] {
    var layouts: [Layout] = []
    for (index, item) in items.sorted(by: { $0.start < $1.start }).enumerated() {
      layouts.append(.statement(isFirst: index == 0))
      layouts += item.build(&self)
    }
    return layouts
  }

  /// A block in braces, its statements in the order of the source.
  private mutating func block(_ items: [(start: Int, build: (inout LayoutBuilder) -> [Layout])]) -> [Layout] {
    let brace = cursor
    let open = hoistedToken()
    let inner = statements(items)
    let close = cursor
    if items.isEmpty, !hasComments(brace), !hasComments(close) { return [.space, open, token()] }
    return [
      .space, open, .indented(inner + [.commentsBefore(close, isFirst: items.isEmpty)]), .hardLine, token(),
    ]
  }

  private func hasComments(_ token: Int) -> Bool {
    guard token < ruleset.tokens.count else { return false }
    return !scanner.comments(in: ruleset.tokens[token].leadingTrivia).isEmpty
  }

  private mutating func version() -> [Layout] { [token(), .space, token(), .space, token(), semicolon()] }

  private mutating func service(_ service: Service) -> [Layout] {
    var layouts = [token(), Layout.space] + tokens(before: service.name.span.end)
    var items: [(start: Int, build: (inout LayoutBuilder) -> [Layout])] = []
    for function in service.functions { items.append((function.span.start, { $0.function(function) })) }
    for match in service.matches { items.append((match.span.start, { $0.match(match) })) }
    layouts += block(items)
    return layouts
  }

  private mutating func match(_ match: MatchBlock) -> [Layout] {
    var layouts = [token(), Layout.space] + tokens(before: match.path.span.end)
    var items: [(start: Int, build: (inout LayoutBuilder) -> [Layout])] = []
    for function in match.functions { items.append((function.span.start, { $0.function(function) })) }
    for allow in match.allows { items.append((allow.span.start, { $0.allow(allow) })) }
    for inner in match.matches { items.append((inner.span.start, { $0.match(inner) })) }
    layouts += block(items)
    return layouts
  }

  private mutating func function(_ function: FunctionDeclaration) -> [Layout] {
    var layouts = [token(), Layout.space, token()]
    layouts.append(
      group { builder in
        [builder.token()] + builder.elements(function.parameters) { builder, _ in [builder.token()] }
          + [builder.token()]
      })
    var items: [(start: Int, build: (inout LayoutBuilder) -> [Layout])] = []
    for binding in function.lets { items.append((binding.span.start, { $0.binding(binding) })) }
    items.append((function.result.span.start, { $0.result(function.result) }))
    layouts += block(items)
    return layouts
  }

  // MARK: - Statements

  private mutating func allow(_ allow: AllowStatement) -> [Layout] {
    let keyword = token()
    var head = [Layout.space]
    for index in allow.methods.indices {
      head.append(token())
      if let comma = comma(isLast: index == allow.methods.count - 1) { head += [comma, .space] }
    }
    guard let condition = allow.condition else { return [keyword, .indented(head), semicolon()] }
    head += [token(), .space, token(), .space]
    return [keyword, .indented(head)] + continued(condition) + [semicolon()]
  }

  private mutating func binding(_ binding: LetBinding) -> [Layout] {
    [token(), .space, token(), .space, token(), .space] + continued(binding.value) + [semicolon()]
  }

  private mutating func result(_ result: Expression) -> [Layout] {
    [token(), .space] + continued(result) + [semicolon()]
  }

  /// An expression behind the word that begins its statement: the lines of an operator chain are indented.
  private mutating func continued(_ expression: Expression) -> [Layout] {
    switch expression.kind {
    case .logical: [.indented([self.expression(expression)])]
    case .missing, .null, .boolean, .integer, .float, .string, .bytes, .name, .parenthesized, .list, .map, .path,
      .unary, .binary, .conditional, .typeTest, .member, .index, .slice, .call, .method, .invalidCall:
      [self.expression(expression)]
    }
  }
}
