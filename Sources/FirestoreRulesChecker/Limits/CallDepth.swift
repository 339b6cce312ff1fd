import FirestoreRulesLanguage

/// How many calls of declared functions stand inside each other.
struct CallDepth {
  private var known: [Int: Int] = [:]

  /// The calls below a function, itself not counted. Functions that call themselves do not compile.
  mutating func calls(below function: FunctionView, _ subject: LintSubject) -> Int {
    calls(below: function, subject, active: [])
  }

  private mutating func calls(below function: FunctionView, _ subject: LintSubject, active: Set<Int>) -> Int {
    if let depth = known[function.id] { return depth }
    // Deeper than this nothing compiles.
    guard active.count < 64, !active.contains(function.id) else { return 0 }
    let inner = active.union([function.id])
    var depth = 0
    for name in function.declaration.calledNames {
      guard let id = function.visibleFunctions[name] else { continue }
      depth = max(depth, calls(below: subject.functions[id], subject, active: inner) + 1)
    }
    known[function.id] = depth
    return depth
  }
}
