import Diagnostics
package import FirestoreModel

extension Expression {
  package func evaluate(in environment: some ExpressionEnvironment) throws(ExpressionError) -> Value {
    try root.evaluate(in: environment)
  }

  /// For `if` and `keep`.
  package func evaluateCondition(in environment: some ExpressionEnvironment) throws(ExpressionError) -> Bool {
    try root.boolean(in: environment)
  }
}

extension ExpressionNode {
  func evaluate(in environment: some ExpressionEnvironment) throws(ExpressionError) -> Value {
    switch kind {
    case .literal(let value): return value
    case .variable(let name):
      guard let value = environment.value(of: name) else { throw error("`\(name)` has no value here") }
      return value
    case .member(let variable, let field):
      guard let value = environment.value(of: field, in: variable) else {
        throw error("`\(variable)` is no document here")
      }
      return value
    case .unary(.not, let operand): return .boolean(!(try operand.boolean(in: environment)))
    case .unary(.minus, let operand): return try negate(try operand.evaluate(in: environment))
    case .binary(let op, let left, let right): return try binary(op, left, right, in: environment)
    case .call(let function, let arguments): return try call(function, arguments, in: environment)
    case .count(let result):
      guard let count = environment.count(of: result) else { throw error("`\(result)` has no result here") }
      return .integer(count)
    case .extreme(let extreme, let result, let field):
      switch environment.extreme(extreme, of: field, in: result) {
      case .unknownResult: throw error("`\(result)` has no result here")
      case .nothing: return .integer(0)
      case .value(let value): return value
      }
    }
  }

  func boolean(in environment: some ExpressionEnvironment) throws(ExpressionError) -> Bool {
    let value = try evaluate(in: environment)
    guard case .boolean(let result) = value else {
      throw error("expected true or false, found \(value.expressionTypeName)")
    }
    return result
  }

  func error(_ message: String) -> ExpressionError { ExpressionError(message, span: span) }

  private func binary(
    _ op: BinaryExpressionOperator, _ left: ExpressionNode, _ right: ExpressionNode,
    in environment: some ExpressionEnvironment
  ) throws(ExpressionError) -> Value {
    switch op {
    case .or:
      if try left.boolean(in: environment) { return .boolean(true) }
      return .boolean(try right.boolean(in: environment))
    case .and:
      guard try left.boolean(in: environment) else { return .boolean(false) }
      return .boolean(try right.boolean(in: environment))
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return .boolean(try compare(op, try left.evaluate(in: environment), try right.evaluate(in: environment)))
    case .plus, .minus, .times, .dividedBy:
      return try calculate(op, try left.evaluate(in: environment), try right.evaluate(in: environment))
    }
  }

  private func call(
    _ function: ExpressionFunction, _ arguments: [ExpressionNode], in environment: some ExpressionEnvironment
  ) throws(ExpressionError) -> Value {
    var values: [Value] = []
    for argument in arguments { values.append(try argument.evaluate(in: environment)) }
    switch function {
    case .now: return .timestamp(environment.now)
    case .serverNow: return .timestamp(environment.serverNow)
    case .max: return try best(of: values) { $0 > 0 }
    case .min: return try best(of: values) { $0 < 0 }
    case .floor: return try cut(values.first ?? .null, toMilliseconds: 1)
    case .floorSecond: return try cut(values.first ?? .null, toMilliseconds: 1000)
    case .string: return .string(Text((values.first ?? .null).interpolationText))
    }
  }
}

extension TypeBracket {
  /// The word for messages.
  package var name: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .timestamp: "a time"
    case .string: "a string"
    case .bytes: "bytes"
    case .reference: "a reference"
    case .geoPoint: "a geo point"
    case .array: "an array"
    case .vector: "a vector"
    case .map: "a map"
    }
  }
}

extension Value {
  var expressionTypeName: String { typeBracket.name }

  /// As `{…}` in a path or a string prints it; a time prints as its whole milliseconds.
  package var interpolationText: String {
    switch self {
    case .null: "null"
    case .boolean(let value): String(value)
    case .integer(let value): String(value)
    case .double(let value): String(value)
    case .timestamp(let value): String(floorDivision(value.microseconds, by: 1000))
    case .string(let value): value.string
    case .reference(let value): value.path.description
    case .bytes, .geoPoint, .array, .vector, .map: expressionTypeName
    }
  }
}

/// Rounded towards minus infinity.
func floorDivision(_ value: Int64, by divisor: Int64) -> Int64 {
  let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
  return rest < 0 ? quotient - 1 : quotient
}
