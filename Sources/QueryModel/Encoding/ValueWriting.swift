package import FirestoreModel
package import StructuredText

extension JSONValue {
  static func members(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { Member($0.0, $0.1) })
  }
}

extension Value {
  /// The REST encoding as the service writes it: 64-bit integers as strings, empty containers as `{}`, a vector as its
  /// map.
  package var json: JSONValue {
    switch self {
    case .null: .members([("nullValue", .null)])
    case .boolean(let flag): .members([("booleanValue", .boolean(flag))])
    case .integer(let integer): .members([("integerValue", .string(String(integer)))])
    case .double(let double): .members([("doubleValue", Value.number(double))])
    case .timestamp(let time): .members([("timestampValue", .string(time.rfc3339))])
    case .string(let text): .members([("stringValue", .string(text.string))])
    case .bytes(let bytes): .members([("bytesValue", .string(Base64.encode(bytes)))])
    case .reference(let name): .members([("referenceValue", .string(name.description))])
    case .geoPoint(let point):
      .members([
        (
          "geoPointValue",
          .members([("latitude", Value.number(point.latitude)), ("longitude", Value.number(point.longitude))])
        )
      ])
    case .array(let values): .members([("arrayValue", Value.list(values))])
    case .vector(let components):
      .members([
        (
          "mapValue",
          .members([
            (
              "fields",
              .members([
                ("__type__", Value.string("__vector__").json),
                ("value", Value.array(components.map(Value.double)).json),
              ])
            )
          ])
        )
      ])
    case .map(let map): .members([("mapValue", map.isEmpty ? .object([]) : .members([("fields", map.jsonFields)]))])
    }
  }

  private static func list(_ values: [Value]) -> JSONValue {
    values.isEmpty ? .object([]) : .members([("values", .array(values.map(\.json)))])
  }

  /// Finite doubles as numbers without a needless fraction, negative zero as `-0.0`, the others as strings.
  static func number(_ double: Double) -> JSONValue {
    if double.isNaN { return .string("NaN") }
    if double.isInfinite { return .string(double < 0 ? "-Infinity" : "Infinity") }
    // Without a fraction many readers take it for an integer, which has no negative zero.
    if double == 0, double.sign == .minus { return .number("-0.0") }
    return .double(double) ?? .null
  }
}

extension MapValue {
  /// The `fields` object: names in UTF-8 order with values in REST encoding.
  package var jsonFields: JSONValue { .members(fields.map { ($0.name.string, $0.value.json) }) }
}
