import JSONRPC
import StructuredText

/// Tells the editor that a project is being read, which it shows while it takes.
struct WorkProgress: Sendable {
  private static let token: JSONValue = "firebreak/reading"

  private enum State: Hashable {
    case none
    /// The editor has to agree first.
    case asked(RPCIdentifier)
    case begun
  }

  private var state = State.none

  mutating func create(identifier: RPCIdentifier) -> JSONValue {
    state = .asked(identifier)
    return RPCWriting.request("window/workDoneProgress/create", ["token": Self.token], identifier: identifier)
  }

  mutating func take(answer identifier: RPCIdentifier?) -> [JSONValue] {
    guard let identifier, state == .asked(identifier) else { return [] }
    state = .begun
    return [
      message([
        "kind": "begin", "title": "Firebreak", "message": "reading queries, rules and indexes", "cancellable": false,
      ])
    ]
  }

  mutating func end() -> [JSONValue] {
    defer { state = .none }
    return state == .begun ? [message(["kind": "end"])] : []
  }

  private func message(_ value: JSONValue) -> JSONValue {
    RPCWriting.notification("$/progress", ["token": Self.token, "value": value])
  }
}
