import JSONRPC
import StructuredText

/// What the editor shows beside its documents.
enum WindowMessage {
  enum Kind: Int64 {
    case error = 1
    case warning = 2
  }

  static func shown(_ text: String, _ kind: Kind) -> JSONValue {
    RPCWriting.notification(
      "window/showMessage", ["type": .integer(kind.rawValue), "message": .string("Firebreak: \(text)")])
  }
}
