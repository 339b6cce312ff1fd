import Diagnostics

/// `#if` and its like: whatever the conditions are, the code of all branches is read, and each is one way to go.
enum SwiftDirectives {
  private static let conditions: Set<String> = [
    "#if", "#elseif", "#else", "#endif", "#sourceLocation", "#warning", "#error",
  ]

  /// Moves over the lines of conditions; false when none stands here.
  static func skipConditions(_ parser: inout Parser) -> Bool {
    var isAny = false
    while parser.current.kind == .directive, conditions.contains(parser.current.text) {
      skipLine(&parser)
      isAny = true
    }
    return isAny
  }

  private static func skipLine(_ parser: inout Parser) {
    repeat { parser.skipItem() } while !parser.isAtEnd && !parser.current.startsLine
  }

  /// At a directive where an operand is expected: a condition is left out, a macro is a name.
  static func operand(_ parser: inout Parser) -> Expression? {
    guard skipConditions(&parser) else { return nil }
    return parser.isAtEnd || parser.current.kind == .close
      ? Expression(.other([]), Span(parser.previousEnd, parser.previousEnd)) : parser.primary()
  }

  private static func isAt(_ text: String, _ parser: Parser) -> Bool {
    parser.current.kind == .directive && parser.current.text == text
  }

  private static func isAtBranch(_ parser: Parser) -> Bool { isAt("#else", parser) || isAt("#elseif", parser) }

  /// Moves over the line of a condition.
  /// - Returns: A name that stands for it; nothing is known of what it holds.
  private static func readCondition(_ parser: inout Parser) -> Expression {
    let start = parser.mark
    let first = parser.current.start
    skipLine(&parser)
    var words: [String] = []
    for token in parser.list.tokens[start.position..<max(start.position, parser.position)] { words.append(token.text) }
    return Expression(.name(words.joined(separator: " ")), parser.span(from: first))
  }

  // MARK: - Chains

  /// A condition around members of a chain: `#if os(iOS)`, `.member`, `#endif`.
  static func chain(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    guard isAt("#if", parser) else { return nil }
    let mark = parser.mark
    // Closures would run once for each way.
    guard operand.isShortChain, !parser.joinsConditions else {
      skipLine(&parser)
      guard parser.isAt(".") else {
        parser.rewind(to: mark)
        return nil
      }
      return chainOfAll(operand, &parser)
    }
    var branches: [(condition: Expression, value: Expression)] = []
    var otherwise = operand
    var isAny = false
    repeat {
      let isElse = isAt("#else", parser)
      let condition = readCondition(&parser)
      var value = operand
      if parser.isAt(".") || parser.isAt("?.") {
        isAny = true
        value = parser.nested { parser in parser.chain(from: operand) } ?? operand
      }
      if isElse { otherwise = value } else { branches.append((condition, value)) }
    } while isAtBranch(parser)
    guard isAny, isAt("#endif", parser) else {
      parser.joinsConditions = parser.joinsConditions || isAny
      parser.rewind(to: mark)
      return nil
    }
    skipLine(&parser)
    return choice(branches, otherwise)
  }

  /// The members of all branches, one after the other.
  private static func chainOfAll(_ operand: Expression, _ parser: inout Parser) -> Expression {
    var value = operand
    while parser.isAt(".") || isAtBranch(parser) {
      let before = parser.position
      if parser.isAt(".") { value = parser.nested { parser in parser.chain(from: value) } ?? value }
      if isAtBranch(parser) { skipLine(&parser) }
      if parser.position == before { break }
    }
    if isAt("#endif", parser) { skipLine(&parser) }
    return value
  }

  private static func choice(
    _ branches: [(condition: Expression, value: Expression)], _ otherwise: Expression
  ) -> Expression {
    branches.reversed().reduce(otherwise) { rest, branch in
      let span = Span(branch.value.span.start, max(branch.value.span.end, rest.span.end))
      return Expression(.conditional(condition: branch.condition, then: branch.value, otherwise: rest), span)
    }
  }

  // MARK: - Statements

  /// One branch of a condition around statements.
  private struct Branch {
    /// Nil: `#else`.
    var condition: Expression?
    var statements: [Statement]
  }

