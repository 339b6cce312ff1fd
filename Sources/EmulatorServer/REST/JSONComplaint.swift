import Diagnostics
import FirestoreModel
import StructuredText
import SwiftProtobuf

/// Says what is wrong with a body that is JSON but no message, in the words of production, and where.
///
/// The protobuf library tells neither field nor value, so the fields that hold the values of documents, and others that
/// are easily mistaken, are looked through for the first one that holds something else than its type.
enum JSONComplaint {
  private static let opening = "Invalid JSON payload received. "

  /// - Parameter error: of the protobuf library, for what is not found.
  static func error(_ body: Node, of type: any SwiftProtobuf.Message.Type, _ error: any Error) -> FirestoreError {
    FirestoreError(.invalidArgument, text(body, of: type, error))
  }

  private static func text(_ body: Node, of type: any SwiftProtobuf.Message.Type, _ error: any Error) -> String {
    guard case .object = body.content else {
      return opening + "Unknown name \"\": Root element must be a message."
    }
    // Documents are the field `document` of the messages of their methods.
    let isDocument = type.protoMessageName == "google.firestore.v1.Document"
    if let found = find(body, as: nil, at: isDocument ? "document" : "") { return found }
    return opening + reason(error, type.protoMessageName)
  }

  private static func reason(_ error: any Error, _ name: String) -> String {
    switch error as? JSONDecodingError {
    case .messageDepthLimit: "Message too deep."
    case .conflictingOneOf: "A field of which only one of several can be set has two values."
    case .unrecognizedEnumValue: "The value of an enum is not one of its names."
    case .illegalNull: "A value is null that cannot be."
    case .malformedString, .invalidUTF8: "A text is not valid."
    case .malformedNumber, .numberRange, .leadingZero: "A number is not valid, or out of range."
    case .malformedTimestamp: "A timestamp is not valid."
    case .malformedFieldMask: "A field mask is not valid."
    default: "The body is not a message of type \(name)."
    }
  }

  // MARK: - Places

  /// - Parameter field: nil for elements and values of maps.
  /// - Parameter path: as protobuf names it.
  private static func find(_ node: Node, as field: String?, at path: String) -> String? {
    if let field, let found = mistake(node, field, path) { return found }
    switch node.content {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let found = find(element, as: nil, at: "\(path)[\(index)]") { return found }
      }
    case .object(let members):
      let isMap = field.map(LenientJSON.maps.contains) ?? false
      for (index, member) in members.enumerated() {
        let place = isMap ? "\(path)[\(index)].value" : (path.isEmpty ? "" : path + ".") + snakeCase(member.key)
        let name = isMap ? nil : RESTParameters.camelCase(member.key)
        if let found = find(member.value, as: name, at: place) { return found }
      }
    case .null, .boolean, .number, .string: break
    }
    return nil
  }

  private static func mistake(_ node: Node, _ field: String, _ path: String) -> String? {
    guard let type = types[field], !type.fits(node) else { return nil }
    switch node.content {
    case .array:
      let parent = path.lastIndex(of: ".").map { " at '\(path[..<$0])'" } ?? ""
      return opening + "Unknown name \"\(field)\"\(parent): Proto field is not repeating, cannot start list."
    case .object: return "Invalid value at '\(path)' (\(type.name)), an object"
    case .null: return "Invalid value at '\(path)' (\(type.name)), null"
    case .boolean(let value): return "Invalid value at '\(path)' (\(type.name)), \(value)"
    case .number(let number): return "Invalid value at '\(path)' (\(type.name)), \(number)"
    case .string(let text): return "Invalid value at '\(path)' (\(type.name)), \(JSONWriter.quoted(text))"
    }
  }

  private static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }

  // MARK: - Types

  private enum FieldType {
    case int32, int64, double, boolean, string, bytes, timestamp, message, map

    var name: String {
      switch self {
      case .int32: "TYPE_INT32"
      case .int64: "TYPE_INT64"
      case .double: "TYPE_DOUBLE"
      case .boolean: "TYPE_BOOL"
      case .string: "TYPE_STRING"
      case .bytes: "TYPE_BYTES"
      case .timestamp: "type.googleapis.com/google.protobuf.Timestamp"
      case .message: "Message"
      case .map: "Map"
      }
    }

    func fits(_ node: Node) -> Bool {
      switch (self, node.content) {
      case (.message, .object), (.map, .object), (.timestamp, .object), (.boolean, .boolean), (.string, .string): true
      case (.int32, .object), (.double, .object): true
      case (.int64, .number(let text)): NumberText(text).integer != nil
      case (.int32, .number(let text)): NumberText(text).integer.flatMap { Int32(exactly: $0) } != nil
      case (.int64, .string(let text)): Int64(text) != nil
      case (.int32, .string(let text)): Int32(text) != nil
      case (.double, .number(let text)): NumberText(text).double.isFinite
      case (.double, .string(let text)): Double(text) != nil
      case (.boolean, .string(let text)): text == "true" || text == "false"
      case (.bytes, .string(let text)): Base64.decode(text.utf8, padding: .lenient) != nil
      case (.timestamp, .string(let text)): Timestamp(rfc3339: text) != nil
      // Null is no value, for all but one field of its own.
      case (_, .null): true
      default: false
      }
    }
  }

  private static let types: [String: FieldType] = [
    "integerValue": .int64, "doubleValue": .double, "booleanValue": .boolean, "stringValue": .string,
    "referenceValue": .string, "bytesValue": .bytes, "timestampValue": .timestamp, "mapValue": .message,
    "arrayValue": .message, "geoPointValue": .message, "latitude": .double, "longitude": .double, "fields": .map,
    "readTime": .timestamp, "updateTime": .timestamp, "createTime": .timestamp, "transaction": .bytes, "limit": .int32,
    "offset": .int32, "pageSize": .int32, "partitionCount": .int64, "structuredQuery": .message, "fieldPath": .string,
    "collectionId": .string, "allDescendants": .boolean, "exists": .boolean, "name": .string, "delete": .string,
  ]
}
