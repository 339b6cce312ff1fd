import FirestoreModel
import Testing

@testable import EmulatorServer

@Suite("Long polling of the Realtime Database") struct LongPollingTests {
  private static let start = "/.lp?start=t&ser=26368231&cb=1&v=5&ns=demo-web"
  private static let page = ["referer: http://localhost:3000/", "sec-fetch-site: same-site", "sec-fetch-dest: script"]

  /// The id and the password of a session from its first script.
  private static func poll(_ script: String) -> String {
    let parts = script.split(separator: "'")
    guard let start = parts.firstIndex(of: "start"), parts.count > start + 4 else { return "" }
    return "/.lp?id=\(parts[start + 2])&pw=\(parts[start + 4])&ns=demo-web"
  }

  /// A message as it stands in a URL.
  private static func segment(_ message: String) -> String {
    Base64.encode(Array(message.utf8), .url, padded: true).replacing("=", with: ".")
  }

  private static let statistics =
    "eyJ0IjoiZCIsImQiOnsiciI6MSwiYSI6InMiLCJiIjp7ImMiOnsic2RrLmpzLjEyLTAtMCI6MX19fX0."

  // id: 41
  @Test("a session of polls, and its end")
  func session() async throws {
    try await RealtimeServer.run { server in
      let first = try await HTTPExchange.send("GET", Self.start, headers: Self.page, port: server.port)
      #expect(first.status == 200)
      #expect(first.headers["content-type"] == "application/javascript; charset=utf-8")
      #expect(first.body.hasPrefix("function pLPCommand(c, a1, a2, a3, a4) { parent.window[\"pLPCommand1\"]"))
      #expect(first.body.contains(#"pRTLPCB(0,[{"t":"c","d":{"t":"h","d":{"ts":1700000000000,"v":"5","h":"127.0.0.1:"#))
      let poll = Self.poll(first.body)
      let answer = try await HTTPExchange.send(
        "GET", poll + "&ser=1&seg0=0&ts0=1&d0=" + Self.statistics, headers: Self.page, port: server.port)
      #expect(answer.body == "pRTLPCB(1,[{\"t\":\"d\",\"d\":{\"r\":1,\"b\":{\"s\":\"ok\",\"d\":\"\"}}}]);\n")
      let frame = try await HTTPExchange.send("GET", poll + "&dframe=t", headers: Self.page, port: server.port)
      #expect(frame.headers["content-type"] == "text/html; charset=utf-8")
      #expect(frame.body.contains("disconn=t"))
      let end = try await HTTPExchange.send("POST", poll + "&disconn=t", headers: Self.page, port: server.port)
      #expect(end.status == 200 && end.body.isEmpty)
      let after = try await HTTPExchange.send("GET", poll + "&ser=3", headers: Self.page, port: server.port)
      #expect(after.body == "pLPCommand('close');\n")
    }
  }

