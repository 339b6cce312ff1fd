import FirestoreModel
import FirestoreRulesEvaluator

extension AbstractDomain {
  func member(_ name: Text, of base: AbstractOutcome) -> AbstractOutcome {
    strict([base]) { values in
      concrete.member(name, of: .value(values[0]))
    } otherwise: {
      reading(name, of: base)
    }
    .identified(by: base, name)
  }

  func element(of base: AbstractOutcome, at index: AbstractOutcome) -> AbstractOutcome {
    let result = strict([base, index]) { values in
      concrete.element(of: .value(values[0]), at: .value(values[1]))
    } otherwise: {
      indexed(base, index)
    }
    guard case .string(let key)? = index.known else { return result }
    return result.identified(by: base, key)
  }

  func slice(
    of base: AbstractOutcome, from start: AbstractOutcome, to end: AbstractOutcome
  ) -> AbstractOutcome {
    strict([base, start, end]) { values in
      concrete.slice(of: .value(values[0]), from: .value(values[1]), to: .value(values[2]))
    } otherwise: {
      let types = (base.value?.types ?? []).intersection([.list, .string])
      return types.isEmpty ? .failure(.possible) : .anything(of: types, error: .possible)
    }
  }

  /// `base.name`, the base being only described.
  private func reading(_ name: Text, of base: AbstractOutcome) -> AbstractOutcome {
    guard let value = base.value, case .described(let description) = value else { return .failure(.possible) }
    guard description.types.contains(.map) else { return .failure(wrongReceiver(description.types)) }
    var result = members(of: description).reading(name)
    if description.types != .map {
      result.error = result.error ?? wrongReceiver(description.types.subtracting(.map))
    }
    return result
  }

  private func indexed(_ base: AbstractOutcome, _ index: AbstractOutcome) -> AbstractOutcome {
    guard case .described(let description)? = base.value else {
      // A known container at an unknown place.
      return .anything(of: .any, error: .possible)
    }
    if case .oneOf(let keys)? = index.value, description.types == .map {
      let results = keys.map { key in
        if case .string(let text) = key {
          members(of: description).reading(text)
        } else {
          AbstractOutcome.failure(.possible)
        }
      }
      if let first = results.first { return results.dropFirst().reduce(first, either) }
    }
    if case .string(let key)? = index.known, description.types.contains(.map) { return reading(key, of: base) }
    if description.types == .path, case .integer(let position)? = index.known,
      let position = Int(exactly: position), description.leadingSegments.indices.contains(position)
    {
      return AbstractOutcome(.string(description.leadingSegments[position]))
    }
    var types: RuleTypes = []
    if !description.types.isDisjoint(with: [.list, .map]) { types = .any }
    if !description.types.isDisjoint(with: [.string, .path]) { types.formUnion(.string) }
    return types.isEmpty ? .failure(wrongReceiver(description.types)) : .anything(of: types, error: .possible)
  }

  func members(of description: ValueDescription) -> MapMembers {
    description.members ?? MapMembers(known: [:], isOpen: true)
  }

  private func wrongReceiver(_ types: RuleTypes) -> EvaluationError {
    if types == .null { return .nullValue }
    return types.only.map { .type(received: $0, expected: [.map]) } ?? .possible
  }
}

extension AbstractOutcome {
  /// What is read from a field of the candidate has a place, also where the field's values are known one by one.
  fileprivate func identified(by base: AbstractOutcome, _ key: Text) -> AbstractOutcome {
    guard origin == nil, case .field(let path)? = base.origin else { return self }
    var result = self
    let place = FieldPath(segments: path.segments + [key])
    result.origin = .field(place)
    result.sources.insert(place)
    return result
  }
}
