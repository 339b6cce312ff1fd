import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

extension TypeInference {
  /// The type of an expression at some place. Problems are recorded where they arise, not where they spread to.
  mutating func infer(_ expression: Expression, _ place: Environment) -> InferredType {
    guard spend() else { return .any }
    guard place.depth < Self.maximumDepth else {
      giveUp()
      return .any
    }
    let inner = place.deeper
    switch expression.kind {
    case .missing: return .any
    case .null, .boolean, .integer, .float, .string, .bytes:
      return record(expression, expression.scalar.map(InferredType.init(constant:)) ?? .any)
    case .name(let name): return inferName(expression, name, inner)
    case .parenthesized(let operand): return record(expression, infer(operand, inner))
    case .list(let elements): return inferList(expression, elements, inner)
    case .map(let entries): return inferMap(expression, entries, inner)
    case .path(let pieces): return inferPath(expression, pieces, inner)
    case .unary(let op, let operand): return inferUnary(expression, op, operand, inner)
    case .binary(let op, let left, let right): return inferBinary(expression, op, left, right, inner)
    case .logical(let op, let operands): return inferLogical(expression, op, operands, inner)
    case .conditional(let test, let first, let second):
      return inferConditional(expression, test, first, second, inner)
    case .typeTest(let value, let word): return inferTypeTest(expression, value, word, inner)
    case .member(let base, let name): return inferMember(expression, base, name, inner)
    case .index(let base, let index): return inferIndex(expression, base, index, inner)
    case .slice(let base, let start, let end): return inferSlice(expression, base, start, end, inner)
    case .call(let name, let arguments): return inferCall(expression, name, arguments, inner)
    case .method(let receiver, let name, let arguments):
      return inferMethod(expression, receiver, name, arguments, inner)
    case .invalidCall(let callee, let arguments):
      for operand in [callee] + arguments { _ = infer(operand, inner) }
      return fail(expression, .evaluation(.functionNotFound("()")))
    }
  }

  private mutating func inferName(_ expression: Expression, _ name: String, _ place: Environment) -> InferredType {
    guard let type = place.names[name] else {
      return fail(expression, .unknownName(name, visible: place.names.keys.sorted()))
    }
    return record(expression, place.facts.narrowed(type, [name]))
  }

  // MARK: - Containers

  private mutating func inferList(
    _ expression: Expression, _ elements: [Expression], _ place: Environment
  ) -> InferredType {
    let types = elements.map { infer($0, place) }
    if types.contains(where: \.isFailing) { return fail(expression, nil) }
    var type = InferredType(.list)
    let constants = types.compactMap(\.constant)
    if constants.count == types.count { type = InferredType(constant: .list(.built(constants))) }
    if let first = types.first { type.element = types.dropFirst().reduce(first) { $0.joined($1) } }
    type.mayFail = types.contains(where: \.mayFail)
    return record(expression, type.bounded)
  }

  private mutating func inferMap(
    _ expression: Expression, _ entries: [MapEntry], _ place: Environment
  ) -> InferredType {
    let types = entries.map { infer($0.value, place) }
    if types.contains(where: \.isFailing) { return fail(expression, nil) }
    var type = InferredType(.map, mayFail: types.contains(where: \.mayFail), isOpen: false)
    for (entry, value) in zip(entries, types) {
      type.fields[entry.key] = value
      type.fields[entry.key]?.mayFail = false
    }
    return record(expression, type.bounded)
  }

  private mutating func inferPath(
    _ expression: Expression, _ pieces: [PathPiece], _ place: Environment
  ) -> InferredType {
    var mayFail = false
    for piece in pieces {
      guard case .interpolation(let inner) = piece else { continue }
      // A text with a slash is no segment.
      mayFail = true
      let type = infer(inner, place)
      if type.isFailing { return fail(expression, nil) }
      let segments = Kinds([.string, .path, .integer])
      if type.kinds.isDisjoint(with: segments) {
        return fail(expression, .evaluation(.invalidPathSegment(type.kinds.types.first ?? .null)))
      }
    }
    return record(expression, InferredType(Kinds(.path), mayFail: mayFail))
  }

  // MARK: - Parts

  private mutating func inferMember(
    _ expression: Expression, _ base: Expression, _ name: Name, _ place: Environment
  ) -> InferredType {
    if case .name(let namespace) = base.kind, place.isNamespace(namespace) {
      return fail(expression, .unknownNamespaceFunction("\(namespace).\(name.text)"))
    }
    let owner = infer(base, place)
    return property(expression, owner, name.text, place)
  }

