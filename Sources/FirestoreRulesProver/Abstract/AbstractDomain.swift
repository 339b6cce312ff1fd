import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// Evaluates over every document that a branch of a query could return, at once.
///
/// Operands that are one of a few known values are computed by ``ConcreteDomain``, value by value, so that the language
/// is defined once; what is only described gives what its description implies.
struct AbstractDomain: ValueDomain {
  let concrete = ConcreteDomain()
  /// Whether `get` and its like look documents up. Without, every document may exist and hold anything.
  var looksUpDocuments = true
  /// Whether integers and doubles are one number in membership tests; without, both readings are computed.
  var countsNumbersByValue = false

  init() {}

  func constant(_ value: RuleValue) -> AbstractOutcome { AbstractOutcome(value) }
  func failure(_ error: EvaluationError) -> AbstractOutcome { .failure(error) }

  // MARK: - Conditions

  func truths(of outcome: AbstractOutcome) -> Truths {
    var truths: Truths = outcome.error == nil ? [] : .isError
    switch outcome.value {
    case nil: break
    case .oneOf(let values):
      for value in values {
        if case .boolean(let isTrue) = value {
          truths.insert(isTrue ? .isTrue : .isFalse)
        } else {
          truths.insert(.isError)
        }
      }
    case .described(let description):
      if description.types.contains(.boolean) { truths.formUnion([.isTrue, .isFalse]) }
      if description.types != .boolean { truths.insert(.isError) }
    }
    return truths
  }

  func boolean(_ truths: Truths, error: EvaluationError?) -> AbstractOutcome {
    AbstractOutcome(.booleans(truths), error: truths.contains(.isError) ? error ?? .possible : nil)
  }

  func conditionError(of outcome: AbstractOutcome) -> EvaluationError? {
    if let error = outcome.error { return error }
    guard let value = outcome.value else { return nil }
    let others = value.types.subtracting(.boolean)
    return others.members.first.map { .type(received: $0, expected: [.boolean]) }
  }

  func either(_ first: AbstractOutcome, _ second: AbstractOutcome) -> AbstractOutcome {
    var result = AbstractOutcome(first.value, error: first.error ?? second.error)
    if let value = second.value { result.value = first.value?.union(value) ?? value }
    if second.value == nil {
      result.origin = first.origin
    } else if first.value == nil || first.origin == second.origin {
      result.origin = second.origin
    }
    result.sources = first.sources.union(second.sources)
    return result
  }

  func error(of outcome: AbstractOutcome) -> (error: EvaluationError, isCertain: Bool)? {
    outcome.error.map { ($0, outcome.value == nil) }
  }

  // MARK: - Literals

  func list(_ elements: [AbstractOutcome]) -> AbstractOutcome {
    strict(elements) { values in
      .value(.list(.built(values)))
    } otherwise: {
      var description = ValueDescription(.list)
      description.elements = elements.compactMap(\.alternatives)
      description.minimumCount = elements.count
      return AbstractOutcome(.described(description), error: fitsInOneValue(elements) ? nil : .possible)
    }
  }

  func map(_ entries: [(key: Text, value: AbstractOutcome)]) -> AbstractOutcome {
    map(entries, limit: fitsInOneValue(entries.map(\.value)) ? nil : .possible)
  }

  func request(_ members: [(key: Text, value: AbstractOutcome)]) -> AbstractOutcome { map(members, limit: nil) }

  /// - Parameter limit: the error that its size may be.
  private func map(_ entries: [(key: Text, value: AbstractOutcome)], limit: EvaluationError?) -> AbstractOutcome {
    let values = entries.map(\.value)
    if values.allSatisfy({ $0.known != nil }) {
      let built = entries.compactMap { entry in entry.value.known.map { BuiltMap.Entry(key: entry.key, value: $0) } }
      var result = AbstractOutcome(.map(.built(BuiltMap(built))))
      result.sources = sources(of: values)
      return result
    }
    let error = values.lazy.compactMap(\.error).first
    guard values.allSatisfy({ $0.value != nil }) else {
      return .failure(error ?? .possible, sources: sources(of: values))
    }
    var members = MapMembers(known: [:], isOpen: false)
    for (key, value) in entries {
      var member = value
      member.error = nil
      members.known[key] = member
    }
    var description = ValueDescription(.map)
    description.minimumCount = members.known.count
    description.members = members
    return AbstractOutcome(.described(description), error: error ?? limit, sources: sources(of: values))
  }

  /// What rules build may hold as much as several full documents, no more.
  private func fitsInOneValue(_ parts: [AbstractOutcome]) -> Bool {
    let described = parts.filter { $0.alternatives == nil }
    return described.count <= 4 && described.allSatisfy(\.isBounded)
  }

