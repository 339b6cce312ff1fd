import FirestoreWire
import Foundation
import SwiftProtobuf

/// The descriptions of all services and messages, file by file.
struct DescribedFiles: Sendable {
  static let all = DescribedFiles(
    (try? Google_Protobuf_FileDescriptorSet(
      serializedBytes: Data(base64Encoded: FileDescriptors.base64) ?? Data())) ?? Google_Protobuf_FileDescriptorSet())

  /// By their full names, in order.
  let services: [String]
  /// As they are sent.
  private var files: [String: [UInt8]] = [:]
  /// Names of files by what they declare.
  private var places: [String: String] = [:]

  private init(_ set: Google_Protobuf_FileDescriptorSet) {
    services = set.file.flatMap { file in file.service.map { "\(file.package).\($0.name)" } }.sorted()
    for file in set.file {
      files[file.name] = try? file.serializedBytes()
      for symbol in Self.symbols(file) { places[symbol] = file.name }
    }
  }

  func file(named name: String) -> [UInt8]? { files[name] }

  func file(declaring symbol: String) -> [UInt8]? { places[symbol].flatMap { files[$0] } }

  private static func symbols(_ file: Google_Protobuf_FileDescriptorProto) -> [String] {
    let services = file.service.flatMap { service in
      let name = "\(file.package).\(service.name)"
      return [name] + service.method.map { "\(name).\($0.name)" }
    }
    return services + symbols(file.messageType, file.enumType, in: file.package)
  }

  private static func symbols(
    _ messages: [Google_Protobuf_DescriptorProto], _ enums: [Google_Protobuf_EnumDescriptorProto], in scope: String
  ) -> [String] {
    enums.map { "\(scope).\($0.name)" }
      + messages.flatMap { message -> [String] in
        let name = "\(scope).\(message.name)"
        return [name] + message.field.map { "\(name).\($0.name)" }
          + symbols(message.nestedType, message.enumType, in: name)
      }
  }
}
