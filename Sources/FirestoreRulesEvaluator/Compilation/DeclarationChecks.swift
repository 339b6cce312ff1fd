import Diagnostics
import FirestoreRulesLanguage

/// What production's compiler refuses apart from what the parser has already found: syntax, the version, imports and
/// the size of the source.
extension RulesCompiler {
  // MARK: - Functions

  mutating func checkFunction(_ declaration: FunctionDeclaration) {
    let name = declaration.name.text
    limit(
      declaration.parameters.count, CompilationLimits.parameters, "the function `\(name)` has", "parameters",
      at: declaration.name.span)
    limit(
      declaration.lets.count, CompilationLimits.bindings, "the function `\(name)` has", "variables",
      at: declaration.name.span)
    checkDistinct(declaration.parameters, "parameter")
    checkDistinct(declaration.lets.map(\.name), "variable")
  }

  private mutating func checkDistinct(_ names: [Name], _ what: String) {
    var seen: Set<String> = []
    for name in names where !name.text.isEmpty {
      guard !seen.insert(name.text).inserted else { continue }
      report(
        .duplicateFunctionOrLet, "a \(what) `\(name.text)` is already declared in this function", at: name.span,
        help: "give it another name")
    }
  }

  mutating func checkCalls() {
    for cycle in calls.cycles {
      let names = cycle.functions.map { "`\(functions[$0].declaration.name.text)`" }
      let others = names.dropFirst().joined(separator: " and ")
      report(
        .recursion, "\(names[0]) calls itself" + (others.isEmpty ? "" : " through \(others)"), at: cycle.closing,
        help: "rules have no recursion; write out as many levels as are needed")
    }
    let heights = calls.heights.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if let (function, height) = heights.first {
      let declaration = functions[function].declaration.name
      limit(
        height - 1, CompilationLimits.callDepth, "`\(declaration.text)` leads to", "calls within one another",
        at: declaration.span)
    }
  }

  // MARK: - Match blocks

  mutating func checkHeader(_ header: MatchPath, nesting: Int?, segments: Int, captures: Int) {
    limit(
      nesting ?? 0, CompilationLimits.matchNesting, "this block is at level", "match blocks below `documents`",
      at: header.span)
    limit(segments, CompilationLimits.segments, "the path has", "segments", at: header.span)
    limit(captures, CompilationLimits.captures, "the path has", "variables", at: header.span)
    let wildcards = header.segments.enumerated().filter { $0.element.isRecursive }
    switch ruleset.effectiveVersion {
    case .one:
      if let early = wildcards.first(where: { $0.offset != header.segments.count - 1 }) {
        report(
          .syntax, "with rules version 1 a recursive wildcard must be the last segment of its header",
          at: early.element.span, help: "begin the source with `rules_version = '2';`")
      }
    case .two:
      if wildcards.count > 1 {
        report(
          .syntax, "a header can have only one recursive wildcard", at: wildcards[1].element.span,
          help: "match one of them segment by segment, or in a block within")
      }
    }
  }

  // MARK: - Expressions

  mutating func checkNesting(_ expression: Expression) {
    guard let excess = NestingDepth.excess(in: expression, over: CompilationLimits.nesting) else { return }
    // Far beyond the limit the parser has said so, at a deeper place of the same expression.
    if known.contains(where: { $0.code == .limitExceeded && expression.span.contains($0.location?.span) }) { return }
    report(
      .limitExceeded, "the expression is nested deeper than \(CompilationLimits.nesting) levels", at: excess.span,
      help: "move parts of it into functions")
  }

  private mutating func limit(_ count: Int, _ limit: Int, _ subject: String, _ what: String, at span: Span) {
    guard count > limit else { return }
    report(.limitExceeded, "\(subject) \(count) \(what), production accepts at most \(limit)", at: span)
  }
}

extension Span {
  fileprivate func contains(_ other: Span?) -> Bool { other.map { start <= $0.start && $0.end <= end } ?? false }
}
