import FirestoreModel

// Numbers are 64-bit integers or doubles, a time beside a number counts as its milliseconds. Nothing wraps or traps.

extension ExpressionNode {
  // MARK: Order

  func compare(_ op: BinaryExpressionOperator, _ left: Value, _ right: Value) throws(ExpressionError) -> Bool {
    switch op {
    case .equal: return try order(left, right, isEquality: true) == 0
    case .notEqual: return try order(left, right, isEquality: true) != 0
    case .less: return try order(left, right) < 0
    case .lessOrEqual: return try order(left, right) <= 0
    case .greater: return try order(left, right) > 0
    case .greaterOrEqual: return try order(left, right) >= 0
    case .or, .and, .plus, .minus, .times, .dividedBy: throw error("`\(op.rawValue)` does not compare")
    }
  }

  /// −1, 0 or 1. Equality also compares with null and between any two values of one type.
  private func order(_ left: Value, _ right: Value, isEquality: Bool = false) throws(ExpressionError) -> Int {
    switch (left, right) {
    case (.timestamp(let time), .integer(let milliseconds)):
      return compareInOrder(Int128(time.microseconds), Int128(milliseconds) * 1000)
    case (.integer, .timestamp), (.double, .timestamp): return -(try order(right, left, isEquality: isEquality))
    case (.timestamp(let time), .double(let milliseconds)):
      return Value.integer(time.microseconds).compared(to: .double(milliseconds * 1000))
    default: break
    }
    let comparable: Bool =
      switch (left.typeBracket, right.typeBracket) {
      case (.number, .number), (.timestamp, .timestamp), (.string, .string): true
      case (.null, _), (_, .null): isEquality
      case (let first, let second): isEquality && first == second
      }
    guard comparable else {
      throw error("cannot compare \(left.expressionTypeName) with \(right.expressionTypeName)")
    }
    return left.compared(to: right)
  }

  private func compareInOrder(_ left: Int128, _ right: Int128) -> Int { left == right ? 0 : (left < right ? -1 : 1) }

  /// Null arguments do not take part: `max(clear, null)` is `clear`.
  func best(of values: [Value], isBetter: (Int) -> Bool) throws(ExpressionError) -> Value {
    var best: Value?
    for value in values where !value.isNull {
      guard let current = best else {
        best = value
        continue
      }
      if isBetter(try order(value, current)) { best = value }
    }
    return best ?? .null
  }

  // MARK: Arithmetic

  func calculate(_ op: BinaryExpressionOperator, _ left: Value, _ right: Value) throws(ExpressionError) -> Value {
    switch (op, left, right) {
    case (.plus, .string(let a), _): return .string(Text(a.string + right.interpolationText))
    case (.plus, _, .string(let b)): return .string(Text(left.interpolationText + b.string))
    case (.plus, .timestamp(let time), .integer), (.plus, .timestamp(let time), .double):
      return try shift(time, by: right, sign: 1)
    case (.plus, .integer, .timestamp(let time)), (.plus, .double, .timestamp(let time)):
      return try shift(time, by: left, sign: 1)
    case (.minus, .timestamp(let time), .integer), (.minus, .timestamp(let time), .double):
      return try shift(time, by: right, sign: -1)
    case (.minus, .timestamp(let a), .timestamp(let b)): return milliseconds(a.microseconds - b.microseconds)
    case (.plus, .timestamp, .timestamp): throw error("cannot add two times")
    default: return try arithmetic(op, try number(left), try number(right))
    }
  }

  /// A time as its milliseconds, a number as itself.
  private func number(_ value: Value) throws(ExpressionError) -> Value {
    switch value {
    case .integer, .double: return value
    case .timestamp(let time): return milliseconds(time.microseconds)
    case .null, .boolean, .string, .bytes, .reference, .geoPoint, .array, .vector, .map:
      throw error("expected a number or a time, found \(value.expressionTypeName)")
    }
  }

