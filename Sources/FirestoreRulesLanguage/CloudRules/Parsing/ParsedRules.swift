package import Diagnostics

/// What reading a rules source gave: always a tree, and the problems that keep it from compiling.
package struct ParsedRules: Sendable {
  package var ruleset: Ruleset
  /// Syntax errors (FB3001), in source order; with any of them production refuses to deploy the source.
  package var problems: [Diagnostic]

  package init(ruleset: Ruleset, problems: [Diagnostic]) {
    self.ruleset = ruleset
    self.problems = problems
  }
}
