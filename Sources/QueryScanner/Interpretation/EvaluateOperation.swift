import Diagnostics
import QueryModel

/// Operators as far as they decide conditions.
enum Operator {
  case equal, unequal, conjunction, disjunction, less, lessOrEqual, greater, greaterOrEqual

  init?(_ text: String) {
    switch text {
    case "==", "===", "is": self = .equal
    case "!=", "!==", "isnot": self = .unequal
    case "&&", "and": self = .conjunction
    case "||", "or": self = .disjunction
    case "<": self = .less
    case "<=": self = .lessOrEqual
    case ">": self = .greater
    case ">=": self = .greaterOrEqual
    default: return nil
    }
  }

  /// The same with its operands exchanged.
  var turned: Operator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .unequal, .conjunction, .disjunction: self
    }
  }
}

extension Interpreter {
  /// The value of an operation: a boolean when the operands decide it, the length of a range.
  func operation(_ expression: Expression, _ operands: [Expression]) -> ScannedValue {
    if source.language.isScript, isMarkup(expression) {
      // What an element gets, or shows, its component may send.
      operands.filter(matters).forEach(show)
      return .unknown(UnknownValue())
    }
    let values = operands.map(evaluate)
    if let decided = result(of: expression, operands, values) ?? assumedComparison(expression, operands) {
      return .boolean(decided)
    }
    if source.language.isScript, operands.count == 1, let name = typeName(of: values[0], expression, operands[0]) {
      return .text([.literal(name)])
    }
    if operands.count == 2, text(Span(operands[0].span.end, operands[1].span.start), withoutParentheses: true) == "-",
      let number = changedNumber(operands, values)
    {
      return number
    }
    return measuredRange(expression, operands)
  }

  /// What `typeof` says of a value that is known; nil where it is not asked.
  private func typeName(of value: ScannedValue, _ expression: Expression, _ operand: Expression) -> String? {
    guard text(Span(expression.span.start, operand.span.start), withoutParentheses: true) == "typeof" else {
      return nil
    }
    switch value {
    case .text: return "string"
    case .integer: return "number"
    case .boolean: return "boolean"
    case .function, .type: return "function"
    case .query, .document, .realtime, .record, .list, .database, .constraint: return "object"
    case .null: return isTold(value, by: operand) ? "undefined" : nil
    case .alternatives(let values):
      let names = values.map { typeName(of: $0, expression, operand) }
      return Set(names).count == 1 ? names[0] : nil
    default: return nil
    }
  }

  /// An element of JSX, which is an operation on the code that it holds.
  private func isMarkup(_ expression: Expression) -> Bool {
    let bytes = source.text.bytes
    return bytes.indices.contains(expression.span.start) && bytes[expression.span.start] == UInt8(ascii: "<")
  }

  private func result(of expression: Expression, _ operands: [Expression], _ values: [ScannedValue]) -> Bool? {
    if let parts = parts(of: expression) { return parts.decided(by: values.map(truth)) }
    guard let sign = sign(between: operands) else { return membership(operands, values) }
    switch sign {
    case .equal: return values.count == 2 ? equal(values[0], values[1], operands) : nil
    case .unequal: return values.count == 2 ? equal(values[0], values[1], operands).map { !$0 } : nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard values.count == 2, case .integer(let left) = values[0], case .integer(let right) = values[1] else {
        return nil
      }
      switch sign {
      case .less: return left < right
      case .lessOrEqual: return left <= right
      case .greater: return left > right
      default: return left >= right
      }
    case .conjunction, .disjunction: return nil
    }
  }

  /// `kind in KINDS`, `kind not in KINDS`, Kotlin's `!in`; Swift's `if case pattern = value`.
  private func membership(_ operands: [Expression], _ values: [ScannedValue]) -> Bool? {
    guard values.count == 2 else { return nil }
    switch text(Span(operands[0].span.end, operands[1].span.start), withoutParentheses: true) {
    case "in": return contains(values[0], in: filledSomewhere(values[1], operands[1]))
    case "notin", "!in": return contains(values[0], in: filledSomewhere(values[1], operands[1])).map { !$0 }
    case "=" where source.language == .swift: return matches(operands[0], values[1], operands[1])
    default: return nil
    }
  }

