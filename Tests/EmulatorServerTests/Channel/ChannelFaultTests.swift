import FirestoreModel
import Testing
import WebChannel

@testable import EmulatorServer

/// Connections that break in every phase, requests that come again or in another order, clients that do not read: nothing
/// is lost, nothing is done twice.
@Suite("Faults of the browser channel") struct ChannelFaultTests {
  private static func limits(_ change: (inout ChannelLimits) -> Void) -> ServerLimits {
    var limits = ServerLimits.patient
    change(&limits.channel)
    return limits
  }

  /// A counter that every write moves on by one: applied twice, it would tell.
  private static let increment =
    #"{"writes":[{"update":{"name":"\#(RESTExampleTests.root)/c/n"},"updateMask":{"fieldPaths":[]},"#
    + #""updateTransforms":[{"fieldPath":"n","increment":{"integerValue":"1"}}]}]}"#

  private static func count(_ server: TestServer) async throws -> String? {
    let document = try await HTTPExchange.send(
      "GET", RESTExampleTests.url + "/c/n", headers: ["authorization: Bearer owner"], to: server)
    return document.body.firstMatch(of: #/"integerValue":"(\d+)"/#).map { String($0.output.1) }
  }

  @Test("a request whose answer is lost comes again, others come in any order: each map counts once")
  func repeatedMaps() async throws {
    try await TestServer.run { server in
      let client = ChannelClient(server: server, stream: "Write")
      let id = try await client.open([ChannelClient.openWrites])
      for first in [5, 1, 1, 3, 5, 2, 4, 1] {
        let answer = try await client.send(id, [Self.increment], from: first)
        #expect(answer.status == 200)
      }
      #expect(try await client.send(id, [Self.increment, Self.increment, Self.increment], from: 4).status == 200)
      var last = 0
      while last < 7 { last += ChannelClient.arrayCount(try await client.poll(id, after: last)) }
      #expect(last == 7)
      #expect(try await Self.count(server) == "6")
    }
  }

  @Test("the connection breaks while maps are sent: half a request is none")
  func brokenRequest() async throws {
    try await TestServer.run { server in
      let client = ChannelClient(server: server, stream: "Write")
      let id = try await client.open([ChannelClient.openWrites])
      let form = ChannelClient.form([Self.increment], from: 1)
      let head =
        "POST \(client.path("SID=\(id)&RID=2&AID=0")) HTTP/1.1\r\nhost: localhost\r\ncontent-length: \(form.utf8.count)\r\n\r\n"
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(head + form.dropLast(1))
      }
      #expect(try await client.send(id, [Self.increment], from: 1).status == 200)
      #expect(try await client.poll(id, after: 0, until: "commitTime").last == 2)
      #expect(try await Self.count(server) == "1")
    }
  }

