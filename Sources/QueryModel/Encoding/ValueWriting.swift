package import FirestoreModel
package import StructuredText
import Diagnostics

// JSON that is written has no place in a file; its spans are empty.

extension Node {
  init(_ content: Content) { self.init(content, span: Span(0, 0)) }

  static func object(_ members: [(String, Node)]) -> Node {
    Node(.object(members.map { Member(key: $0.0, keySpan: Span(0, 0), value: $0.1) }))
  }

  static func string(_ text: String) -> Node { Node(.string(text)) }
  static func array(_ elements: [Node]) -> Node { Node(.array(elements)) }
}

extension Value {
  /// The REST encoding as the service writes it: 64-bit integers as strings, empty containers as `{}`, a vector as its
  /// map.
  package var jsonNode: Node {
    switch self {
    case .null: .object([("nullValue", Node(.null))])
    case .boolean(let flag): .object([("booleanValue", Node(.boolean(flag)))])
    case .integer(let integer): .object([("integerValue", .string(String(integer)))])
    case .double(let double): .object([("doubleValue", Value.number(double))])
    case .timestamp(let time): .object([("timestampValue", .string(time.rfc3339))])
    case .string(let text): .object([("stringValue", .string(text.string))])
    case .bytes(let bytes): .object([("bytesValue", .string(Base64.encode(bytes)))])
    case .reference(let name): .object([("referenceValue", .string(name.description))])
    case .geoPoint(let point):
      .object([
        (
          "geoPointValue",
          .object([("latitude", Value.number(point.latitude)), ("longitude", Value.number(point.longitude))])
        )
      ])
    case .array(let values): .object([("arrayValue", Value.list(values))])
    case .vector(let components):
      .object([
        (
          "mapValue",
          .object([
            (
              "fields",
              .object([
                ("__type__", Value.string("__vector__").jsonNode),
                ("value", Value.array(components.map(Value.double)).jsonNode),
              ])
            )
          ])
        )
      ])
    case .map(let map): .object([("mapValue", map.isEmpty ? .object([]) : .object([("fields", map.jsonFields)]))])
    }
  }

  private static func list(_ values: [Value]) -> Node {
    values.isEmpty ? .object([]) : .object([("values", .array(values.map(\.jsonNode)))])
  }

  /// Finite doubles as numbers without a needless fraction, the others as strings.
  static func number(_ double: Double) -> Node {
    if double.isNaN { return .string("NaN") }
    if double.isInfinite { return .string(double < 0 ? "-Infinity" : "Infinity") }
    let text = double.description
    return Node(.number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text))
  }
}

extension MapValue {
  /// The `fields` object: names in UTF-8 order with values in REST encoding.
  package var jsonFields: Node { .object(fields.map { ($0.name.string, $0.value.jsonNode) }) }
}
