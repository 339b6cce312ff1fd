package import FirestoreModel

extension Operand {
  /// The members of a list operand; nil when the operand is not a list, or is not known yet.
  package var listMembers: [Operand]? {
    switch self {
    case .value(.array(let values)): values.map(Operand.value)
    case .array(let operands): operands
    case .value, .map, .unknown, .parameter, .expression: nil
    }
  }

  /// The value when all of it is known.
  package var knownValue: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// False for operands that will only be known when the query is bound; checks of values skip them.
  var hasKnownType: Bool {
    switch self {
    case .value, .array, .map: true
    case .unknown, .parameter, .expression: false
    }
  }

  /// A list: a plain value when every member is known.
  package init(members: [Operand]) {
    let known = members.compactMap(\.knownValue)
    self = known.count == members.count ? .value(.array(known)) : .array(members)
  }

  /// A map: a plain value when every field is known. The map that encodes a vector is the vector.
  package init(fields: [MapOperand]) {
    let known = fields.compactMap { field in
      field.operand.knownValue.map { MapValue.Field(name: field.name, value: $0) }
    }
    guard known.count == fields.count else {
      self = .map(fields)
      return
    }
    self = .value(Value(normalizing: MapValue(known)))
  }
}
