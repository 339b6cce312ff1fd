import Emulation
import FirestoreModel
import Foundation
import StructuredText
import Testing
import WebChannel

@testable import EmulatorServer

/// A page on a laptop that was suspended: its session is over when it wakes up, and it ends in the state that a get shows.
@Suite("A client that has slept") struct SleepingClientTests {
  /// What a client knows of one target, by the messages that it was sent.
  private struct Known {
    var documents: [String: String] = [:]
    var token: String?
    var isCurrent = false

    mutating func apply(_ text: String) throws {
      let arrays = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[Any]])
      for case let message as [String: Any] in arrays.flatMap({ $0.last as? [Any] ?? [] }) { apply(message) }
    }

    private mutating func apply(_ message: [String: Any]) {
      if let change = message["documentChange"] as? [String: Any], let document = change["document"] as? [String: Any] {
        let name = Self.id(document["name"])
        let fields = document["fields"] as? [String: Any] ?? [:]
        let n = (fields["n"] as? [String: Any])?["integerValue"] as? String
        documents[name] = change["targetIds"] == nil ? nil : n ?? ""
      }
      for kind in ["documentDelete", "documentRemove"] {
        if let change = message[kind] as? [String: Any] { documents[Self.id(change["document"])] = nil }
      }
      if let filter = message["filter"] as? [String: Any] {
        // A client that holds others than those begins anew.
        #expect(filter["count"] as? Int ?? 0 == documents.count)
      }
      guard let change = message["targetChange"] as? [String: Any] else { return }
      token = change["resumeToken"] as? String ?? token
      switch change["targetChangeType"] as? String {
      case "RESET": documents = [:]
      case "CURRENT": isCurrent = true
      default: break
      }
    }

    private static func id(_ name: Any?) -> String {
      (name as? String)?.split(separator: "/").last.map(String.init) ?? ""
    }
  }

  private static func listen(from token: String?) -> String {
    let text = ChannelClient.listen(2)
    guard let token else { return text }
    return text.replacingOccurrences(of: #""targetId":2"#, with: #""targetId":2,"resumeToken":"\#(token)""#)
  }

  /// Opens a session and listens until everything is there, and the client was given a token for it.
  private static func follow(_ client: ChannelClient, _ known: inout Known) async throws -> String {
    let id = try await client.open([listen(from: known.token)])
    (known.isCurrent, known.token) = (false, nil)
    var last = 0
    while !known.isCurrent || known.token == nil {
      let text = try await client.poll(id, after: last)
      last += ChannelClient.arrayCount(text)
      try known.apply(text)
    }
    return id
  }

  private static func set(_ server: TestServer, _ id: String, _ n: Int) async throws {
    try await RESTExampleTests.expect(
      server, "PATCH", "/c/\(id)", #"{"fields":{"n":{"integerValue":"\#(n)"}}}"#, answers: 200, nil)
  }

  private static func stored(_ server: TestServer) async throws -> [String: String] {
    let list = try await HTTPExchange.send(
      "GET", RESTExampleTests.url + "/c", headers: ["authorization: Bearer owner"], to: server)
    let object = try JSONSerialization.jsonObject(with: Data(list.body.utf8)) as? [String: Any]
    let documents = object?["documents"] as? [[String: Any]] ?? []
    return Dictionary(
      uniqueKeysWithValues: documents.map { document in
        let name = (document["name"] as? String ?? "").split(separator: "/").last.map(String.init) ?? ""
        let fields = document["fields"] as? [String: [String: String]] ?? [:]
        return (name, fields["n"]?["integerValue"] ?? "")
      })
  }

  /// Ten minutes are resumed: what has changed is read. After more than thirty everything is read again.
  @Test("its session is over, and it goes on from its token", arguments: [(10, 3), (45, 7)])
  func sleep(minutes: Int, reads: Int) async throws {
    var limits = ServerLimits.patient
    // Long enough for a client that does not sleep, on a machine that does much else.
    limits.channel.roundTime = .milliseconds(25)
    limits.channel.roundsAway = 40
    let clock = VirtualClock(startingAt: Timestamp(microseconds: 1_700_000_000_000_000), systemTime: { 0 })
    try await TestServer.run(limits: limits, clock: clock) { server in
      for n in 1...6 { try await Self.set(server, "d\(n)", n) }
      let client = ChannelClient(server: server)
      var known = Known()
      let id = try await Self.follow(client, &known)
      #expect(known.documents == (try await Self.stored(server)) && known.documents.count == 6)
      // It says nothing any more: the service notices, and its listener is gone.
      while !(try Self.listeners(server).isEmpty) { await Task.yield() }
      _ = try await server.emulation.moveClock(.by(.seconds(60 * minutes)))
      let before = try Self.reads(server)
      try await Self.set(server, "d2", 20)
      try await Self.set(server, "d7", 7)
      try await Self.set(server, "d8", 8)
      let removed = try await HTTPExchange.send(
        "DELETE", RESTExampleTests.url + "/c/d3", headers: ["authorization: Bearer owner"], to: server)
      #expect(removed.status == 200)
      // It wakes up, and its session is unknown; a new one goes on.
      #expect(try await client.send(id, [], from: 1).body == "Error: Unknown SID\n")
      _ = try await Self.follow(client, &known)
      #expect(try Self.reads(server) - before == reads)
      let stored = try await Self.stored(server)
      #expect(known.documents == stored)
      #expect(stored == ["d1": "1", "d2": "20", "d4": "4", "d5": "5", "d6": "6", "d7": "7", "d8": "8"])
    }
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private static func listeners(_ server: TestServer) throws -> [Any] {
    try object(JSONWriter.text(server.emulation.listeners))["listeners"] as? [Any] ?? []
  }

  private static func reads(_ server: TestServer) throws -> Int {
    try object(JSONWriter.text(server.emulation.pulse))["reads"] as? Int ?? 0
  }
}
