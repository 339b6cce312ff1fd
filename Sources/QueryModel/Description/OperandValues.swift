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

extension Value {
  /// The value of a map on the wire: `{__type__: "__vector__", value: [numbers]}` is a vector.
  package init(normalizing map: MapValue) {
    guard map.count == 2, map["__type__"] == .string("__vector__"), case .array(let elements)? = map["value"] else {
      self = .map(map)
      return
    }
    let components = elements.compactMap(\.number)
    self = components.count == elements.count ? .vector(components) : .map(map)
  }

  private var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .null, .boolean, .timestamp, .string, .bytes, .reference, .geoPoint, .array, .vector, .map: nil
    }
  }
}
