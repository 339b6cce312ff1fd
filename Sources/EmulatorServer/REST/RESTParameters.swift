import FirestoreModel
import Foundation
import SwiftProtobuf

/// The parameters of a URL, read by the names of the fields they fill.
struct RESTParameters {
  /// Those of Google's front end that any method takes.
  private static let system: Set<String> = [
    "key", "alt", "prettyPrint", "fields", "accessToken", "access_token", "oauthToken", "oauth_token", "callback",
    "quotaUser", "userIp", "uploadType", "uploadProtocol", "upload_protocol",
  ]

  private var values: [String: [String]] = [:]
  /// As they were written.
  private var names: [String: String] = [:]

  init(_ parameters: [RESTTarget.Parameter]) {
    for parameter in parameters where !Self.system.contains(parameter.name) && !parameter.name.hasPrefix("$") {
      let name = Self.camelCase(parameter.name)
      values[name, default: []].append(parameter.value)
      names[name] = parameter.name
    }
  }

  /// Fields go by both of their names: `page_size` is `pageSize`.
  static func camelCase(_ name: String) -> String {
    var result = ""
    var isUpper = false
    for character in name {
      if character == "_" {
        isUpper = true
      } else {
        result += isUpper ? character.uppercased() : String(character)
        isUpper = false
      }
    }
    return result
  }

  mutating func strings(_ name: String) -> [String]? { values.removeValue(forKey: name) }

  mutating func string(_ name: String) throws(FirestoreError) -> String? {
    guard let all = strings(name), let first = all.first else { return nil }
    guard all.count == 1 else {
      throw FirestoreError(
        .invalidArgument, "Invalid value at '\(name)', the field is not repeated and has \(all.count) values.")
    }
    return first
  }

  mutating func boolean(_ name: String) throws(FirestoreError) -> Bool? {
    guard let text = try string(name) else { return nil }
    switch text.lowercased() {
    case "true", "1", "": return true
    case "false", "0": return false
    default: throw Self.invalid(name, "TYPE_BOOL", text)
    }
  }

  mutating func integer(_ name: String) throws(FirestoreError) -> Int32? {
    guard let text = try string(name) else { return nil }
    guard let number = Int32(text) else { throw Self.invalid(name, "TYPE_INT32", text) }
    return number
  }

  mutating func bytes(_ name: String) throws(FirestoreError) -> Data? {
    guard let text = try string(name) else { return nil }
    // A `+` of the standard alphabet that was not encoded arrives as a blank.
    let spaced = text.utf8.lazy.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
    guard let bytes = Base64.decode(spaced, padding: .lenient) else {
      throw Self.invalid(name, "TYPE_BYTES", text)
    }
    return Data(bytes)
  }

  mutating func timestamp(_ name: String) throws(FirestoreError) -> Google_Protobuf_Timestamp? {
    guard let text = try string(name) else { return nil }
    // The `+` of an offset, as above.
    guard let time = Timestamp(rfc3339: text.replacing(" ", with: "+")) else {
      throw Self.invalid(name, "type.googleapis.com/google.protobuf.Timestamp", text)
    }
    return Google_Protobuf_Timestamp(seconds: time.seconds, nanos: time.nanoseconds)
  }

  /// - Throws: INVALID_ARGUMENT when there are parameters that nobody has asked for, with production's text.
  func finish() throws(FirestoreError) {
    guard let name = names.keys.filter({ values[$0] != nil }).min(), let written = names[name] else { return }
    throw FirestoreError(
      .invalidArgument,
      "Invalid JSON payload received. Unknown name \"\(written)\": Cannot bind query parameter. Field '\(written)' "
        + "could not be found in request message.")
  }

  private static func invalid(_ name: String, _ type: String, _ text: String) -> FirestoreError {
    FirestoreError(.invalidArgument, "Invalid value at '\(name)' (\(type)), \"\(text)\"")
  }
}
