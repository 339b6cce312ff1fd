package import Diagnostics
package import FirestoreRulesLanguage

/// Rules ready to be evaluated, of a source that production would deploy.
package struct CompiledRules: Sendable {
  let program: Program

  package var ruleset: Ruleset { program.ruleset }

  /// What compiling gave.
  package struct Compilation: Sendable {
    /// Nil when production would refuse the source.
    package var rules: CompiledRules?
    /// Syntax errors and everything else for which production refuses the source, in source order.
    package var problems: [Diagnostic]
  }

  /// Resolves names and applies the limits of the language. What production deploys compiles here, also where it can
  /// only be an error at run time.
  package static func compile(_ parsed: ParsedRules) -> Compilation {
    var compiler = RulesCompiler(parsed)
    let program = compiler.compile()
    let found = parsed.problems + compiler.problems
    let problems = found.enumerated().sorted {
      ($0.element.location?.span.start ?? 0, $0.offset) < ($1.element.location?.span.start ?? 0, $1.offset)
    }.map(\.element)
    let isRefused = problems.contains { $0.severity == .error }
    let rules = CompiledRules(program: program)
    return Compilation(rules: isRefused ? nil : rules, problems: problems)
  }

  /// Every `allow` of the Firestore services, in source order, depth first.
  package var statements: [CompiledStatement] { program.statements }

  /// Where an expression stands.
  package func span(of expression: Int) -> Span {
    program.spans.indices.contains(expression) ? program.spans[expression] : Span(0, 0)
  }

  /// The source text of an expression.
  package func text(of expression: Int) -> String { ruleset.source.text(in: span(of: expression)) }
}