  /// A condition around whole statements; nil with nothing consumed where there is none. Further statements are pending.
  static func statement(_ parser: inout Parser) -> Statement? {
    guard isAt("#if", parser), !parser.joinsConditions, isWhole(parser) else { return nil }
    let mark = parser.mark
    let start = parser.current.start
    var branches: [Branch] = []
    repeat {
      let isElse = isAt("#else", parser)
      let condition = readCondition(&parser)
      var body: [Statement] = []
      while !parser.isAtEnd, !isAtBranch(parser), !isAt("#endif", parser) {
        let before = parser.position
        body += parser.bodyOrStatement()
        if parser.position == before { parser.skipItem() }
      }
      branches.append(Branch(condition: isElse ? nil : condition, statements: body))
    } while isAtBranch(parser)
    guard isAt("#endif", parser) else {
      parser.joinsConditions = true
      parser.rewind(to: mark)
      return nil
    }
    skipLine(&parser)
    let all = joined(branches, parser.span(from: start))
    parser.pending += all.dropFirst()
    return all.first ?? Statement(.other([]), parser.span(from: start))
  }

  /// How far an `#endif` is looked for.
  private static let longest = 2_000

  /// Whether the condition ends in the group where it begins, and holds no cases of a `switch`.
  private static func isWhole(_ parser: Parser) -> Bool {
    var (place, depth, steps) = (parser.position, 0, 0)
    while place < parser.end, steps < longest {
      let token = parser.list.tokens[place]
      if token.kind == .directive {
        if token.text == "#if" { depth += 1 }
        if token.text == "#endif" { depth -= 1 }
        if depth == 0 { return true }
      } else if token.kind == .name, token.startsLine, token.text == "case" || token.text == "default" {
        return false
      }
      let isGroup = token.kind == .open || token.kind == .text
      place = isGroup ? max(token.link, place + 1) : place + 1
      steps += 1
    }
    return false
  }

  private static func joined(_ branches: [Branch], _ span: Span) -> [Statement] {
    if let variables = joinedVariables(branches) { return variables }
    guard branches.allSatisfy({ $0.statements.allSatisfy(\.isOnlyRun) }) else { return branches.flatMap(\.statements) }
    var otherwise: [Statement] = []
    for branch in branches.reversed() {
      guard let condition = branch.condition else {
        otherwise = branch.statements
        continue
      }
      let test = Condition(tests: [condition], then: branch.statements, otherwise: otherwise)
      otherwise = [Statement(.condition(test), span)]
    }
    return otherwise
  }

  /// The same variables in every branch are one of their values.
  private static func joinedVariables(_ branches: [Branch]) -> [Statement]? {
    guard branches.count > 1, let last = branches.last, last.condition == nil, !last.statements.isEmpty,
      branches.allSatisfy({ $0.statements.count == last.statements.count })
    else { return nil }
    var result: [Statement] = []
    for place in last.statements.indices {
      guard case .variable(var variable) = last.statements[place].kind else { return nil }
      for branch in branches.dropLast().reversed() {
        guard case .variable(let other) = branch.statements[place].kind, other.pattern == variable.pattern,
          let condition = branch.condition
        else { return nil }
        if let first = other.value, let second = variable.value {
          variable.value = choice([(condition, first)], second)
        } else if let first = other.getter, let second = variable.getter {
          let test = Condition(tests: [condition], then: first, otherwise: second)
          variable.getter = [Statement(.condition(test), condition.span)]
        } else {
          return nil
        }
        variable.type = variable.type ?? other.type
      }
      result.append(Statement(.variable(variable), last.statements[place].span))
    }
    return result
  }
}

extension Expression {
  /// Members and calls without closures, and few conditions among them.
  fileprivate var isShortChain: Bool {
    var link = self
    var conditions = 0
    while true {
      switch link.kind {
      case .member(let base, _): link = base
      case .call(let call):
        guard call.arguments.allSatisfy({ !$0.value.isClosure }) else { return false }
        link = call.callee
      case .conditional(_, let then, _):
        conditions += 1
        guard conditions < 3 else { return false }
        link = then
      default: return true
      }
    }
  }

  private var isClosure: Bool { if case .closure = kind { true } else { false } }
}

extension Statement {
  /// It declares nothing that code behind it may name.
  fileprivate var isOnlyRun: Bool {
    switch kind {
    case .expression, .result, .selection, .loop, .attempt, .leave, .other, .block: true
    case .condition(let condition): !condition.isGuard
    case .variable, .function, .type, .imported: false
    }
  }
}
