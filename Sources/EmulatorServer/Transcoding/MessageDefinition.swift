import SwiftProtobuf

/// What a message may hold, by the names that JSON and URLs use.
struct MessageDefinition: Sendable {
  /// `google.firestore.v1.Document`
  let name: String
  /// Twice each: `update_time` is also written `updateTime`.
  private let fields: [String: FieldDefinition]

  init(_ descriptor: Google_Protobuf_DescriptorProto, named name: String, maps: [String: FieldDefinition]) {
    self.name = name
    var fields: [String: FieldDefinition] = [:]
    for field in descriptor.field {
      guard let definition = FieldDefinition(field, oneofs: descriptor.oneofDecl.map(\.name), maps: maps) else {
        continue
      }
      fields[field.name] = definition
      fields[field.jsonName] = definition
    }
    self.fields = fields
  }

  subscript(name: String) -> FieldDefinition? { fields[name] }

  /// By their numbers.
  var all: [FieldDefinition] {
    fields.filter { $0.key == $0.value.name }.values.sorted { $0.number < $1.number }
  }
}

/// One field of a message.
struct FieldDefinition: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case boolean, int32, int64, double, string, bytes
    /// By its full name, as the following.
    case enumeration(String)
    case message(String)
    /// A map from strings: the name of its entries, and what they hold.
    indirect case map(String, FieldDefinition)
  }

  var number: Int
  /// As complaints write it: `update_time`.
  var name: String
  /// `updateTime`
  var jsonName: String
  var kind: Kind
  var isRepeated: Bool
  /// The name of the group of which only one field may be set.
  var oneof: String?

  /// - Parameters:
  ///   - oneofs: the groups of the message.
  ///   - maps: the values of the entries of all maps, by the names of the entries.
  /// - Returns: nil for types that no request has.
  init?(_ field: Google_Protobuf_FieldDescriptorProto, oneofs: [String], maps: [String: FieldDefinition]) {
    let type = String(field.typeName.drop { $0 == "." })
    switch field.type {
    case .bool: kind = .boolean
    case .int32: kind = .int32
    case .int64: kind = .int64
    case .double: kind = .double
    case .string: kind = .string
    case .bytes: kind = .bytes
    case .enum: kind = .enumeration(type)
    case .message: kind = maps[type].map { .map(type, $0) } ?? .message(type)
    default: return nil
    }
    number = Int(field.number)
    name = field.name
    jsonName = field.jsonName
    isRepeated = field.label == .repeated && maps[type] == nil
    let isInGroup = field.hasOneofIndex && !field.proto3Optional
    oneof = isInGroup ? oneofs[Int(field.oneofIndex)] : nil
  }

  /// The only value of `google.protobuf.NullValue` is null; everywhere else it means that nothing is set.
  var takesNull: Bool { kind == .enumeration("google.protobuf.NullValue") }
}