  private func milliseconds(_ microseconds: Int64) -> Value {
    microseconds.isMultiple(of: 1000) ? .integer(microseconds / 1000) : .double(Double(microseconds) / 1000)
  }

  private func shift(_ time: Timestamp, by amount: Value, sign: Int128) throws(ExpressionError) -> Value {
    let microseconds: Int128
    switch amount {
    case .integer(let value): microseconds = Int128(value) * 1000
    case .double(let value):
      guard let whole = Int64(exactly: (value * 1000).rounded()) else { throw error("the time is out of range") }
      microseconds = Int128(whole)
    default: throw error("expected a number, found \(amount.expressionTypeName)")
    }
    guard let sum = Int64(exactly: Int128(time.microseconds) + sign * microseconds),
      (Timestamp.minimum.microseconds...Timestamp.maximum.microseconds).contains(sum)
    else { throw error("the time is out of range") }
    return .timestamp(Timestamp(microseconds: sum))
  }

  private func arithmetic(
    _ op: BinaryExpressionOperator, _ left: Value, _ right: Value
  ) throws(ExpressionError) -> Value {
    guard case .integer(let a) = left, case .integer(let b) = right else {
      return .double(try arithmetic(op, double(left), double(right)))
    }
    switch op {
    case .plus: return .integer(try checked(a.addingReportingOverflow(b)))
    case .minus: return .integer(try checked(a.subtractingReportingOverflow(b)))
    case .times: return .integer(try checked(a.multipliedReportingOverflow(by: b)))
    case .dividedBy:
      guard b != 0 else { throw error("division by zero") }
      let (quotient, overflow) = a.dividedReportingOverflow(by: b)
      if overflow { throw error("the number is out of range") }
      return a.remainderReportingOverflow(dividingBy: b).partialValue == 0
        ? .integer(quotient) : .double(Double(a) / Double(b))
    case .or, .and, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      throw error("`\(op.rawValue)` does not calculate")
    }
  }

  private func arithmetic(_ op: BinaryExpressionOperator, _ a: Double, _ b: Double) throws(ExpressionError) -> Double {
    let result: Double
    switch op {
    case .plus: result = a + b
    case .minus: result = a - b
    case .times: result = a * b
    case .dividedBy:
      guard b != 0 else { throw error("division by zero") }
      result = a / b
    case .or, .and, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      throw error("`\(op.rawValue)` does not calculate")
    }
    guard result.isFinite else { throw error("the number is out of range") }
    return result
  }

  private func double(_ value: Value) -> Double {
    switch value {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: .nan
    }
  }

  private func checked(_ result: (partialValue: Int64, overflow: Bool)) throws(ExpressionError) -> Int64 {
    guard !result.overflow else { throw error("the number is out of range") }
    return result.partialValue
  }

  func negate(_ value: Value) throws(ExpressionError) -> Value {
    switch try number(value) {
    case .integer(let number): return .integer(try checked((0 as Int64).subtractingReportingOverflow(number)))
    case let other: return .double(-double(other))
    }
  }

  /// Rounded down to a whole number of `unit` milliseconds; a number stays a number, a time stays a time.
  func cut(_ value: Value, toMilliseconds unit: Int64) throws(ExpressionError) -> Value {
    switch value {
    case .timestamp(let time):
      let floored = floorDivision(time.microseconds, by: unit * 1000) * (unit * 1000)
      return .timestamp(Timestamp(microseconds: max(floored, Timestamp.minimum.microseconds)))
    case .integer(let number):
      let (floored, overflow) = floorDivision(number, by: unit).multipliedReportingOverflow(by: unit)
      return .integer(try checked((floored, overflow)))
    case .double(let number):
      guard let floored = Int64(exactly: (number / Double(unit)).rounded(.down)) else {
        throw error("the number is out of range")
      }
      return .integer(try checked(floored.multipliedReportingOverflow(by: unit)))
    case .null, .boolean, .string, .bytes, .reference, .geoPoint, .array, .vector, .map:
      throw error("expected a number or a time, found \(value.expressionTypeName)")
    }
  }
}
