import FirestoreModel

/// `+`, `-`, `*`, `/`, `%` and the unary `-`.
enum Arithmetic {
  enum Operation: String {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
  }

  static func evaluate(_ op: Operation, _ left: RuleValue, _ right: RuleValue) -> RuleOutcome {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): integers(op, a, b)
    case (.integer(let a), .float(let b)): .value(.float(floats(op, Double(a), b)))
    case (.float(let a), .integer(let b)): .value(.float(floats(op, a, Double(b))))
    case (.float(let a), .float(let b)): .value(.float(floats(op, a, b)))
    case (.timestamp, _), (.duration, _): times(op, left, right)
    default: concatenation(op, left, right)
    }
  }

  static func negate(_ value: RuleValue) -> RuleOutcome {
    switch value {
    case .integer(let integer):
      let (negated, overflow) = Int64(0).subtractingReportingOverflow(integer)
      return overflow ? .error(.overflow(operation: "-\(integer)")) : .value(.integer(negated))
    case .float(let float): return .value(.float(-float))
    case .null: return .error(.nullValue)
    case .boolean, .string, .bytes, .timestamp, .duration, .geoPoint, .path, .list, .map, .set, .mapDiff:
      return .error(.unsupportedOperation(received: "-\(value.type.rawValue)", expected: "-int, -float"))
    }
  }

  private static func integers(_ op: Operation, _ a: Int64, _ b: Int64) -> RuleOutcome {
    let (result, overflow): (Int64, Bool)
    switch op {
    case .add: (result, overflow) = a.addingReportingOverflow(b)
    case .subtract: (result, overflow) = a.subtractingReportingOverflow(b)
    case .multiply: (result, overflow) = a.multipliedReportingOverflow(by: b)
    case .divide:
      if b == 0 { return .error(.divideByZero) }
      (result, overflow) = a.dividedReportingOverflow(by: b)
    case .remainder:
      if b == 0 { return .error(.divideByZero) }
      // The one remainder that the processor reports as an overflow is 0.
      (result, overflow) = b == -1 ? (0, false) : (a % b, false)
    }
    return overflow ? .error(.overflow(operation: "\(a) \(op.rawValue) \(b)")) : .value(.integer(result))
  }

  private static func floats(_ op: Operation, _ a: Double, _ b: Double) -> Double {
    switch op {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    // Not recorded for floats: the remainder of C and Java, with the sign of the dividend.
    case .remainder: a.truncatingRemainder(dividingBy: b)
    }
  }

  private static func times(_ op: Operation, _ left: RuleValue, _ right: RuleValue) -> RuleOutcome {
    switch (op, left, right) {
    case (.add, .timestamp(let time), .duration(let span)), (.add, .duration(let span), .timestamp(let time)):
      TimestampMethods.outcome(time.total + span.total)
    case (.subtract, .timestamp(let time), .duration(let span)):
      TimestampMethods.outcome(time.total - span.total)
    case (.subtract, .timestamp(let a), .timestamp(let b)): DurationMethods.outcome(a.total - b.total)
    case (.add, .duration(let a), .duration(let b)): DurationMethods.outcome(a.total + b.total)
    case (.subtract, .duration(let a), .duration(let b)): DurationMethods.outcome(a.total - b.total)
    default: .error(unsupported(op, left, right))
    }
  }

  private static func concatenation(_ op: Operation, _ left: RuleValue, _ right: RuleValue) -> RuleOutcome {
    switch (op, left, right) {
    case (.add, .string(let a), .string(let b)):
      a.byteCount + b.byteCount > SizeLimit.byteCount
        ? .error(.sizeLimit(operation: "string + string")) : .value(.string(Text(a.string + b.string)))
    // Not recorded for bytes.
    case (.add, .bytes(let a), .bytes(let b)):
      a.count + b.count > SizeLimit.byteCount
        ? .error(.sizeLimit(operation: "bytes + bytes")) : .value(.bytes(a + b))
    default: .error(unsupported(op, left, right))
    }
  }

  private static func unsupported(_ op: Operation, _ left: RuleValue, _ right: RuleValue) -> EvaluationError {
    let numbers = ["int \(op.rawValue) int", "float \(op.rawValue) float"]
    let others: [String]
    switch op {
    case .add:
      others = [
        "string + string", "timestamp + duration", "duration + timestamp", "duration + duration", "bytes + bytes",
      ]
    case .subtract: others = ["timestamp - timestamp", "timestamp - duration", "duration - duration"]
    case .multiply, .divide, .remainder: others = []
    }
    return .unsupported(op.rawValue, left, right, expected: numbers + others)
  }
}

extension EvaluationError {
  /// Names the types of the operands and the forms that exist. The order in which production lists the forms has been
  /// recorded for comparisons of strings, bytes and numbers only.
  static func unsupported(
    _ op: String, _ left: RuleValue, _ right: RuleValue, expected: [String]
  ) -> EvaluationError {
    .unsupportedOperation(
      received: "\(left.type.rawValue) \(op) \(right.type.rawValue)", expected: expected.joined(separator: ", "))
  }
}
