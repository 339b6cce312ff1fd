import Diagnostics
import FirestoreModel

/// Reads one expression. Names are looked up later, parameters (`$users`) are filled in at once.
struct ExpressionParser: OperatorParser {
  static let subject = "expression"

  private let scalar: ScalarText
  private let scope: NameScope
  var cursor: TextCursor
  var depth = 0

  private init(_ scalar: ScalarText, scope: NameScope) {
    self.scalar = scalar
    self.scope = scope
    cursor = TextCursor(scalar.text)
  }

  static func parse(_ scalar: ScalarText, scope: NameScope) throws(LineError) -> Expression {
    var parser = ExpressionParser(scalar, scope: scope)
    let root = try parser.whole()
    return Expression(text: scalar.text, root: root, span: scalar.span)
  }

  func binary(
    _ op: BinaryExpressionOperator, _ left: ExpressionNode, _ right: ExpressionNode, from start: Int
  ) -> ExpressionNode {
    node(.binary(op, left, right), from: start)
  }

  func unary(_ op: UnaryExpressionOperator, _ operand: ExpressionNode, from start: Int) -> ExpressionNode {
    node(.unary(op, operand), from: start)
  }

  // MARK: Operands

  mutating func primary() throws(LineError) -> ExpressionNode {
    let start = startOfToken()
    guard let byte = cursor.current else { throw unexpected("a value") }
    if byte.isDigitByte { return try number() }
    if byte.isWordStart { return try word() }
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return try quoted(byte)
    case UInt8(ascii: "$"): return try parameter()
    case UInt8(ascii: "("):
      cursor.advance()
      let inner = try disjunction()
      try expect(")")
      return ExpressionNode(inner.kind, span: scalar.span(of: start..<cursor.position))
    default: throw unexpected("a value")
    }
  }

  /// `5`, `2.5`, and lengths of time in milliseconds: `24h`, `250ms`.
  private mutating func number() throws(LineError) -> ExpressionNode {
    let start = cursor.position
    _ = cursor.takeWhile(\.isDigitByte)
    var isWhole = true
    if cursor.current == UInt8(ascii: "."), cursor.byte(after: 1)?.isDigitByte == true {
      isWhole = false
      cursor.advance()
      _ = cursor.takeWhile(\.isDigitByte)
    }
    let text = cursor.text(start..<cursor.position)
    if cursor.current?.isWordStart == true { return try duration(text, from: start) }
    if isWhole, let value = Int64(text) { return node(.literal(.integer(value)), from: start) }
    guard !isWhole, let value = Double(text), value.isFinite else {
      throw LineError("the number `\(text)` is too large", range: start..<cursor.position)
    }
    return node(.literal(.double(value)), from: start)
  }

  private mutating func duration(_ digits: String, from start: Int) throws(LineError) -> ExpressionNode {
    let unit = cursor.takeWhile(\.isWordByte)
    guard let span = TimeSpan(parsing: digits + unit) else {
      throw LineError(
        "`\(digits)\(unit)` is neither a number nor a length of time such as `30s`, `10m`, `2h`, `7d`",
        range: start..<cursor.position)
    }
    let (quotient, rest) = span.microseconds.quotientAndRemainder(dividingBy: 1000)
    let value: Value = rest == 0 ? .integer(quotient) : .double(Double(span.microseconds) / 1000)
    return node(.literal(value), from: start)
  }

  private mutating func quoted(_ quote: UInt8) throws(LineError) -> ExpressionNode {
    let start = cursor.position
    cursor.advance()
    var content: [UInt8] = []
    while let byte = cursor.current, byte != quote {
      if byte == UInt8(ascii: "\\") {
        cursor.advance()
        guard let escaped = cursor.current, escaped == quote || escaped == UInt8(ascii: "\\") else {
          throw LineError(
            "only quotes and backslashes can be escaped", range: cursor.position - 1..<cursor.position)
        }
        content.append(escaped)
      } else {
        content.append(byte)
      }
      cursor.advance()
    }
    guard cursor.current == quote else {
      throw LineError("the string is not closed", range: start..<cursor.position)
    }
    cursor.advance()
    return node(.literal(.string(Text(String(decoding: content, as: UTF8.self)))), from: start)
  }

  private mutating func parameter() throws(LineError) -> ExpressionNode {
    let start = cursor.position
    cursor.advance()
    let name = cursor.takeWhile(\.isWordByte)
    guard !name.isEmpty else { throw unexpected("a parameter's name after `$`") }
    guard let value = scope.parameter(name) else {
      throw .unknownName(.parameter, name, among: scope.parameterNames, range: start..<cursor.position)
    }
    return node(.literal(value), from: start)
  }

  private mutating func word() throws(LineError) -> ExpressionNode {
    let start = cursor.position
    let name = cursor.takeWhile(\.isWordByte)
    switch name {
    case "true": return node(.literal(.boolean(true)), from: start)
    case "false": return node(.literal(.boolean(false)), from: start)
    case "null": return node(.literal(.null), from: start)
    case "none": if !scope.variables.contains(name), !isCall() { return node(.literal(.null), from: start) }
    case "now": if !isCall() { return node(.call(.now, []), from: start) }
    case "serverNow": if !isCall() { return node(.call(.serverNow, []), from: start) }
    default: break
    }
    if isCall() { return try call(name, from: start) }
    guard let field = try fieldAfterDot() else { return node(.variable(name), from: start) }
    return node(.member(variable: name, field: field), from: start)
  }

  private func isCall() -> Bool {
    var copy = cursor
    return copy.take("(")
  }

  private mutating func fieldAfterDot() throws(LineError) -> FieldPath? {
    var segments: [Text] = []
    while cursor.current == UInt8(ascii: ".") {
      cursor.advance()
      let start = cursor.position
      if cursor.current == UInt8(ascii: "`") {
        cursor.advance()
        let name = cursor.takeWhile { $0 != UInt8(ascii: "`") }
        guard cursor.current != nil, !name.isEmpty else {
          throw LineError("the quoted field name is not closed", range: start..<cursor.position)
        }
        cursor.advance()
        segments.append(Text(name))
      } else {
        let name = cursor.takeWhile(\.isWordByte)
        guard !name.isEmpty else { throw unexpected("a field name after `.`") }
        segments.append(Text(name))
      }
    }
    return segments.isEmpty ? nil : FieldPath(segments: segments)
  }

  // MARK: Calls

  private mutating func call(_ name: String, from start: Int) throws(LineError) -> ExpressionNode {
    let nameRange = start..<cursor.position
    switch name {
    case "count": return try countCall(from: start)
    case "maxOf": return try extremeCall(.maxOf, from: start)
    case "minOf": return try extremeCall(.minOf, from: start)
    default: break
    }
    guard let function = ExpressionFunction(rawValue: name) else {
      throw .unknownName(.function, name, among: ExpressionFunction.allNames, range: nameRange)
    }
    let arguments = try arguments()
    guard function.accepts(arguments.count) else {
      throw LineError(
        "`\(name)` takes \(function.argumentRule), not \(arguments.count)", range: start..<cursor.position)
    }
    return node(.call(function, arguments), from: start)
  }

  private mutating func arguments() throws(LineError) -> [ExpressionNode] {
    try expect("(")
    if cursor.take(")") { return [] }
    var arguments = [try disjunction()]
    while cursor.take(",") { arguments.append(try disjunction()) }
    try expect(")")
    return arguments
  }

  private mutating func countCall(from start: Int) throws(LineError) -> ExpressionNode {
    try expect("(")
    let result = try resultName()
    try expect(")")
    return node(.count(result: result), from: start)
  }

  private mutating func extremeCall(_ extreme: ResultExtreme, from start: Int) throws(LineError) -> ExpressionNode {
    try expect("(")
    let result = try resultName()
    guard let field = try fieldAfterDot() else { throw unexpected("`.` and a field of the result") }
    try expect(")")
    return node(.extreme(extreme, result: result, field: field), from: start)
  }

  private mutating func resultName() throws(LineError) -> String {
    cursor.skipSpaces()
    guard cursor.current?.isWordStart == true else { throw unexpected("the name of a result") }
    return cursor.takeWhile(\.isWordByte)
  }

  // MARK: Positions and errors

  private func node(_ kind: ExpressionNode.Kind, from start: Int) -> ExpressionNode {
    ExpressionNode(kind, span: scalar.span(of: start..<cursor.position))
  }

}

extension ExpressionFunction {
  static var allNames: [String] { allCases.map(\.rawValue) + ["count", "maxOf", "minOf"] }

  func accepts(_ count: Int) -> Bool {
    switch self {
    case .max, .min: count > 0
    case .floor, .floorSecond, .string: count == 1
    case .now, .serverNow: count == 0
    }
  }

  var argumentRule: String {
    switch self {
    case .max, .min: "at least one argument"
    case .floor, .floorSecond, .string: "one argument"
    case .now, .serverNow: "no argument"
    }
  }
}
