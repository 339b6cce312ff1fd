import FirestoreModel
import FirestoreRulesEvaluator

extension AbstractDomain {
  func call(_ function: BuiltinFunction, _ arguments: [AbstractOutcome]) -> AbstractOutcome {
    if function == .debug, arguments.count == 1 { return arguments[0] }
    return strict(arguments) { values in
      concrete.call(function, values.map(RuleOutcome.value))
    } otherwise: {
      if function == .mathIsNaN, arguments.count == 1, let value = arguments[0].value, value.types.isSubset(of: .number)
      {
        return .truths(value.canBeNaN ? [.isTrue, .isFalse] : .isFalse)
      }
      return result(of: BuiltinSignature.functions(named: function.rawValue), isTotal: false)
    }
  }

  func method(
    _ name: Text, of receiver: AbstractOutcome, _ arguments: [AbstractOutcome], pattern: Pattern?
  ) -> AbstractOutcome {
    let isMembership = AbstractDomain.membershipTests.contains(name)
    return strict([receiver] + arguments) { values in
      readings(of: values, isMembership: isMembership, fromDocument: [receiver] + arguments) { values in
        concrete.method(
          name, of: .value(values[0]), values.dropFirst().map(RuleOutcome.value), pattern: pattern)
      }
    } otherwise: {
      guard let value = receiver.value else { return .failure(.possible) }
      if isMembership, arguments.count == 1, let argument = arguments[0].value {
        return containment(name, value, argument, method: name)
      }
      if value.types.contains(.map), let result = mapMethod(name, value, arguments) { return result }
      if name == "size", arguments.isEmpty, let result = size(of: value) { return result }
      if name == "toSet", arguments.isEmpty, let result = toSet(value) { return result }
      var isTotal = AbstractDomain.total.contains(name) || (AbstractDomain.matching.contains(name) && pattern != nil)
      if name == "concat" { isTotal = ([receiver] + arguments).allSatisfy(\.isBounded) }
      return described(name, value, arguments, isTotal: isTotal)
    }
  }

  private static let membershipTests: Set<Text> = ["hasAll", "hasAny", "hasOnly"]

  // MARK: - Results by type

  /// A method of values that are only described: its result has the type of the forms that fit.
  private func described(
    _ name: Text, _ receiver: AbstractValue, _ arguments: [AbstractOutcome], isTotal: Bool
  ) -> AbstractOutcome {
    let argumentTypes = arguments.map { $0.value?.types.only }
    let receivers = receiver.types.members
    var forms: [BuiltinSignature] = []
    var isTotal = isTotal
    for type in receivers {
      let candidates = BuiltinSignature.methods(named: name.string, of: type).filter { form in
        form.parameters.count == arguments.count
          && zip(form.parameters, argumentTypes).allSatisfy { parameter, type in
            guard let parameter, let type else { return true }
            return parameter == type || (parameter == .float && type == .integer)
          }
      }
      // An argument of more than one type may be of a wrong one.
      let fits = candidates.contains { form in
        zip(form.parameters, argumentTypes).allSatisfy { parameter, type in parameter == nil || type != nil }
      }
      if !fits { isTotal = false }
      forms += candidates
    }
    return result(of: forms, isTotal: isTotal)
  }

  private func result(of forms: [BuiltinSignature], isTotal: Bool) -> AbstractOutcome {
    guard !forms.isEmpty else { return .failure(.possible) }
    let types = forms.reduce(into: RuleTypes()) { $0.formUnion($1.result.map { RuleTypes($0) } ?? .any) }
    return AbstractOutcome(
      types == .boolean ? .eitherBoolean : .anything(of: types), error: isTotal ? nil : .possible)
  }

  /// Methods that succeed on every value of their type.
  private static let total: Set<Text> = [
    "addedKeys", "affectedKeys", "changedKeys", "day", "dayOfWeek", "dayOfYear", "diff", "hours", "keys", "latitude",
    "longitude", "lower", "minutes", "month", "removeAll", "removedKeys", "size", "toBase64", "toHexString", "toSet",
    "toUtf8", "trim", "unchangedKeys", "upper", "values", "year",
  ]
  /// Methods that succeed on every string when their pattern is valid.
  private static let matching: Set<Text> = ["matches", "split"]

  // MARK: - Collections

  private func containment(
    _ name: Text, _ receiver: AbstractValue, _ argument: AbstractValue, method: Text
  ) -> AbstractOutcome {
    var truths = containment(name, receiver, argument)
    // Lists take lists only.
    if !receiver.types.isDisjoint(with: .list), !argument.types.isSubset(of: .list) { truths.insert(.isError) }
    return .truths(truths)
  }

  private func size(of value: AbstractValue) -> AbstractOutcome? {
    guard case .described(let description) = value else { return nil }
    let sized: RuleTypes = [.string, .bytes, .list, .set, .map]
    guard !description.types.isDisjoint(with: sized) else { return nil }
    let least = RuleValue.integer(Int64(description.types.only == nil ? 0 : description.minimumCount))
    let bounds = Bounds(lower: Bound(value: least, isIncluded: true))
    return AbstractOutcome(
      .described(ValueDescription(.integer, bounds: bounds)),
      error: description.types.isSubset(of: sized) ? nil : .possible)
  }

  private func toSet(_ value: AbstractValue) -> AbstractOutcome? {
    guard case .described(let description) = value, description.types.contains(.list) else { return nil }
    var result = ValueDescription(.set)
    result.elements = description.types == .list ? description.elements : []
    result.minimumCount = min(description.minimumCount, 1)
    return AbstractOutcome(.described(result), error: description.types == .list ? nil : .possible)
  }

