import FirestoreModel

/// `<`, `<=`, `>` and `>=`: values of one kind only.
enum Comparison {
  enum Operation: String {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  static func evaluate(_ op: Operation, _ left: RuleValue, _ right: RuleValue) -> RuleOutcome {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): holds(op, a < b, a == b)
    case (.float(let a), .float(let b)): floats(op, a, b)
    case (.integer(let a), .float(let b)): integer(op, a, b)
    case (.float(let a), .integer(let b)): integer(mirrored(op), b, a)
    // By code points. Production's order of keys is that; of strings it has not been recorded.
    case (.string(let a), .string(let b)): holds(op, a < b, a == b)
    case (.bytes(let a), .bytes(let b)): holds(op, a.lexicographicallyPrecedes(b), a == b)
    case (.timestamp(let a), .timestamp(let b)): holds(op, a < b, a == b)
    case (.duration(let a), .duration(let b)): holds(op, a < b, a == b)
    default: .error(unsupported(op, left, right))
    }
  }

  private static func holds(_ op: Operation, _ isLess: Bool, _ isEqual: Bool) -> RuleOutcome {
    switch op {
    case .less: .value(.boolean(isLess))
    case .lessOrEqual: .value(.boolean(isLess || isEqual))
    case .greater: .value(.boolean(!isLess && !isEqual))
    case .greaterOrEqual: .value(.boolean(!isLess))
    }
  }

  /// Comparisons with NaN are false (not recorded).
  private static func floats(_ op: Operation, _ a: Double, _ b: Double) -> RuleOutcome {
    a.isNaN || b.isNaN ? .value(.boolean(false)) : holds(op, a < b, a == b)
  }

  /// Exact: a 64-bit integer is never rounded to a float.
  private static func integer(_ op: Operation, _ a: Int64, _ b: Double) -> RuleOutcome {
    if b.isNaN { return .value(.boolean(false)) }
    if b >= 0x1p63 { return holds(op, true, false) }
    if b < -0x1p63 { return holds(op, false, false) }
    let whole = b.rounded(.down)
    guard let floor = Int64(exactly: whole) else { return holds(op, true, false) }
    return holds(op, a < floor || (a == floor && whole < b), a == floor && whole == b)
  }

  private static func mirrored(_ op: Operation) -> Operation {
    switch op {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  private static func unsupported(_ op: Operation, _ left: RuleValue, _ right: RuleValue) -> EvaluationError {
    let kinds: [RuleType] = [.string, .bytes, .integer, .float, .timestamp, .duration]
    return .unsupported(
      op.rawValue, left, right, expected: kinds.map { "\($0.rawValue) \(op.rawValue) \($0.rawValue)" })
  }
}
