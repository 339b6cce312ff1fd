import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

extension TypeInference {
  mutating func inferBinary(
    _ expression: Expression, _ op: BinaryOperator, _ left: Expression, _ right: Expression, _ place: Environment
  ) -> InferredType {
    if op == .in, case .unary(.not, let negated) = left.kind {
      for operand in [negated, right] { _ = infer(operand, place) }
      return fail(expression, .negatedOperand)
    }
    let one = infer(left, place)
    let other = infer(right, place)
    if one.isFailing || other.isFailing { return fail(expression, nil) }
    if let value = one.constant, let constant = other.constant {
      return fold(expression, op, (one, value), (other, constant))
    }
    let mayFail = one.mayFail || other.mayFail
    switch op {
    case .equal, .notEqual: return equality(expression, op, one, other)
    case .in: return membership(expression, one, other)
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .add, .subtract, .multiply, .divide, .remainder:
      let results = OperatorTypes.results(op, one.kinds, other.kinds)
      if results.kinds.isEmpty { return fail(expression, .operands(op, one, other)) }
      let isSum = !op.isOrdering && !results.kinds.isDisjoint(with: .number)
      return record(expression, InferredType(results.kinds, mayFail: mayFail || !results.isTotal || isSum))
    }
  }

  private mutating func fold(
    _ expression: Expression, _ op: BinaryOperator, _ left: (type: InferredType, value: RuleValue),
    _ right: (type: InferredType, value: RuleValue)
  ) -> InferredType {
    let mayFail = left.type.mayFail || right.type.mayFail
    switch ConcreteDomain().binary(op, .value(left.value), .value(right.value)) {
    case .value(let value):
      var type = InferredType(constant: value)
      type.mayFail = mayFail
      let isSuspect = op == .in ? false : neverEqual(left.type.kinds, right.type.kinds)
      let compares = op == .equal || op == .notEqual
      return record(expression, type, compares && isSuspect ? .neverEqual(op, left.type, right.type) : nil)
    case .error(let error):
      if OperatorTypes.results(op, left.type.kinds, right.type.kinds).kinds.isEmpty, op != .in {
        return fail(expression, .operands(op, left.type, right.type))
      }
      if op == .in, right.type.kinds.isDisjoint(with: OperatorTypes.containers) {
        return fail(expression, .operands(op, left.type, right.type))
      }
      return fail(expression, .evaluation(error))
    }
  }

  /// Null may be compared with everything: that is how missing documents and signed-out users are told.
  private func neverEqual(_ one: Kinds, _ other: Kinds) -> Bool {
    one != .null && other != .null && one.withNumbers.isDisjoint(with: other.withNumbers)
  }

  private mutating func equality(
    _ expression: Expression, _ op: BinaryOperator, _ one: InferredType, _ other: InferredType
  ) -> InferredType {
    let error: Truths = one.mayFail || other.mayFail ? .isError : []
    guard one.kinds.withNumbers.isDisjoint(with: other.kinds.withNumbers) else {
      return record(expression, InferredType(error.union([.isTrue, .isFalse])))
    }
    let truths: Truths = error.union(op == .equal ? .isFalse : .isTrue)
    let isSuspect = neverEqual(one.kinds, other.kinds)
    return record(expression, InferredType(truths), isSuspect ? .neverEqual(op, one, other) : nil)
  }

  private mutating func membership(
    _ expression: Expression, _ value: InferredType, _ container: InferredType
  ) -> InferredType {
    let containers = container.kinds.intersection(OperatorTypes.containers)
    if containers.isEmpty {
      if container.kinds == .null { return fail(expression, .partOfNull(name: nil)) }
      return fail(expression, .operands(.in, value, container))
    }
    if containers == .map, !value.kinds.contains(.string) { return fail(expression, .operands(.in, value, container)) }
    let mayFail = value.mayFail || container.mayFail || containers != container.kinds
    if containers == .map, case .string(let key) = value.constant {
      return record(expression, InferredType(presence(of: key.string, in: container, mayFail: mayFail)))
    }
    let elements = container.element.kinds
    let isSuspect = !containers.contains(.map) && neverEqual(value.kinds, elements)
    let truths: Truths = isSuspect ? .isFalse : [.isTrue, .isFalse]
    return record(
      expression, InferredType(mayFail ? truths.union(.isError) : truths),
      isSuspect ? .neverEqual(.in, value, container.element) : nil)
  }

  private func presence(of key: String, in map: InferredType, mayFail: Bool) -> Truths {
    let error: Truths = mayFail ? .isError : []
    guard let field = map.fields[key] else { return error.union(map.isOpen ? [.isTrue, .isFalse] : .isFalse) }
    if field.isFailing { return error.union(.isFalse) }
    return error.union(field.mayFail ? [.isTrue, .isFalse] : .isTrue)
  }
}

/// The operators on types.
enum OperatorTypes {
  static let containers = Kinds([.list, .set, .map])

  struct Results {
    /// What the result may be; empty when no combination is allowed.
    var kinds: Kinds = []
    /// Whether every combination is allowed.
    var isTotal = true
  }

  static func results(_ op: BinaryOperator, _ left: Kinds, _ right: Kinds) -> Results {
    var results = Results()
    for one in left.types {
      for other in right.types {
        if let kind = result(op, one, other) { results.kinds.formUnion(kind) } else { results.isTotal = false }
      }
    }
    return results
  }

  private static func result(_ op: BinaryOperator, _ left: RuleType, _ right: RuleType) -> Kinds? {
    let areNumbers = Kinds.number.contains(left) && Kinds.number.contains(right)
    switch op {
    case .equal, .notEqual, .in: return .boolean
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let isOrdered = Kinds([.string, .bytes, .timestamp, .duration]).contains(left) && left == right
      return areNumbers || isOrdered ? .boolean : nil
    case .multiply, .divide, .remainder: return areNumbers ? sum(left, right) : nil
    case .add:
      switch (left, right) {
      case (.string, .string), (.list, .list), (.bytes, .bytes), (.duration, .duration): return Kinds(left)
      case (.timestamp, .duration), (.duration, .timestamp): return Kinds(.timestamp)
      default: return areNumbers ? sum(left, right) : nil
      }
    case .subtract:
      switch (left, right) {
      case (.timestamp, .timestamp), (.duration, .duration): return Kinds(.duration)
      case (.timestamp, .duration): return Kinds(.timestamp)
      default: return areNumbers ? sum(left, right) : nil
      }
    }
  }

  private static func sum(_ left: RuleType, _ right: RuleType) -> Kinds {
    Kinds(left == .integer && right == .integer ? .integer : .float)
  }
}

extension BinaryOperator {
  var isOrdering: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .equal, .notEqual, .in, .add, .subtract, .multiply, .divide, .remainder: false
    }
  }
}