  // MARK: - Maps

  /// `keys`, `size` and `get` of a map of which some keys are known; nil for other methods.
  private func mapMethod(
    _ name: Text, _ receiver: AbstractValue, _ arguments: [AbstractOutcome]
  ) -> AbstractOutcome? {
    guard case .described(let description) = receiver else { return nil }
    let error: EvaluationError? = description.types == .map ? nil : .possible
    switch (name, arguments.count) {
    case ("keys", 0):
      let members = members(of: description)
      let fields = members.place.map { place in Set(members.known.keys.map(place.appending)) } ?? []
      return AbstractOutcome(keys(of: members), error: error, sources: fields)
    case ("size", 0) where description.types == .map: return mapSize(members(of: description))
    case ("get", 2):
      guard let fallback = arguments[1].value, let steps = steps(arguments[0]) else {
        return AbstractOutcome(.anything(of: .any), error: .possible)
      }
      var result = looking(up: steps[...], in: members(of: description), fallback: fallback)
      result.error = error
      return result
    default: return nil
    }
  }

  private func mapSize(_ members: MapMembers) -> AbstractOutcome {
    let count = RuleValue.integer(Int64(members.known.count))
    guard members.isOpen else { return AbstractOutcome(count) }
    let bounds = Bounds(lower: Bound(value: count, isIncluded: true))
    return AbstractOutcome(.described(ValueDescription(.integer, bounds: bounds)))
  }

  private func keys(of members: MapMembers) -> AbstractValue {
    let known = members.known.keys.sorted().map(RuleValue.string)
    if !members.isOpen { return .oneOf([.list(.built(known))]) }
    var description = ValueDescription(.list)
    description.elements = known.map { [$0] }
    description.minimumCount = known.count
    return .described(description)
  }

  /// The keys that `get` walks; nil when they are not known.
  private func steps(_ argument: AbstractOutcome) -> [Text]? {
    guard case .oneOf(let values)? = argument.value, values.count == 1 else { return nil }
    switch values[0] {
    case .string(let key): return [key]
    case .list(let list):
      let keys = list.values.compactMap { if case .string(let key) = $0 { key } else { Text?.none } }
      return keys.count == list.count && !keys.isEmpty ? keys : nil
    case .null, .boolean, .integer, .float, .bytes, .timestamp, .duration, .geoPoint, .path, .map, .set, .mapDiff:
      return nil
    }
  }

  private func looking(up steps: ArraySlice<Text>, in members: MapMembers, fallback: AbstractValue) -> AbstractOutcome {
    guard let step = steps.first else { return AbstractOutcome(fallback) }
    let presence = members.presence(of: step)
    let read = members.reading(step)
    guard presence.contains(.isTrue), let value = read.value else {
      return AbstractOutcome(fallback, sources: read.sources)
    }
    var result: AbstractOutcome
    if steps.count == 1 {
      result = AbstractOutcome(value, origin: read.origin, sources: read.sources)
    } else {
      result = looking(up: steps.dropFirst(), into: value, fallback: fallback)
      result.sources.formUnion(read.sources)
    }
    if presence.contains(.isFalse) { result = either(result, AbstractOutcome(fallback)) }
    result.error = nil
    return result
  }

  private func looking(
    up steps: ArraySlice<Text>, into value: AbstractValue, fallback: AbstractValue
  ) -> AbstractOutcome {
    switch value {
    case .oneOf(let values):
      let found = values.map { value -> AbstractOutcome in
        guard let found = value.looking(up: steps) else { return AbstractOutcome(fallback) }
        return AbstractOutcome(found)
      }
      return found.dropFirst().reduce(found.first ?? AbstractOutcome(fallback), either)
    case .described(let description):
      guard description.types.contains(.map) else { return AbstractOutcome(fallback) }
      let result = looking(up: steps, in: members(of: description), fallback: fallback)
      return description.types == .map ? result : either(result, AbstractOutcome(fallback))
    }
  }

  // MARK: - Documents

  func access(
    _ function: DocumentFunction, _ path: AbstractOutcome, read: (DocumentFunction, RulePath) -> RuleOutcome
  ) -> AbstractOutcome {
    let result = strict([path]) { values in
      concrete.access(function, .value(values[0]), read: read)
    } otherwise: {
      unknownDocument(function)
    }
    guard looksUpDocuments else {
      // The paths count all the same.
      var unknown = result.error == nil ? unknownDocument(function) : result
      if result.error == nil { unknown.error = nil }
      return unknown
    }
    guard path.alternatives == nil, path.value != nil else { return result }
    var unknown = result
    unknown.isOfUnknownDocument = true
    return unknown
  }

  /// A document of unknown path, or none.
  private func unknownDocument(_ function: DocumentFunction) -> AbstractOutcome {
    guard function.returnsDocument else { return AbstractOutcome(.eitherBoolean, error: .possible) }
    var description = ValueDescription([.map, .null])
    description.members = MapMembers(
      known: [
        "data": .anything(of: .map), "id": .anything(of: .string), "__name__": .anything(of: .path),
      ], isOpen: false)
    return AbstractOutcome(.described(description), error: .possible)
  }
}

extension RuleValue {
  /// Walks nested maps; nil when a step is absent or not a map.
  fileprivate func looking(up steps: ArraySlice<Text>) -> RuleValue? {
    var current = self
    for step in steps {
      guard case .map(let map) = current, let next = map[step] else { return nil }
      current = next
    }
    return current
  }
}