  @Test("the back channel breaks before and after its first byte: what was not acknowledged comes again")
  func brokenBackChannel() async throws {
    try await TestServer.run { server in
      let client = ChannelClient(server: server)
      let id = try await client.open([ChannelClient.listen(2)])
      for readsFirst in [false, true] {
        try await RawConnection.with(port: server.port) { connection in
          try await connection.send(client.streamRequest(id, after: 0))
          if readsFirst { _ = try await connection.receive() }
        }
      }
      let text = try await client.poll(id, after: 0, until: #"{"targetChange":{"resumeToken"#).text
      #expect(text.hasPrefix(#"[[1,[{"targetChange":{"targetChangeType":"ADD","targetIds":[2]}}]],"#))
      #expect(try await client.poll(id, after: 2).hasPrefix("[[3,"))
    }
  }

  // id: webchannel-34
  @Test("a stream lives through silence by a noop, a poll ends with one at the time that the client has named")
  func silence() async throws {
    try await TestServer.run(limits: Self.limits { $0.silence = .milliseconds(20) }) { server in
      let client = ChannelClient(server: server, stream: "Write")
      let id = try await client.open([ChannelClient.openWrites])
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(client.streamRequest(id, after: 0))
        var text = ""
        while text.matches(of: #/14\n\[\[\d,\["noop"\]\]\]/#).count < 3 {
          text += String(decoding: try #require(try await connection.receive()), as: UTF8.self)
        }
        let lines = text.split(separator: "\r\n")
        #expect(lines.first == "HTTP/1.1 200 OK")
        #expect(lines.contains("transfer-encoding: chunked"))
      }
    }
    try await TestServer.run { server in
      let client = ChannelClient(server: server, stream: "Write")
      let id = try await client.open([ChannelClient.openWrites])
      #expect(try await client.poll(id, after: 0).contains("streamId"))
      #expect(try await client.poll(id, after: 1, milliseconds: 30) == #"[[2,["noop"]]]"#)
    }
  }

  @Test("another back channel takes over: the older one ends between two chunks")
  func takeover() async throws {
    try await TestServer.run { server in
      let client = ChannelClient(server: server)
      let id = try await client.open([ChannelClient.listen(2)])
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(client.streamRequest(id, after: 0))
        var text = ""
        while !text.contains("CURRENT") {
          text += String(decoding: try #require(try await connection.receive()), as: UTF8.self)
        }
        #expect(try await client.poll(id, after: 0).contains("CURRENT"))
        while !text.hasSuffix("\r\n0\r\n\r\n") {
          text += String(decoding: try #require(try await connection.receive()), as: UTF8.self)
        }
      }
    }
  }

  @Test("a client that does not read is held back: the service does not run ahead of it")
  func unread() async throws {
    let limits = Self.limits {
      $0.unwrittenBytes = 50_000
      $0.unacknowledgedBytes = 100_000
    }
    try await TestServer.run(limits: limits) { server in
      for index in 0..<8 {
        let body = #"{"fields":{"t":{"stringValue":"\#(String(repeating: "x", count: 50_000))"}}}"#
        try await RESTExampleTests.expect(server, "POST", "/big?documentId=\(index)", body, answers: 200, nil)
      }
      let client = ChannelClient(server: server)
      let targets = (1...5).map { ChannelClient.listen(2 * $0, to: "big") }
      let id = try await client.open(targets)
      try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { connection in
        try await connection.send(client.streamRequest(id, after: 0))
        var ahead = 0
        var rounds = 0
        // The service needs a moment to begin; then it gets some more to go too far.
        while ahead <= 50_000 || rounds < 10 {
          rounds += 1
          let status = try await client.send(id, [], from: 5)
          let numbers = status.body.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
          ahead = max(ahead, numbers.last ?? 0)
        }
        // Everything would be 2 MB.
        #expect(ahead < 400_000)
      }
      // Who reads after all gets everything.
      var last = 0
      var documents = 0
      while documents < 40 {
        let text = try await client.poll(id, after: last)
        last += ChannelClient.arrayCount(text)
        documents += text.matches(of: #/"documentChange"/#).count
      }
      #expect(documents == 40)
    }
  }

  @Test("a stream that has sent much ends in between, and goes on with the next request")
  func longStream() async throws {
    try await TestServer.run(
      limits: Self.limits {
        $0.unacknowledgedBytes = 10_000
        $0.unwrittenBytes = 2_000
      }
    ) { server in
      let client = ChannelClient(server: server, stream: "Write")
      let id = try await client.open([ChannelClient.openWrites])
      let maps = (1...300).map { _ in Self.increment }
      #expect(try await client.send(id, maps, from: 1).status == 200)
      var last = 0
      var answers = 0
      while last < 301 {
        answers += 1
        let after = last
        last += try await RawConnection.with(port: server.port) { connection in
          try await connection.send(client.streamRequest(id, after: after))
          var text = ""
          while !text.hasSuffix("\r\n0\r\n\r\n"), after + ChannelClient.arrayCount(text) < 301 {
            text += String(decoding: try #require(try await connection.receive()), as: UTF8.self)
          }
          return ChannelClient.arrayCount(text)
        }
      }
      #expect(answers > 2)
      #expect(try await Self.count(server) == "300")
    }
  }

  @Test("a form may be as large as what it says, three bytes for one; a map that is larger than a request is refused")
  func largeForms() async throws {
    var limits = ServerLimits.patient
    limits.requestBytes = 3_000
    try await TestServer.run(limits: limits) { server in
      let client = ChannelClient(server: server, stream: "Write")
      let id = try await client.open([ChannelClient.openWrites])
      let fits = ChannelClient.write("c/a", #"{"s":{"stringValue":"\#(String(repeating: "é", count: 1_300))"}}"#)
      #expect(ChannelClient.escaped(fits).utf8.count > 6_000)
      #expect(try await client.send(id, [fits], from: 1).status == 200)
      #expect(try await client.poll(id, after: 0, until: "commitTime").last == 2)
      let large = ChannelClient.write("c/a", #"{"s":{"stringValue":"\#(String(repeating: "x", count: 3_000))"}}"#)
      #expect(try await client.send(id, [large], from: 2, acknowledged: 2).status == 200)
      #expect(
        try await client.poll(id, after: 2)
          == #"[[3,[{"error":{"code":400,"message":"Request payload size exceeds the limit: 3000 bytes.","#
          + #""status":"INVALID_ARGUMENT"}}]]]"#)
      let tooLarge = try await client.send(id, [String(repeating: "x", count: 9_000)], from: 3)
      #expect(tooLarge.status == 400 && tooLarge.headers["access-control-allow-origin"] == ChannelClient.page)
    }
  }

  @Test("sessions and maps that wait have a limit")
  func limits() async throws {
    let limits = Self.limits {
      $0.sessions = 1
      $0.earlyMaps = 2
    }
    try await TestServer.run(limits: limits) { server in
      let client = ChannelClient(server: server)
      let first = try await client.open([])
      // The first one's client is away.
      let id = try await client.open([])
      #expect(try await client.send(first, [], from: 0).body == "Error: Unknown SID\n")
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(client.streamRequest(id, after: 0))
        _ = try await connection.receive()
        let third = try await client.post("RID=1", ChannelClient.form([], from: 0))
        #expect(third.status == 503 && third.body == "Error: Too many channels are open.\n")
      }
      let parts = try await client.post("SID=\(id)&RID=2", String(repeating: "a&", count: 4_096))
      #expect(parts.status == 400 && parts.body.contains("The body of the request has more than 4096 parts."))
      let early = try await client.send(id, ["{}", "{}", "{}"], from: 7)
      #expect(early.status == 400 && early.body.firstRange(of: "Unknown SID") != nil)
      #expect(try await client.send(id, [], from: 0).body == "Error: Unknown SID\n")
    }
  }

  @Test("a client that has gone without a word is noticed by what is written to it")
  func gone() async throws {
    let limits = Self.limits {
      $0.sessions = 1
      $0.silence = .milliseconds(5)
    }
    try await TestServer.run(limits: limits) { server in
      let client = ChannelClient(server: server)
      let id = try await client.open([])
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(client.streamRequest(id, after: 0))
        _ = try await connection.receive()
        #expect(try await client.post("RID=1").status == 503)
      }
      // Only a session whose client is away gives way.
      while try await client.post("RID=1").status == 503 {}
      #expect(try await client.send(id, [], from: 0).body == "Error: Unknown SID\n")
    }
  }

  @Test("a server that stops tells it to those who listen")
  func stop() async throws {
    let calls = OpenCalls()
    let methods = ServiceMethods(emulation: TestServer.emulation())
    let turns = ConversionTurns(limit: 1)
    let sessions = ChannelSessions(limits: ChannelLimits(), random: TestServer.random)
    let session = try sessions.open("Listen", origin: nil)
    let stream = ChannelStream(
      method: methods.listen, session: session, calls: calls, turns: turns, requestBytes: 1_000)
    async let run: Void = stream.run(CallHeaders(authorization: "Bearer owner"))
    _ = try await session.deliver(
      [ForwardMap(id: 0, text: Array(ChannelClient.listen(2).utf8))], acknowledged: nil)
    let attachment = try session.attach(0, .streaming)
    var text = ""
    while case .chunk(let chunk, let isLast) = await session.next(attachment, .streaming) {
      text += String(decoding: chunk, as: UTF8.self)
      if text.contains("CURRENT") { calls.stop() }
      if isLast { break }
    }
    await run
    #expect(
      text.hasSuffix(#",[{"error":{"code":503,"message":"The emulator is stopping.","status":"UNAVAILABLE"}}]]]"#))
  }
}
