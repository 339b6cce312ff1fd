/// What production's compiler accepts at most. Recorded in production unless a comment says otherwise.
package enum CompilationLimits {
  package static let parameters = 7
  /// The documentation says 10; production accepts 11 and refuses 12.
  package static let bindings = 11
  /// Calls in a row: a chain of 21 functions. The official emulator refuses 22.
  package static let callDepth = 20
  /// Match blocks within one another below the one that reaches `documents`.
  package static let matchNesting = 10
  /// In one accumulated path, `{database}` among them.
  package static let captures = 20
  /// Of one accumulated path, by the documentation.
  package static let segments = 100
  /// Levels round the innermost expression, see ``NestingDepth``.
  package static let nesting = 98
}
