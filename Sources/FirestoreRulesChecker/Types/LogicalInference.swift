import FirestoreRulesEvaluator
import FirestoreRulesLanguage

extension TypeInference {
  /// An expression that decides a statement or an operand of `&&` and `||`: what is no boolean is an error here, and
  /// what can never be true does nothing.
  mutating func condition(_ expression: Expression, _ place: Environment) -> InferredType {
    let type = infer(expression, place)
    if type.isFailing { return type }
    if !type.kinds.contains(.boolean) {
      types.report(.notACondition(type), at: expression)
      return .failing
    }
    return InferredType(type.truths)
  }

  mutating func inferLogical(
    _ expression: Expression, _ op: LogicalOperator, _ operands: [Expression], _ place: Environment
  ) -> InferredType {
    var inner = place
    var truths: Truths = op == .and ? .isTrue : .isFalse
    // An error beside `false` is `false`, so that a test of the size protects operands on both of its sides.
    if op == .and { for operand in operands { inner.facts.noteMeasured(in: operand) } }
    for operand in operands {
      let operandTruths = condition(operand, inner).truths
      if !operandTruths.contains(.isTrue), operandTruths.contains(.isFalse) { reportNeverTrue(operand, inner) }
      // Facts hold when the operands before are true. After an error the operand is evaluated all the same, and may
      // then be false or an error as well.
      let isUncertain = op == .and && truths.contains(.isError) && inner.facts.concern(operand)
      truths = Self.combined(op, truths, operandTruths)
      if isUncertain { truths.formUnion([.isFalse, .isError]) }
      if isDecided(operand, operandTruths, op == .and ? .isFalse : .isTrue) { break }
      if op == .or { inner.facts.assumeNotTrue(operand) }
      if op == .and, operandTruths.contains(.isTrue) { inner.facts.assume(operand, is: true) }
    }
    return record(expression, InferredType(truths))
  }

  /// Whether what comes behind is never evaluated: `resource == null || …` on `create`. What stands behind a literal
  /// `true` or `false` is looked at all the same, since the literal will go again.
  private func isDecided(_ operand: Expression, _ truths: Truths, _ deciding: Truths) -> Bool {
    truths == deciding && operand.scalar == nil
  }

  /// `false` is written on purpose, and tests for null are false where rules are shared by several methods.
  /// What depends on an argument is for other callers than those of today.
  private mutating func reportNeverTrue(_ operand: Expression, _ place: Environment) {
    let test = operand.unparenthesized
    guard !test.memberChains.contains(where: { place.parameters.contains($0.names[0]) }) else { return }
    switch test.kind {
    case .binary(let op, let left, let right):
      let isNullTest = [left, right].contains { if case .null = $0.unparenthesized.kind { true } else { false } }
      if !isNullTest || (op != .equal && op != .notEqual) { types.report(.neverTrue, at: test) }
    case .typeTest: types.report(.neverTrue, at: test)
    case .unary(.not, let inner) where inner.asMemberChain != nil: types.report(.neverTrue, at: test)
    default: break
    }
  }

  /// All that two operands can give together: an error is absorbed by what decides alone.
  static func combined(_ op: LogicalOperator, _ left: Truths, _ right: Truths) -> Truths {
    let deciding: Truths = op == .and ? .isFalse : .isTrue
    let passing: Truths = op == .and ? .isTrue : .isFalse
    var result: Truths = []
    if left.contains(deciding) || right.contains(deciding) { result.insert(deciding) }
    if left.contains(passing), right.contains(passing) { result.insert(passing) }
    let leftRemains = !left.subtracting(deciding).isEmpty
    let rightRemains = !right.subtracting(deciding).isEmpty
    if (left.contains(.isError) && rightRemains) || (right.contains(.isError) && leftRemains) {
      result.insert(.isError)
    }
    return result
  }

  mutating func inferConditional(
    _ expression: Expression, _ test: Expression, _ first: Expression, _ second: Expression, _ place: Environment
  ) -> InferredType {
    let truths = condition(test, place).truths
    var (whenTrue, whenFalse) = (place, place)
    whenTrue.facts.assume(test, is: true)
    whenFalse.facts.assume(test, is: false)
    var reachable: [InferredType] = []
    for (branch, place, truth) in [(first, whenTrue, Truths.isTrue), (second, whenFalse, .isFalse)]
    where truths.contains(truth) || test.scalar != nil {
      let type = infer(branch, place)
      if truths.contains(truth) { reachable.append(type) }
    }
    guard let one = reachable.first else { return fail(expression, nil) }
    var type = reachable.dropFirst().reduce(one) { $0.joined($1) }
    if type.isFailing { return fail(expression, nil) }
    if truths.contains(.isError) { type.mayFail = true }
    return record(expression, type)
  }

  mutating func inferUnary(
    _ expression: Expression, _ op: UnaryOperator, _ operand: Expression, _ place: Environment
  ) -> InferredType {
    let type = infer(operand, place)
    if type.isFailing { return fail(expression, nil) }
    switch op {
    case .not:
      guard type.kinds.contains(.boolean) else { return fail(expression, .operand(op, type)) }
      let truths = type.truths
      var negated: Truths = truths.intersection(.isError)
      if truths.contains(.isTrue) { negated.insert(.isFalse) }
      if truths.contains(.isFalse) { negated.insert(.isTrue) }
      return record(expression, InferredType(negated))
    case .negate:
      let numbers = type.kinds.intersection([.number])
      if numbers.isEmpty { return fail(expression, .operand(op, type)) }
      var result = InferredType(numbers, mayFail: type.mayFail || type.constant == nil)
      if let constant = type.constant {
        switch ConcreteDomain().negate(.value(constant)) {
        case .value(let value): result.constant = value
        case .error(let error): return fail(expression, .evaluation(error))
        }
      }
      return record(expression, result)
    }
  }

  mutating func inferTypeTest(
    _ expression: Expression, _ value: Expression, _ word: Name, _ place: Environment
  ) -> InferredType {
    if case .unary(.not, let negated) = value.kind {
      _ = infer(negated, place)
      return fail(expression, .negatedOperand)
    }
    let type = infer(value, place)
    if type.isFailing { return fail(expression, nil) }
    // Production refuses to compile other words, which is another finding.
    guard RuleType.testableWords.contains(word.text) else { return record(expression, InferredType(.boolean)) }
    let satisfying = Kinds.satisfying(word.text)
    var truths: Truths = type.mayFail ? .isError : []
    if !type.kinds.isDisjoint(with: satisfying) { truths.insert(.isTrue) }
    if !satisfying.isSuperset(of: type.kinds) { truths.insert(.isFalse) }
    return record(expression, InferredType(truths))
  }
}
