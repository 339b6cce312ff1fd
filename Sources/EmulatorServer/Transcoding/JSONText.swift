import StructuredText
import SwiftProtobuf

/// Well-known messages that JSON writes as a text: times, spans of time, and masks.
enum JSONText {
  static let types: Set<String> = [
    "google.protobuf.Timestamp", "google.protobuf.Duration", "google.protobuf.FieldMask",
  ]

  /// The bytes of the message; nil: the text is none.
  static func message(_ type: String, _ text: String) -> [UInt8]? {
    switch type {
    case "google.protobuf.Timestamp": read(Google_Protobuf_Timestamp.self, text)
    case "google.protobuf.Duration": read(Google_Protobuf_Duration.self, text)
    // Both spellings of names are taken everywhere else, too.
    case "google.protobuf.FieldMask": mask(text)
    default: nil
    }
  }

  private static func read<Message: SwiftProtobuf.Message>(_ type: Message.Type, _ text: String) -> [UInt8]? {
    try? type.init(jsonString: JSONWriter.quoted(text)).serializedBytes()
  }

  private static func mask(_ text: String) -> [UInt8]? {
    var mask = Google_Protobuf_FieldMask()
    mask.paths = text.split(separator: ",").map { path in
      path.reduce(into: "") { name, letter in
        name += letter.isUppercase ? "_\(letter.lowercased())" : String(letter)
      }
    }
    return try? mask.serializedBytes()
  }
}