  @Test("a request that a browser sends again, since its answer was lost, has the same answer")
  func repeatedRequest() async throws {
    try await RealtimeServer.run { server in
      let first = try await HTTPExchange.send("GET", Self.start, headers: Self.page, port: server.port)
      let poll = Self.poll(first.body)
      func ask(_ serial: Int, _ message: String, segment number: Int) async throws -> String {
        try await HTTPExchange.send(
          "GET", poll + "&ser=\(serial)&seg0=\(number)&ts0=1&d0=" + Self.segment(message), headers: Self.page,
          port: server.port
        ).body
      }
      let count = #"{"t":"d","d":{"r":1,"a":"p","b":{"p":"/n","d":{".sv":{"increment":1}}}}}"#
      let answer = try await ask(1, count, segment: 0)
      #expect(answer == "pRTLPCB(1,[{\"t\":\"d\",\"d\":{\"r\":1,\"b\":{\"s\":\"ok\",\"d\":\"\"}}}]);\n")
      #expect(try await ask(1, count, segment: 0) == answer)
      let next = try await ask(2, #"{"t":"d","d":{"r":2,"a":"g","b":{"p":"/n","q":{}}}}"#, segment: 1)
      #expect(next == "pRTLPCB(2,[{\"t\":\"d\",\"d\":{\"r\":2,\"b\":{\"s\":\"ok\",\"d\":1}}}]);\n")
    }
  }

  // id: 43
  @Test("the session goes on over a WebSocket, what is left for its end as well")
  func move() async throws {
    try await RealtimeServer.run { server in
      let port = server.port
      let first = try await HTTPExchange.send("GET", Self.start, headers: Self.page, port: port)
      let session = String(first.body.split(separator: #""s":""#).last?.prefix { $0 != "\"" } ?? "")
      let poll = Self.poll(first.body)
      try await RawConnection.with(port: port) { connection in
        var client = try await WebSocketClient(connection, server.target + "&s=\(session)", port: port)
        #expect(try await client.text() == #"{"t":"c","d":{"t":"a","d":{}}}"#)
        try await client.send(#"{"t":"c","d":{"t":"a","d":{}}}"#)
        let ended = "eyJ0IjoiYyIsImQiOnsidCI6Im4iLCJkIjp7fX19"
        let last = try await HTTPExchange.send(
          "GET", poll + "&ser=1&seg0=0&ts0=1&d0=" + ended, headers: Self.page, port: port)
        #expect(last.body == "pRTLPCB(1,[{\"t\":\"c\",\"d\":{\"t\":\"n\",\"d\":{}}}]);\npLPCommand('close',1);\n")
        _ = try await HTTPExchange.send("GET", poll + "&disconn=t", headers: Self.page, port: port)
        try await client.send(#"{"t":"d","d":{"r":2,"a":"o","b":{"p":"/left","d":1}}}"#)
        #expect(try await client.text() == #"{"t":"d","d":{"r":2,"b":{"s":"ok","d":""}}}"#)
      }
      try await server.connect { watcher in
        try await watcher.send(#"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/left","h":""}}}"#)
        while try await watcher.text()?.contains(#""d":1"#) == false {}
      }
      #expect(try server.text == #"{"left":1}"#)
    }
  }

  @Test(
    "what is asked for in another form",
    arguments: [
      ("/.lp?start=t&v=5&ns=a", 400, "cb must be"), ("/.lp?start=t&cb=1);alert(1&v=5", 400, "cb must be"),
      ("/.lp?id=1&pw=wrong", 200, "pLPCommand('close');"), ("/.lp", 200, "pLPCommand('close');"),
      ("/.lp?start=t&cb=7&v=5&ns=a.b", 200, "The name of an instance"),
    ])
  func otherRequests(target: String, status: Int, part: String) async throws {
    try await RealtimeServer.run { server in
      let answer = try await HTTPExchange.send("GET", target, headers: Self.page, port: server.port)
      #expect(answer.status == status)
      #expect(answer.body.contains(part))
    }
  }

  @Test(
    "who signs in is on a page that is known",
    arguments: [true, false], ["owner", AuthorizationTests.token(#"{"sub":"ada","user_id":"ada"}"#)])
  func credentials(isKnown: Bool, token: String) async throws {
    try await RealtimeServer.run { server in
      let headers = isKnown ? Self.page : []
      let first = try await HTTPExchange.send("GET", Self.start, headers: headers, port: server.port)
      let message = #"{"t":"d","d":{"r":1,"a":"gauth","b":{"cred":"\#(token)"}}}"#
      let answer = try await HTTPExchange.send(
        "GET", Self.poll(first.body) + "&ser=1&seg0=0&ts0=1&d0=" + Self.segment(message), headers: headers,
        port: server.port)
      #expect(answer.body.contains(#""s":"ok""#) == isKnown)
      #expect(answer.body.contains(#""s":"invalid_token""#) != isKnown)
    }
  }
}