  func path(_ pieces: [PathPart<AbstractOutcome>]) -> AbstractOutcome {
    let operands = pieces.compactMap { piece in
      switch piece {
      case .literal: AbstractOutcome?.none
      case .value(let outcome): outcome
      }
    }
    return strict(operands) { values in
      var rest = values[...]
      return concrete.path(
        pieces.map { piece in
          switch piece {
          case .literal(let text): .literal(text)
          case .value: .value(rest.popFirst().map(RuleOutcome.value) ?? .error(.possible))
          }
        })
    } otherwise: {
      AbstractOutcome(.anything(of: .path), error: .possible)
    }
  }

  // MARK: - Strict operations

  /// An operation that is an error when an operand is one. Operands of a few values each are combined and computed one
  /// by one; otherwise `otherwise` says what is known of the result, over operands that all have a value.
  func strict(
    _ operands: [AbstractOutcome], each compute: ([RuleValue]) -> RuleOutcome,
    otherwise: () -> AbstractOutcome
  ) -> AbstractOutcome {
    strict(operands, readings: { [compute($0)] }, otherwise: otherwise)
  }

  /// As above, for operations of which more than one reading is possible.
  func strict(
    _ operands: [AbstractOutcome], readings compute: ([RuleValue]) -> [RuleOutcome],
    otherwise: () -> AbstractOutcome
  ) -> AbstractOutcome {
    let error = operands.lazy.compactMap(\.error).first
    let sources = sources(of: operands)
    guard operands.allSatisfy({ $0.value != nil }) else { return .failure(error ?? .possible, sources: sources) }
    var result: AbstractOutcome
    if let combinations = combinations(of: operands) {
      result = collected(combinations.flatMap(compute))
    } else {
      result = otherwise()
    }
    result.error = error ?? result.error
    result.sources.formUnion(sources)
    return result
  }

  func collected(_ outcomes: [RuleOutcome]) -> AbstractOutcome {
    var values: [RuleValue] = []
    var error: EvaluationError?
    for outcome in outcomes {
      switch outcome {
      case .value(let value): values.append(value)
      case .error(let found): error = error ?? found
      }
    }
    return AbstractOutcome(AbstractValue.collected(values), error: error)
  }

  /// Every way to choose one value per operand, nil when there are too many or one is only described. Operands of one
  /// origin are the same value.
  private func combinations(of operands: [AbstractOutcome]) -> [[RuleValue]]? {
    var chosen: [[Int]] = [[]]
    var choices: [[RuleValue]] = []
    var origins: [Origin: Int] = [:]
    for (position, operand) in operands.enumerated() {
      guard case .oneOf(let values)? = operand.value else { return nil }
      choices.append(values)
      if let origin = operand.origin, let earlier = origins[origin], choices[earlier].count == values.count {
        chosen = chosen.map { $0 + [$0[earlier]] }
        continue
      }
      if let origin = operand.origin { origins[origin] = position }
      guard chosen.count * values.count <= AbstractDomain.combinationLimit else { return nil }
      chosen = chosen.flatMap { indices in values.indices.map { indices + [$0] } }
    }
    return chosen.map { indices in zip(choices, indices).map { $0[$1] } }
  }

  private static let combinationLimit = 64

  func sources(of operands: [AbstractOutcome]) -> Set<FieldPath> {
    operands.reduce(into: []) { $0.formUnion($1.sources) }
  }
}

extension AbstractOutcome {
  /// Whether it is no larger than a document: known, read from one, or of a type of fixed size.
  var isBounded: Bool {
    let large: RuleTypes = [.string, .bytes, .path, .list, .map, .set, .mapDiff]
    return alternatives != nil || origin != nil || value?.types.isDisjoint(with: large) ?? true || isRequestPart
  }

  /// The path of the request, of which a part is not known.
  private var isRequestPart: Bool {
    guard case .described(let description)? = value else { return false }
    return description.types == .path && !description.leadingSegments.isEmpty
  }

  /// The few values that it may be, nil when it is only described.
  var alternatives: [RuleValue]? {
    if case .oneOf(let values)? = value { values } else { nil }
  }

  /// A result of known type and unknown content.
  static func anything(of types: RuleTypes, error: EvaluationError? = nil) -> AbstractOutcome {
    AbstractOutcome(.anything(of: types), error: error)
  }

  static func truths(_ truths: Truths) -> AbstractOutcome {
    AbstractOutcome(.booleans(truths), error: truths.contains(.isError) ? .possible : nil)
  }
}