  /// The operand of `!x` or `not x`.
  func negated(_ expression: Expression, _ operands: [Expression]) -> Expression? {
    guard operands.count == 1 else { return nil }
    let prefix = text(Span(expression.span.start, operands[0].span.start)).filter { $0 != "(" }
    return prefix == "!" || prefix == "not" ? operands[0] : nil
  }

  /// What stands between the operands in the code; all the same, or nil.
  func sign(between operands: [Expression]) -> Operator? {
    var found: Operator?
    for (left, right) in zip(operands, operands.dropFirst()) {
      let between = text(Span(left.span.end, right.span.start), withoutParentheses: true)
      guard let sign = Operator(between), found == nil || found == sign else { return nil }
      found = sign
    }
    return found
  }

  /// Whether two values are the same; nil when only the run knows.
  func equal(_ left: ScannedValue, _ right: ScannedValue, _ operands: [Expression]) -> Bool? {
    let (left, right) = (inContext(left, of: right, operands.first), inContext(right, of: left, operands.last))
    switch (left, right) {
    case (.null, .null): return true
    case (.null, let other), (let other, .null): return isThere(other) ? false : nil
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.integer(let left), .integer(let right)): return left == right
    case (.text, .text):
      guard let left = left.knownText, let right = right.knownText else { return nil }
      return left == right
    case (.instance(let left), .instance(let right)):
      guard isEnumCase(left), isEnumCase(right), left.type == right.type else { return nil }
      return enumCaseName(left) == enumCaseName(right)
    case (.alternatives(let values), let other), (let other, .alternatives(let values)):
      let answers = values.map { equal($0, other, []) }
      guard let first = answers.first, let first, answers.allSatisfy({ $0 == first }) else { return nil }
      return first
    default: return nil
    }
  }

  /// Known to be there; also what is only known by a type that null is no value of.
  func isThere(_ value: ScannedValue) -> Bool {
    if value.isNeverNull { return true }
    guard case .unknown(let unknown) = value, let type = unknown.type, !type.isOptional else { return false }
    return source.language.typesTellNull && Self.typesOfValues.contains(type.name)
  }

  /// Others may stand for what is cast or made in ways that are not followed.
  private static let typesOfValues: Set<String> = [
    "String", "Int", "Long", "Double", "Float", "Bool", "Boolean", "Int64", "Int32", "UInt", "Date", "UUID",
    "Timestamp",
  ]

  /// `.newest` beside a value of an enumeration means its case.
  private func inContext(_ value: ScannedValue, of other: ScannedValue, _ expression: Expression?) -> ScannedValue {
    guard case .implicitMember(let name)? = expression?.kind, case .instance(let instance) = other,
      let type = index.type(key: instance.type)
    else { return value }
    return enumCase(name, of: type) ?? value
  }

  /// Whether a condition holds; nil when only the run knows.
  func truth(_ value: ScannedValue) -> Bool? {
    switch value {
    case .boolean(let value): return value
    case .null: return false
    case .integer(let value): return value != 0
    case .text(let pieces):
      if pieces == [.literal("")] { return false }
      return pieces.contains { if case .literal(let text) = $0 { !text.isEmpty } else { false } } ? true : nil
    case .list(let list):
      // An empty list is true in JavaScript and false in Python.
      return list.elements.isEmpty ? nil : true
    case .record(let entries) where source.language == .python: return entries.isEmpty ? nil : true
    case .alternatives(let values):
      let answers = values.map(truth)
      guard let first = answers.first, answers.allSatisfy({ $0 == first }) else { return nil }
      return first
    default: return value.isNeverNull ? true : nil
    }
  }
}

extension SourceLanguage {
  /// A type that does not say so has no null.
  fileprivate var typesTellNull: Bool {
    switch self {
    case .swift, .kotlin: true
    // Older code of Dart has null in every type.
    case .java, .dart, .javascript, .typescript, .python, .markdown: false
    }
  }
}

extension ScannedValue {
  /// Known to be there.
  var isNeverNull: Bool {
    switch self {
    case .boolean, .integer, .scalar, .text, .list, .record, .database, .query, .constraint, .field, .direction,
      .aggregation, .transform, .serverValue, .batch, .transaction, .realtime, .function, .type, .instance:
      true
    case .unknown, .null, .userID, .handle, .document, .result: false
    case .alternatives(let values): values.allSatisfy(\.isNeverNull)
    }
  }
}