  private mutating func property(
    _ expression: Expression, _ owner: InferredType, _ name: String, _ place: Environment
  ) -> InferredType {
    if owner.isFailing { return fail(expression, nil) }
    guard owner.kinds.contains(.map) else {
      if owner.kinds == .null { return fail(expression, .partOfNull(name: name)) }
      return fail(expression, .propertyOfType(owner, name: name))
    }
    guard var type = owner.fields[name] ?? (owner.isOpen ? .stored : nil) else {
      let isKnownElsewhere = owner.label == "request" && ["resource", "query"].contains(name)
      return fail(
        expression,
        isKnownElsewhere ? .absentProperty(owner: owner, name: name) : .unknownProperty(owner: owner, name: name))
    }
    if type.isFailing { return fail(expression, nil) }
    if owner.mayFail || owner.kinds != .map { type.mayFail = true }
    return record(expression, expression.asMemberChain.map { place.facts.narrowed(type, $0) } ?? type)
  }

  private mutating func inferIndex(
    _ expression: Expression, _ base: Expression, _ index: Expression, _ place: Environment
  ) -> InferredType {
    let owner = infer(base, place)
    let key = infer(index, place)
    if owner.isFailing || key.isFailing { return fail(expression, nil) }
    if owner.kinds == .null { return fail(expression, .partOfNull(name: nil)) }
    if case .string(let name) = key.constant, owner.kinds.subtracting(.null) == .map {
      return property(expression, owner, name.string, place)
    }
    if let value = owner.constant, let place = key.constant {
      switch ConcreteDomain().element(of: .value(value), at: .value(place)) {
      case .value(let element): return record(expression, InferredType(constant: element))
      case .error(let error): return fail(expression, .evaluation(error))
      }
    }
    let byPlace = Kinds([.list, .string, .path])
    var results: [InferredType] = []
    if key.kinds.contains(.integer), !owner.kinds.isDisjoint(with: byPlace) {
      if owner.kinds.contains(.list) { results.append(owner.element) }
      if owner.kinds.contains(.string) || owner.kinds.contains(.path) { results.append(InferredType(.string)) }
    }
    if key.kinds.contains(.string), owner.kinds.contains(.map) { results.append(.stored) }
    guard let first = results.first else { return fail(expression, .index(owner, by: key)) }
    var type = results.dropFirst().reduce(first) { $0.joined($1) }
    type.mayFail = true
    return record(expression, expression.asMemberChain.map { place.facts.narrowed(type, $0) } ?? type)
  }

  private mutating func inferSlice(
    _ expression: Expression, _ base: Expression, _ start: Expression, _ end: Expression, _ place: Environment
  ) -> InferredType {
    let owner = infer(base, place)
    let bounds = [infer(start, place), infer(end, place)]
    if owner.isFailing || bounds.contains(where: \.isFailing) { return fail(expression, nil) }
    let kinds = owner.kinds.intersection([.list, .string])
    if kinds.isEmpty || bounds.contains(where: { !$0.kinds.contains(.integer) }) {
      return fail(expression, owner.kinds == .null ? .partOfNull(name: nil) : .slice(owner))
    }
    var type = InferredType(kinds, mayFail: true)
    if kinds.contains(.list) { type.element = owner.element }
    guard case .integer(let low) = bounds[0].constant, case .integer(let high) = bounds[1].constant else {
      return record(expression, type)
    }
    if low < 0 || high < 1 || high < low { return fail(expression, .sliceOfNothing) }
    if let value = owner.constant {
      let (start, end) = (RuleValue.integer(low), RuleValue.integer(high))
      switch ConcreteDomain().slice(of: .value(value), from: .value(start), to: .value(end)) {
      case .value(let slice): return record(expression, InferredType(constant: slice))
      case .error: return fail(expression, .sliceOfNothing)
      }
    }
    return record(expression, type, place.facts.isMeasured(base) ? nil : .sliceMayExceed(max(high, low + 1)))
  }
}

extension TypeInference.Environment {
  /// A variable of the name of a namespace hides it.
  func isNamespace(_ name: String) -> Bool { BuiltinFunction.namespaces.contains(name) && names[name] == nil }
}

extension Expression {
  /// The value of a literal.
  var scalar: RuleValue? {
    switch unparenthesized.kind {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .float(let value): .float(value)
    case .string(let value): .string(Text(value))
    case .bytes(let value): .bytes(value)
    default: nil
    }
  }
}
