import Diagnostics
import FirestoreRulesLanguage

/// What holds for the tree of every source, broken or not. Each check gives the violations it found.
enum SyntaxChecks {
  static func violations(_ parsed: ParsedRules) -> [String] {
    let ruleset = parsed.ruleset
    var checker = SpanChecker(bytes: ruleset.source.bytes.count, expressionCount: ruleset.expressionCount)
    checker.check(ruleset)
    return checker.violations + tokenViolations(ruleset) + problemViolations(parsed)
  }

  private static func tokenViolations(_ ruleset: Ruleset) -> [String] {
    var position = 0
    var found: [String] = []
    for token in ruleset.tokens {
      if token.leadingTrivia.start != position || token.leadingTrivia.end != token.span.start
        || token.span.end < token.span.start
      {
        found.append("token \(token.span) does not follow \(position)")
      }
      position = token.span.end
    }
    if position != ruleset.source.bytes.count { found.append("the tokens end at \(position)") }
    if ruleset.tokens.last?.kind != .end { found.append("there is no token of the end") }
    for comment in ruleset.comments where !comment.span.isInside(Span(0, ruleset.source.bytes.count)) {
      found.append("comment \(comment.span)")
    }
    return found
  }

  private static func problemViolations(_ parsed: ParsedRules) -> [String] {
    let starts = parsed.problems.map { $0.location?.span.start ?? -1 }
    var found = starts == starts.sorted() ? [] : ["the problems are not in order"]
    for problem in parsed.problems {
      let inside = problem.location?.span.isInside(Span(0, parsed.ruleset.source.bytes.count)) ?? false
      if !inside || problem.help == nil || problem.message.contains("\n") { found.append("problem \(problem)") }
    }
    return found
  }
}

extension Span {
  func isInside(_ outer: Span) -> Bool { start >= outer.start && end <= outer.end && start <= end }
}

private struct SpanChecker {
  let bytes: Int
  let expressionCount: Int
  var violations: [String] = []
  var ids: Set<Int> = []

  init(bytes: Int, expressionCount: Int) {
    self.bytes = bytes
    self.expressionCount = expressionCount
  }

  mutating func check(_ ruleset: Ruleset) {
    let all = Span(0, bytes)
    if let version = ruleset.version { expect(version.span, in: all, "version") }
    for item in ruleset.imports { expect(item.span, in: all, "import") }
    for function in ruleset.functions { check(function, in: all) }
    for service in ruleset.services {
      expect(service.span, in: all, "service")
      expect(service.name.span, in: service.span, "service name")
      for function in service.functions { check(function, in: service.span) }
      for match in service.matches { check(match, in: service.span) }
    }
  }

  private mutating func check(_ match: MatchBlock, in outer: Span) {
    expect(match.span, in: outer, "match")
    expect(match.path.span, in: match.span, "path")
    for segment in match.path.segments { expect(segment.span, in: match.path.span, "segment") }
    for function in match.functions { check(function, in: match.span) }
    for allow in match.allows {
      expect(allow.span, in: match.span, "allow")
      for method in allow.methods { expect(method.span, in: allow.span, "method") }
      if let condition = allow.condition { check(condition, in: allow.span) }
    }
    for inner in match.matches { check(inner, in: match.span) }
  }

  private mutating func check(_ function: FunctionDeclaration, in outer: Span) {
    expect(function.span, in: outer, "function")
    expect(function.name.span, in: function.span, "function name")
    for parameter in function.parameters { expect(parameter.span, in: function.span, "parameter") }
    for binding in function.lets {
      expect(binding.span, in: function.span, "let")
      expect(binding.name.span, in: binding.span, "let name")
      check(binding.value, in: binding.span)
    }
    check(function.result, in: function.span)
  }

  private mutating func check(_ expression: FirestoreRulesLanguage.Expression, in outer: Span) {
    expect(expression.span, in: outer, "expression \(expression.debugText.prefix(40))")
    if !ids.insert(expression.id).inserted || !(0..<expressionCount).contains(expression.id) {
      violations.append("id \(expression.id)")
    }
    for child in expression.children { check(child, in: expression.span) }
  }

  private mutating func expect(_ span: Span, in outer: Span, _ what: String) {
    if !span.isInside(outer) { violations.append("\(what) \(span) is not inside \(outer)") }
  }
}
