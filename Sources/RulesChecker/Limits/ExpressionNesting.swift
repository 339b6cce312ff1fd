import RulesLanguage

/// Levels of nesting as the compiler counts them: each parenthesis, unary, list, call argument and binary operator is one
/// level, a map literal two, and a chain of one logical operator one (deduced from recordings of production).
enum ExpressionNesting {
  static func levels(of expression: Expression) -> Int {
    var deepest = 0
    var pending = [(expression, 0)]
    while let (next, around) = pending.popLast() {
      deepest = max(deepest, around)
      let inner = around + weight(of: next)
      pending += next.children.map { ($0, inner) }
    }
    return deepest
  }

  private static func weight(of expression: Expression) -> Int {
    switch expression.kind {
    case .map: 2
    case .missing, .null, .boolean, .integer, .float, .string, .bytes, .name: 0
    case .parenthesized, .list, .path, .unary, .binary, .logical, .conditional, .typeTest, .member, .index, .slice,
      .call, .method, .invalidCall:
      1
    }
  }
}

/// How many calls of declared functions stand inside each other.
enum CallDepth {
  /// The calls below a function, itself not counted. Functions that call themselves do not compile.
  static func calls(below function: FunctionView, _ subject: LintSubject, _ known: inout [Int: Int]) -> Int {
    calls(below: function, subject, &known, active: [])
  }

  private static func calls(
    below function: FunctionView, _ subject: LintSubject, _ known: inout [Int: Int], active: Set<Int>
  ) -> Int {
    if let depth = known[function.id] { return depth }
    // Deeper than this nothing compiles.
    guard active.count < 64, !active.contains(function.id) else { return 0 }
    let inner = active.union([function.id])
    let called = function.declaration.calledNames.compactMap { function.visibleFunctions[$0] }
    let depth = called.map { calls(below: subject.functions[$0], subject, &known, active: inner) + 1 }.max() ?? 0
    known[function.id] = depth
    return depth
  }
}
