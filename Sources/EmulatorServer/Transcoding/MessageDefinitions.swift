import FirestoreWire
import Foundation
import SwiftProtobuf

/// All messages and enums of the service, as protoc has read their descriptions.
struct MessageDefinitions: Sendable {
  static let service = MessageDefinitions(
    (try? Google_Protobuf_FileDescriptorSet(
      serializedBytes: Data(base64Encoded: FileDescriptors.base64) ?? Data())) ?? Google_Protobuf_FileDescriptorSet())

  /// By their full names.
  private(set) var messages: [String: MessageDefinition] = [:]
  private(set) var enums: [String: [String: Int32]] = [:]

  private init(_ set: Google_Protobuf_FileDescriptorSet) {
    let all = set.file.flatMap { file in Self.messages(file.messageType, in: file.package) }
    let maps = Dictionary(uniqueKeysWithValues: all.compactMap(Self.mapEntry))
    for (name, descriptor) in all where !descriptor.options.mapEntry {
      messages[name] = MessageDefinition(descriptor, named: name, maps: maps)
      add(descriptor.enumType, in: name)
    }
    for file in set.file { add(file.enumType, in: file.package) }
  }

  private mutating func add(_ descriptors: [Google_Protobuf_EnumDescriptorProto], in scope: String) {
    for descriptor in descriptors {
      enums["\(scope).\(descriptor.name)"] = Dictionary(
        descriptor.value.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
    }
  }

  private typealias Named = (name: String, descriptor: Google_Protobuf_DescriptorProto)

  /// With those that are declared inside of others.
  private static func messages(_ descriptors: [Google_Protobuf_DescriptorProto], in scope: String) -> [Named] {
    descriptors.flatMap { descriptor -> [Named] in
      let name = "\(scope).\(descriptor.name)"
      return [(name, descriptor)] + messages(descriptor.nestedType, in: name)
    }
  }

  /// Maps are lists of entries with a key and a value.
  private static func mapEntry(_ message: Named) -> (String, FieldDefinition)? {
    guard message.descriptor.options.mapEntry,
      let value = message.descriptor.field.first(where: { $0.number == 2 }),
      let definition = FieldDefinition(value, oneofs: [], maps: [:])
    else { return nil }
    return (message.name, definition)
  }
}
