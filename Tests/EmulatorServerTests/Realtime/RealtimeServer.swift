import Diagnostics
import Emulation
import FirestoreModel
import RealtimeDatabase
import RealtimeService
import StructuredText
import Testing

@testable import EmulatorServer

/// A server of the Realtime Database, and what SDKs do with it.
struct RealtimeServer: Sendable {
  let server: TestServer
  static let instance: Text = "demo-web"

  var port: Int { server.databasePort }
  var target: String { "/.ws?v=5&ns=\(Self.instance.string)" }

  static func run(
    rules: String? = nil, data: String = "null", _ body: @escaping @Sendable (RealtimeServer) async throws -> Void
  ) async throws {
    try await TestServer.runBoth { server in
      let instance = try server.emulation.realtimeInstance(instance)
      if let rules {
        let problems = server.emulation.setRealtimeRules(
          SourceText(path: "database.rules.json", text: rules), of: Self.instance)
        #expect(problems.filter { $0.severity == .error }.map(\.message) == [])
      }
      let node = try #require(JSONReader.read(SourceText(path: "data", text: data)).node)
      instance.load(try RealtimeNode(node: node))
      try await body(RealtimeServer(server: server))
    }
  }

  /// Opens a WebSocket and takes the greeting.
  func connect(
    _ more: String = "", headers: [String] = [], _ body: @Sendable (inout WebSocketClient) async throws -> Void
  ) async throws {
    let (target, port) = (target, port)
    try await RawConnection.with(port: port) { connection in
      var client = try await WebSocketClient(connection, target + more, port: port, headers: headers)
      #expect(client.status == 101)
      let hello = try #require(try await client.text())
      #expect(hello.hasPrefix(#"{"t":"c","d":{"t":"h","d":{"ts":1700000000000,"v":"5","h":"127.0.0.1:\#(port)","s":""#))
      try await body(&client)
    }
  }

  var text: String {
    get throws {
      JSONWriter.text(try server.emulation.realtimeInstance(Self.instance).data.export, .compact)
    }
  }

  /// JSON with the members of objects in the order of their names.
  static func sorted(_ text: String) throws -> String {
    let node = try #require(JSONReader.read(SourceText(path: "message", text: text)).node, "\(text)")
    return JSONWriter.text(sorted(JSONValue(node)), .compact)
  }

  private static func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(members.map { JSONValue.Member($0.key, sorted($0.value)) }.sorted { $0.key < $1.key })
    case .array(let elements): .array(elements.map(sorted))
    default: value
    }
  }
}
