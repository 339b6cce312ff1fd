import Diagnostics
import FirestoreModel
import Foundation
import StructuredText
import SwiftProtobuf

/// Reads messages written as JSON, as tolerantly as clients need it.
///
/// The protobuf library accepts what the encoding of protobuf allows: both alphabets of base64, numbers as text and
/// text as numbers, names and numbers of enums, names in both spellings. Beyond that some clients write timestamps as
/// `{seconds, nanos}` and wrapped numbers as `{value}`, the way they look in memory.
enum LenientJSON {
  /// - Throws: INVALID_ARGUMENT.
  static func decode<Message: SwiftProtobuf.Message>(
    _ type: Message.Type, from bytes: [UInt8]
  ) throws(FirestoreError) -> Message {
    if bytes.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) { return Message() }
    var options = JSONDecodingOptions()
    options.ignoreUnknownFields = true
    options.messageDepthLimit = WireBytes.depth
    if let message = try? Message(jsonUTF8Bytes: bytes, options: options) { return message }
    let body = try read(bytes)
    var usual: [UInt8] = []
    write(body, as: nil, to: &usual)
    do { return try Message(jsonUTF8Bytes: usual, options: options) } catch {
      throw JSONComplaint.error(body, of: type, error)
    }
  }

  private static func read(_ bytes: [UInt8]) throws(FirestoreError) -> Node {
    let result = JSONReader.read(SourceText(path: "body", bytes: bytes))
    guard let node = result.valid else {
      let problem = result.diagnostics.first { $0.severity == .error }?.message ?? "the body is not JSON"
      throw FirestoreError(.invalidArgument, "Invalid JSON payload received. \(problem)")
    }
    return node
  }

  private static let timestamps: Set<String> = [
    "timestampValue", "readTime", "updateTime", "createTime", "commitTime", "startTime", "endTime",
  ]
  private static let wrapped: Set<String> = ["limit", "upTo", "distanceThreshold", "expectedCount"]
  /// Their keys are names that users have chosen.
  static let maps: Set<String> = ["fields", "aggregateFields", "labels", "options"]

  /// Writes the same JSON in the form that protobuf prescribes.
  ///
  /// - Parameter field: which field of a message it is; nil for elements, values of maps and the whole.
  private static func write(_ node: Node, as field: String?, to text: inout [UInt8]) {
    switch node.content {
    case .null: text += Array("null".utf8)
    case .boolean(let value): text += Array((value ? "true" : "false").utf8)
    case .number(let number): text += Array(number.utf8)
    case .string(let string): write(string, to: &text)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        write(element, as: nil, to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      if let field, timestamps.contains(field), let time = timestamp(members) {
        write(time, to: &text)
      } else if let field, wrapped.contains(field), members.count == 1, let only = members.first, only.key == "value" {
        write(only.value, as: nil, to: &text)
      } else {
        write(members, areNamed: field.map(maps.contains) ?? false, to: &text)
      }
    }
  }

  private static func write(_ members: [Node.Member], areNamed: Bool, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      write(member.key, to: &text)
      text.append(UInt8(ascii: ":"))
      write(member.value, as: areNamed ? nil : RESTParameters.camelCase(member.key), to: &text)
    }
    text.append(UInt8(ascii: "}"))
  }

  private static func write(_ string: String, to text: inout [UInt8]) {
    text += Array(JSONWriter.quoted(string).utf8)
  }

  /// Nil when the members are not those of a timestamp.
  private static func timestamp(_ members: [Node.Member]) -> String? {
    var seconds: Int64 = 0
    var nanoseconds: Int64 = 0
    for member in members {
      guard let number = integer(member.value) else { return nil }
      switch member.key {
      case "seconds": seconds = number
      case "nanos": nanoseconds = number
      default: return nil
      }
    }
    guard let nanos = Int32(exactly: nanoseconds) else { return nil }
    return Timestamp(seconds: seconds, nanoseconds: nanos)?.rfc3339
  }

  private static func integer(_ node: Node) -> Int64? {
    switch node.content {
    case .number(let text): NumberText(text).integer
    case .string(let text): Int64(text)
    case .null: 0
    case .boolean, .array, .object: nil
    }
  }
}
