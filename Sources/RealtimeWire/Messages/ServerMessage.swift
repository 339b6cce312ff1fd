package import RealtimeDatabase
import RealtimeService
package import StructuredText

/// A message of the service.
package enum ServerMessage: Hashable, Sendable {
  /// The first one. `time` in milliseconds since 1970, `host` the one to come back to.
  case hello(time: Int64, host: String, session: String)
  case reset(host: String)
  /// The client does not come back by itself.
  case shutdown(String)
  case error(String)
  case pong
  /// To a second transport.
  case accepted
  /// The last one over the first transport.
  case ended
  case answer(JSONValue, status: String, JSONValue)
  case push(Push)

  package enum Push: Hashable, Sendable {
    /// `d` and `m`.
    case changed(RealtimeDelta, tag: JSONValue?)
    /// `c`
    case revoked(RealtimePath, query: JSONValue?)
    /// `ac`
    case credentialRevoked(status: String, String)
  }

  package static let version: JSONValue = "5"

  package var text: String { JSONWriter.text(json, .compact) }

  package var json: JSONValue {
    switch self {
    case .hello(let time, let host, let session):
      Self.control(
        "h", ["ts": .integer(time), "v": Self.version, "h": .string(host), "s": .string(session)])
    case .reset(let host): Self.control("r", .string(host))
    case .shutdown(let text): Self.control("s", .string(text))
    case .error(let text): Self.control("e", .string(text))
    case .pong: Self.control("o", [:])
    case .accepted: Self.control("a", [:])
    case .ended: Self.control("n", [:])
    case .answer(let number, let status, let data):
      ["t": "d", "d": ["r": number, "b": ["s": .string(status), "d": data]]]
    case .push(let push): ["t": "d", "d": push.json]
    }
  }

  private static func control(_ type: JSONValue, _ data: JSONValue) -> JSONValue {
    ["t": "c", "d": ["t": type, "d": data]]
  }
}

extension ServerMessage.Push {
  fileprivate var json: JSONValue {
    switch self {
    case .changed(let delta, let tag):
      let isMerge = if case .merge = delta.content { true } else { false }
      var body = [JSONValue.Member("p", delta.path.wire), JSONValue.Member("d", delta.export)]
      if let tag { body.append(JSONValue.Member("t", tag)) }
      return ["a": isMerge ? "m" : "d", "b": .object(body)]
    case .revoked(let path, let query):
      guard let query else { return ["a": "c", "b": ["p": path.wire]] }
      return ["a": "c", "b": ["p": path.wire, "q": [query]]]
    case .credentialRevoked(let status, let text): return ["a": "ac", "b": ["s": .string(status), "d": .string(text)]]
    }
  }
}

extension RealtimePath {
  /// Without a leading slash.
  fileprivate var wire: JSONValue { .string(String(description.dropFirst())) }
}
