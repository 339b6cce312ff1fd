package import FirestoreModel
package import FirestoreRulesLanguage

/// Evaluation over known values.
package struct ConcreteDomain: ValueDomain, Sendable {
  package typealias Outcome = RuleOutcome

  package init() {}

  package func constant(_ value: RuleValue) -> RuleOutcome { .value(value) }
  package func failure(_ error: EvaluationError) -> RuleOutcome { .error(error) }

  // MARK: - Conditions

  package func truths(of outcome: RuleOutcome) -> Truths {
    guard case .value(.boolean(let value)) = outcome else { return .isError }
    return value ? .isTrue : .isFalse
  }

  package func boolean(_ truths: Truths, error: EvaluationError?) -> RuleOutcome {
    if truths.contains(.isError) { return .error(error ?? .possible) }
    return .value(.boolean(truths.contains(.isTrue)))
  }

  package func conditionError(of outcome: RuleOutcome) -> EvaluationError? {
    switch outcome {
    case .value(.boolean): nil
    case .value(.null): .nullValue
    case .value(let value): .type(received: value.type, expected: [.boolean])
    case .error(let error): error
    }
  }

  package func either(_ first: RuleOutcome, _ second: RuleOutcome) -> RuleOutcome { first }

  // MARK: - Operators

  package func negate(_ operand: RuleOutcome) -> RuleOutcome {
    guard case .value(let value) = operand else { return operand }
    return Arithmetic.negate(value)
  }

  package func binary(_ op: BinaryOperator, _ left: RuleOutcome, _ right: RuleOutcome) -> RuleOutcome {
    guard case .value(let a) = left else { return left }
    guard case .value(let b) = right else { return right }
    switch op {
    case .equal: return .value(.boolean(a.isEqual(to: b)))
    case .notEqual: return .value(.boolean(!a.isEqual(to: b)))
    case .less: return Comparison.evaluate(.less, a, b)
    case .lessOrEqual: return Comparison.evaluate(.lessOrEqual, a, b)
    case .greater: return Comparison.evaluate(.greater, a, b)
    case .greaterOrEqual: return Comparison.evaluate(.greaterOrEqual, a, b)
    case .in: return Membership.evaluate(a, in: b)
    case .add: return Arithmetic.evaluate(.add, a, b)
    case .subtract: return Arithmetic.evaluate(.subtract, a, b)
    case .multiply: return Arithmetic.evaluate(.multiply, a, b)
    case .divide: return Arithmetic.evaluate(.divide, a, b)
    case .remainder: return Arithmetic.evaluate(.remainder, a, b)
    }
  }

  package func typeTest(_ value: RuleOutcome, word: String) -> RuleOutcome {
    guard case .value(let value) = value else { return value }
    return .value(.boolean(value.type.satisfies(word)))
  }

  // MARK: - Parts

  package func member(_ name: Text, of base: RuleOutcome) -> RuleOutcome {
    guard case .value(let value) = base else { return base }
    switch value {
    case .map(let map): return map[name].map(RuleOutcome.value) ?? .error(.undefinedProperty(name))
    case .null: return .error(.nullValue)
    case .path: return .error(.undefinedProperty(name))
    case .boolean, .integer, .float, .string, .bytes, .timestamp, .duration, .geoPoint, .list, .set, .mapDiff:
      return .error(.type(received: value.type, expected: [.map, .path]))
    }
  }

  package func element(of base: RuleOutcome, at index: RuleOutcome) -> RuleOutcome {
    guard case .value(let value) = base else { return base }
    guard case .value(let index) = index else { return index }
    return Indexing.element(of: value, at: index)
  }

  package func slice(of base: RuleOutcome, from start: RuleOutcome, to end: RuleOutcome) -> RuleOutcome {
    guard case .value(let value) = base else { return base }
    guard case .value(let start) = start else { return start }
    guard case .value(let end) = end else { return end }
    return Indexing.slice(of: value, from: start, to: end)
  }

  // MARK: - Literals

  package func list(_ elements: [RuleOutcome]) -> RuleOutcome {
    var values: [RuleValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      guard case .value(let value) = element else { return element }
      values.append(value)
    }
    return SizeLimit.check(.list(.built(values)), "list")
  }

  package func map(_ entries: [(key: Text, value: RuleOutcome)]) -> RuleOutcome {
    var built: [BuiltMap.Entry] = []
    built.reserveCapacity(entries.count)
    for entry in entries {
      guard case .value(let value) = entry.value else { return entry.value }
      built.append(BuiltMap.Entry(key: entry.key, value: value))
    }
    return SizeLimit.check(.map(.built(BuiltMap(built))), "map")
  }

  package func path(_ pieces: [PathPart<RuleOutcome>]) -> RuleOutcome {
    var segments: [Text] = []
    for piece in pieces {
      switch piece {
      case .literal(let text): segments.append(text)
      case .value(.error(let error)): return .error(error)
      case .value(.value(let value)):
        switch PathMethods.segments(of: value) {
        case .success(let spliced):
          segments += spliced
          if segments.count > SizeLimit.nodeCount { return .error(.sizeLimit(operation: "path")) }
        case .failure(let error): return .error(error)
        }
      }
    }
    return .value(.path(RulePath(segments)))
  }

  // MARK: - Calls

  package func call(_ function: BuiltinFunction, _ arguments: [RuleOutcome]) -> RuleOutcome {
    switch values(of: arguments) {
    case .success(let values):
      Builtins.call(function, values) ?? .error(BuiltinSignature.failure(function: function.rawValue, values))
    case .failure(let error): .error(error)
    }
  }

  package func method(
    _ name: Text, of receiver: RuleOutcome, _ arguments: [RuleOutcome], pattern: Pattern?
  ) -> RuleOutcome {
    guard case .value(let value) = receiver else { return receiver }
    switch values(of: arguments) {
    case .success(let values):
      return Builtins.method(BuiltinMethod(name), of: value, values, pattern)
        ?? .error(BuiltinSignature.failure(method: name.string, of: value, values))
    case .failure(let error): return .error(error)
    }
  }

  package func access(
    _ function: DocumentFunction, _ path: RuleOutcome, read: (DocumentFunction, RulePath) -> RuleOutcome
  ) -> RuleOutcome {
    guard case .value(let value) = path else { return path }
    guard case .path(let path) = value else {
      let received = "\(function.rawValue)(\(value.type.rawValue))"
      return .error(.unsupportedOperation(received: received, expected: "\(function.rawValue)(path)"))
    }
    return read(function, path)
  }

  private func values(of outcomes: [RuleOutcome]) -> Result<[RuleValue], EvaluationError> {
    var values: [RuleValue] = []
    values.reserveCapacity(outcomes.count)
    for outcome in outcomes {
      switch outcome {
      case .value(let value): values.append(value)
      case .error(let error): return .failure(error)
      }
    }
    return .success(values)
  }
}
