import DocumentMessages
import FirestoreModel
import StructuredText

/// Reads requests that are written as JSON, field by field after the definitions of the messages, and writes them as
/// gRPC would have sent them.
///
/// What it does not know is refused, as in production: a misspelled filter that were ignored would select everything, a
/// misspelled mask would delete what it leaves out. It takes what production takes beside the canonical form: both
/// spellings of names, numbers as text, enums as numbers, both alphabets of base64, wrapped numbers and timestamps as
/// the messages that they are, a single value for a list of one, and fields that are written twice: the last one counts,
/// lists are joined, and messages merged.
struct JSONTranscoder {
  var complaints = TranscodingComplaints()
  private let definitions = MessageDefinitions.service

  /// The fields of an object.
  mutating func message(_ members: [Node.Member], _ definition: MessageDefinition, to writer: inout MessageWriter) {
    var groups: Set<String> = []
    for member in members {
      guard let field = definition[member.key] else {
        complaints.unknownName(member.key)
        continue
      }
      if case .null = member.value.content, !field.takesNull { continue }
      if let group = field.oneof, !groups.insert(group).inserted {
        complaints.secondOfGroup(group, member.key)
        continue
      }
      complaints.enter(field.name)
      self.field(field, member.value, writtenAs: member.key, to: &writer)
      complaints.leave()
    }
  }

  private mutating func field(
    _ field: FieldDefinition, _ node: Node, writtenAs name: String, to writer: inout MessageWriter
  ) {
    switch node.content {
    case .array(let elements) where field.isRepeated: list(of: field, elements, to: &writer)
    case .array: complaints.list(named: name)
    case .object(let members):
      // One message where a list is expected is a list of one.
      guard case .map(_, let content) = field.kind else { return value(field, node, to: &writer) }
      entries(members, of: field, content, to: &writer)
    case .null, .boolean, .number, .string: value(field, node, to: &writer)
    }
  }

  /// Lists in a list are part of it.
  private mutating func list(of field: FieldDefinition, _ elements: [Node], to writer: inout MessageWriter) {
    for (index, element) in elements.enumerated() {
      complaints.enter("[\(index)]")
      if case .array(let inner) = element.content {
        list(of: field, inner, to: &writer)
      } else {
        value(field, element, to: &writer)
      }
      complaints.leave()
    }
  }

  /// Complaints count entries: their keys are names that users have chosen. Of names twice, that of a field is taken both
  /// times, but that of an entry is a mistake.
  private mutating func entries(
    _ members: [Node.Member], of field: FieldDefinition, _ content: FieldDefinition, to writer: inout MessageWriter
  ) {
    var names: Set<Text> = []
    for member in members {
      let isNew = names.insert(Text(member.key)).inserted
      complaints.enter("[\(names.count - 1)]")
      guard isNew else {
        complaints.unknownName(member.key, "Repeated map key: '\(member.key)' is already set.")
        complaints.leave()
        continue
      }
      complaints.enter("value")
      writer.message(field.number) { writer in
        writer.string(1, member.key)
        self.field(content, member.value, writtenAs: member.key, to: &writer)
      }
      complaints.leave()
      complaints.leave()
    }
  }

  /// One value of a field, or of its list.
  mutating func value(_ field: FieldDefinition, _ node: Node, to writer: inout MessageWriter) {
    switch field.kind {
    case .message(let name) where JSONText.types.contains(name): text(field, of: name, node, to: &writer)
    case .message(let name): message(field, named: name, node, to: &writer)
    default:
      if case .object = node.content { return complaints.object(inScalar: field.name) }
      if !write(field, node, to: &writer) { complaints.value(node, of: typeName(of: field)) }
    }
  }

  private mutating func message(
    _ field: FieldDefinition, named name: String, _ node: Node, to writer: inout MessageWriter
  ) {
    if case .object(let members) = node.content, let definition = definitions.messages[name] {
      return writer.message(field.number) { message(members, definition, to: &$0) }
    }
    guard Self.wrappers.contains(name), let content = definitions.messages[name]?["value"] else {
      return complaints.value(node, of: typeName(of: field))
    }
    complaints.enter(content.name)
    writer.message(field.number) { value(content, node, to: &$0) }
    complaints.leave()
  }

  private static let wrappers: Set<String> = [
    "google.protobuf.Int32Value", "google.protobuf.Int64Value", "google.protobuf.DoubleValue",
  ]

  /// Nil when the field holds no message.
  func message(of field: FieldDefinition) -> MessageDefinition? {
    guard case .message(let name) = field.kind else { return nil }
    return definitions.messages[name]
  }

  // MARK: - Scalars

  /// False when the value is none of the field's type.
  private func write(_ field: FieldDefinition, _ node: Node, to writer: inout MessageWriter) -> Bool {
    switch field.kind {
    case .boolean: JSONScalar.boolean(node).map { writer.boolean(field.number, $0) } != nil
    case .int32: JSONScalar.int32(node).map { writer.integer(field.number, Int64($0)) } != nil
    case .int64: JSONScalar.int64(node).map { writer.integer(field.number, $0) } != nil
    case .double: JSONScalar.double(node).map { writer.double(field.number, $0) } != nil
    case .string: JSONScalar.string(node).map { writer.string(field.number, $0) } != nil
    case .bytes: JSONScalar.bytes(node).map { writer.bytes(field.number, $0) } != nil
    case .enumeration(let name):
      JSONScalar.enumeration(node, definitions.enums[name] ?? [:], takesNull: field.takesNull)
        .map { writer.integer(field.number, Int64($0)) } != nil
    case .message, .map: false
    }
  }

  /// Messages that JSON writes as a text.
  private mutating func text(
    _ field: FieldDefinition, of name: String, _ node: Node, to writer: inout MessageWriter
  ) {
    guard case .string(let text) = node.content else { return message(field, named: name, node, to: &writer) }
    guard let bytes = JSONText.message(name, text) else {
      return complaints.value("Field '\(field.jsonName)', \(JSONScalar.reason(against: text))", of: typeName(of: field))
    }
    writer.message(field.number, encoded: bytes)
  }

  /// As complaints name it.
  private func typeName(of field: FieldDefinition) -> String {
    switch field.kind {
    case .boolean: "TYPE_BOOL"
    case .int32: "TYPE_INT32"
    case .int64: "TYPE_INT64"
    case .double: "TYPE_DOUBLE"
    case .string: "TYPE_STRING"
    case .bytes: "TYPE_BYTES"
    case .enumeration(let name), .message(let name), .map(let name, _): "type.googleapis.com/\(name)"
    }
  }
}
