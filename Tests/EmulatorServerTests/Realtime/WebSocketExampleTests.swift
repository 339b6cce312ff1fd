import Diagnostics
import FirebreakTestSupport
import RealtimeDatabase
import StructuredText
import Testing

@testable import EmulatorServer

/// The worked examples of the protocol, replayed over real sockets.
@Suite("Examples of the WebSocket protocol") struct WebSocketExampleTests {
  struct Example: CustomTestStringConvertible {
    var name: String
    var data = "null"
    var lines: [(isClient: Bool, text: String)] = []

    var testDescription: String { name }
  }

  static let rules = """
    {"rules": {
      "secret": {".read": false, ".write": false},
      "valid": {"$x": {".write": true, ".validate": "newData.isNumber()"}},
      "users": {"$u": {".read": "auth.uid === $u", ".write": "auth.uid === $u"}},
      "gated": {".read": "root.child('gate').val() === true"},
      "i": {".read": true, ".indexOn": ["n", "s"]},
      "v": {".read": true, ".indexOn": ".value"},
      "$other": {".read": true, ".write": true}
    }}
    """

  static let examples: [Example] = {
    var examples: [Example] = []
    let bytes = (try? RepositoryFiles.bytes("Tests/EmulatorServerTests/Realtime/examples.txt")) ?? []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let text = String(line.dropFirst(2))
      switch line.first {
      case "#": examples.append(Example(name: text))
      case "=": examples[examples.count - 1].data = text
      case "C", "S": examples[examples.count - 1].lines.append((line.first == "C", text))
      default: Issue.record("\(line)")
      }
    }
    return examples.filter { !$0.lines.isEmpty }
  }()

  @Test("an example", arguments: examples)
  func example(example: Example) async throws {
    try await RealtimeServer.run(rules: Self.rules, data: example.data) { server in
      try await server.connect { client in
        for line in example.lines {
          if line.isClient {
            try await client.send(#"{"t":"d","d":\#(line.text)}"#)
          } else {
            let text = try #require(try await client.text())
            #expect(try RealtimeServer.sorted(text) == RealtimeServer.sorted(#"{"t":"d","d":\#(line.text)}"#))
          }
        }
      }
    }
  }

  @Test("there are some") func count() { #expect(Self.examples.count >= 25) }
}
