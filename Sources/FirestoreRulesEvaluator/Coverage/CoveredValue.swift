package import FirestoreModel

/// What an expression came out as, for counting: equal values together. Of long lists and maps the beginning is kept.
package indirect enum CoveredValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case float(Double)
  case string(Text)
  case bytes([UInt8])
  case timestamp(RuleTimestamp)
  case duration(RuleDuration)
  case geoPoint(GeoPoint)
  case path(RulePath)
  case list(Elements)
  case set(Elements)
  case map(Fields)
  case mapDiff(MapDiff)
  /// A value so deep within another that its content is not kept.
  case other(RuleType)
  case undefined(EvaluationError)

  package struct Elements: Hashable, Sendable {
    package var values: [CoveredValue]
    /// How many follow that are not kept.
    package var omitted: Int
  }

  package struct Fields: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
      package var name: Text
      package var value: CoveredValue
    }

    /// By name.
    package var fields: [Field]
    package var omitted: Int
  }

  /// Values that are kept of one value, those within it included; more would be a log and not a figure.
  private static let valueLimit = 100
  private static let depthLimit = 8

  init(_ outcome: RuleOutcome) {
    switch outcome {
    case .error(let error): self = .undefined(error)
    case .value(let value):
      var room = Self.valueLimit
      self.init(value, depth: Self.depthLimit, room: &room)
    }
  }

  private init(_ value: RuleValue, depth: Int, room: inout Int) {
    room -= 1
    switch value {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .float(let value): self = .float(value)
    case .string(let value): self = .string(value)
    case .bytes(let value): self = .bytes(value)
    case .timestamp(let value): self = .timestamp(value)
    case .duration(let value): self = .duration(value)
    case .geoPoint(let value): self = .geoPoint(value)
    case .path(let value): self = .path(value)
    case .mapDiff(let value): self = .mapDiff(value)
    case .list, .set, .map:
      guard depth > 0 else {
        self = .other(value.type)
        return
      }
      self.init(container: value, depth: depth - 1, room: &room)
    }
  }

  private init(container: RuleValue, depth: Int, room: inout Int) {
    switch container {
    case .list(let list):
      var values: [CoveredValue] = []
      while values.count < list.count, room > 0 {
        values.append(CoveredValue(list[values.count], depth: depth, room: &room))
      }
      self = .list(Elements(values: values, omitted: list.count - values.count))
    case .set(let elements):
      var values: [CoveredValue] = []
      while values.count < elements.count, room > 0 {
        values.append(CoveredValue(elements[values.count], depth: depth, room: &room))
      }
      self = .set(Elements(values: values, omitted: elements.count - values.count))
    case .map(let map):
      var fields: [Fields.Field] = []
      while fields.count < map.count, room > 0 {
        let value = CoveredValue(map.value(at: fields.count), depth: depth, room: &room)
        fields.append(Fields.Field(name: map.key(at: fields.count), value: value))
      }
      self = .map(Fields(fields: fields, omitted: map.count - fields.count))
    case .null, .boolean, .integer, .float, .string, .bytes, .timestamp, .duration, .geoPoint, .path, .mapDiff:
      self = .other(container.type)
    }
  }
}
