/// What a request of a client asks for.
package enum ChannelRequest: Hashable, Sendable {
  /// The handshake.
  case open(ChannelOpening)
  /// Maps of the client.
  case forward(session: String, acknowledged: Int?, maps: [ForwardMap])
  /// The client waits for arrays.
  case back(session: String, acknowledged: Int, BackChannelMode)
  case terminate(session: String)
}

package enum BackChannelMode: Hashable, Sendable {
  /// The answer goes on.
  case streaming
  /// The answer ends with its first chunk, for which the client waits so many milliseconds at most.
  case polling(milliseconds: Int?)
}

package struct ChannelOpening: Hashable, Sendable {
  /// Lines of `Name:Value`: credentials, for all of the session.
  package var headers: String
  package var database: String
  /// Whether the client wants a value that it can repeat in the URL, for those who distribute requests.
  package var wantsSessionHeader: Bool
  package var maps: [ForwardMap]
}

extension ChannelRequest {
  package static let version = "8"

  /// - Parameter parameter: the value of a parameter of the URL.
  package init(
    isPost: Bool, parameter: (String) -> String?, form: [FormEntry]
  ) throws(ChannelRefusal) {
    if let version = parameter("VER"), version != Self.version {
      throw .unsupported("Version \(version) of the channel")
    }
    let session = parameter("SID").flatMap { $0.isEmpty || $0 == "null" ? nil : $0 }
    if parameter("TYPE") == "terminate" {
      // Whatever it is that there is not, it has ended.
      self = .terminate(session: session ?? "")
    } else if isPost {
      let maps = try ForwardMap.list(form)
      if let session {
        let acknowledged = try Self.number("AID", parameter)
        self = .forward(session: session, acknowledged: acknowledged, maps: maps)
      } else {
        self = .open(try ChannelOpening(form, parameter, maps))
      }
    } else {
      guard let session else { throw .unsupported("Opening a channel by GET") }
      self = .back(session: session, acknowledged: try Self.number("AID", parameter) ?? 0, try Self.mode(parameter))
    }
  }

  private static func mode(_ parameter: (String) -> String?) throws(ChannelRefusal) -> BackChannelMode {
    if let type = parameter("TYPE"), type != "xmlhttp" { throw .unsupported("A back channel of type \(type)") }
    guard try number("CI", parameter) == 1 else { return .streaming }
    return .polling(milliseconds: try number("TO", parameter))
  }

  private static func number(_ name: String, _ parameter: (String) -> String?) throws(ChannelRefusal) -> Int? {
    // What programs count from before the first one.
    guard let text = parameter(name), text != "-1" else { return nil }
    return try ChannelRefusal.number(name, text)
  }
}

extension ChannelOpening {
  /// As much as gRPC takes in headers, which carry the same.
  private static let headerBytes = 16 << 10

  /// Clients before September 2022 write the headers into the URL.
  fileprivate init(
    _ form: [FormEntry], _ parameter: (String) -> String?, _ maps: [ForwardMap]
  ) throws(ChannelRefusal) {
    let block = form.first { $0.name == "headers" }.map { String(decoding: $0.value, as: UTF8.self) }
    headers = block ?? parameter("$httpHeaders") ?? ""
    guard headers.utf8.count <= Self.headerBytes else {
      throw .malformed("`headers` is larger than \(Self.headerBytes) bytes.")
    }
    database = parameter("database") ?? ""
    wantsSessionHeader = parameter("X-HTTP-Session-Id") == "gsessionid"
    self.maps = maps
  }
}
