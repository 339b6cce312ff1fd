import Diagnostics
package import FirestoreModel
package import StructuredText

/// Reads values that people write plainly: scalars by YAML's core schema or JSON, lists and maps literally.
package struct PlainValueReader {
  /// Whether a map whose only key is one of the REST encoding (`{timestampValue: …}`) is that value.
  package var understandsEncoding: Bool
  package let decoding: NodeDecoding
  package let database: DatabaseName

  package init(understandsEncoding: Bool, decoding: NodeDecoding, database: DatabaseName) {
    self.understandsEncoding = understandsEncoding
    self.decoding = decoding
    self.database = database
  }

  package static let encodingKeys: Set<String> = [
    "nullValue", "booleanValue", "integerValue", "doubleValue", "timestampValue", "stringValue", "bytesValue",
    "referenceValue", "geoPointValue", "arrayValue", "mapValue",
  ]

  /// The word that stands for the time of the commit; as text it is written `{stringValue: serverTime}`.
  package static let serverTime = "serverTime"

  /// Nil after a complaint.
  package func value(_ node: Node) -> Value? {
    switch node.content {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .number(let text): return number(NumberText(text), node)
    case .string(let text):
      guard understandsEncoding, text == Self.serverTime else { return .string(Text(text)) }
      decoding.report(
        .wrongType, "a server timestamp can only be a field of a write", at: node.span,
        help: "write a time, as in `{timestampValue: \"2026-01-01T00:00:00Z\"}`")
      return nil
    case .array(let elements):
      let values = elements.compactMap(value)
      return values.count == elements.count ? .array(values) : nil
    case .object(let members):
      if let encoded = encoded(node) { return decode(encoded) }
      return map(members).map { Value(normalizing: $0) }
    }
  }

  package func map(_ members: [Node.Member]) -> MapValue? {
    var fields: [MapValue.Field] = []
    for member in members {
      if let value = value(member.value) { fields.append(MapValue.Field(name: Text(member.key), value: value)) }
    }
    return fields.count == members.count ? MapValue(fields) : nil
  }

  /// The node when it is a value in REST encoding.
  package func encoded(_ node: Node) -> Node? {
    guard understandsEncoding, case .object(let members) = node.content, members.count == 1, let only = members.first,
      Self.encodingKeys.contains(only.key)
    else { return nil }
    return node
  }

  private func decode(_ node: Node) -> Value? {
    do throws(MalformedInput) { return try Value(json: node, in: decoding.source, database: database) } catch {
      for problem in error.diagnostics { decoding.report(problem) }
      return nil
    }
  }

  private func number(_ number: NumberText, _ node: Node) -> Value? {
    if !number.isInteger { return .double(number.double) }
    if let integer = number.integer { return .integer(integer) }
    decoding.report(
      .wrongType, "\(QuotedText.of(number.text)) does not fit an integer of 64 bits", at: node.span,
      help: "write it with a point for a double")
    return nil
  }
}
