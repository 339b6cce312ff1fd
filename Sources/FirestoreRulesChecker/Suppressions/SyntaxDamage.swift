import Diagnostics
import FirestoreRulesLanguage

/// What syntax errors leave unknown: findings there, and about what may have been declared there, would be guesses.
struct SyntaxDamage {
  private let spans: [Span]
  private let exists: Bool

  init(_ parsed: ParsedRules) {
    let places = parsed.problems.compactMap { $0.location?.span.start }
    exists = !parsed.problems.isEmpty
    guard exists else {
      spans = []
      return
    }
    var spans: [Span] = []
    func add(_ span: Span, when part: Span) {
      if places.contains(where: { part.start <= $0 && $0 <= part.end }) { spans.append(span) }
    }
    let ruleset = parsed.ruleset
    for function in ruleset.functions { add(function.span, when: function.span) }
    for service in ruleset.services {
      for function in service.functions { add(function.span, when: function.span) }
      var pending = service.matches
      while let block = pending.popLast() {
        pending += block.matches
        // Without its header nothing is known about what a block applies to and which variables it has.
        add(block.span, when: Span(block.path.span.start, Self.endOfToken(behind: block.path.span.end, ruleset.tokens)))
        for function in block.functions { add(function.span, when: function.span) }
        for allow in block.allows { add(allow.span, when: allow.span) }
      }
    }
    self.spans = spans
  }

  private static func endOfToken(behind offset: Int, _ tokens: [Token]) -> Int {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].span.start < offset { low = middle + 1 } else { high = middle }
    }
    return low < tokens.count ? tokens[low].span.end : offset
  }

  func hides(_ finding: Diagnostic) -> Bool {
    guard exists else { return false }
    if Self.aboutDeclarations.contains(finding.code) { return true }
    guard let start = finding.location?.span.start else { return false }
    return spans.contains { $0.start <= start && start < max($0.end, $0.start + 1) }
  }

  /// A declaration or a call may have been lost.
  private static let aboutDeclarations: [DiagnosticCode] = [
    .unknownFunction, .unusedFunction, .alwaysError, .unreachableCondition,
  ]
}
