import Emulation
import FirestoreModel
import RealtimeDatabase
import RealtimeService
import Testing

@testable import EmulatorServer

@Suite("WebSockets of the Realtime Database") struct WebSocketTests {
  private static func session(_ hello: String) -> String {
    String(hello.split(separator: #""s":""#).last?.prefix { $0 != "\"" } ?? "")
  }

  // id: 33
  @Test("signs of life and pings are answered, or need no answer")
  func idle() async throws {
    try await RealtimeServer.run { server in
      try await server.connect { client in
        try await client.send("0")
        try await client.send(#"{"t":"c","d":{"t":"p","d":{}}}"#)
        #expect(try await client.text() == #"{"t":"c","d":{"t":"o","d":{}}}"#)
        try await client.send(WebSocketClient.Operation.ping, [1, 2])
        let pong = try await client.receive()
        #expect(pong?.operation == WebSocketClient.Operation.pong && pong?.payload == [1, 2])
        try await client.send(WebSocketClient.Operation.close, [3, 232])
        #expect(try await client.receive()?.operation == WebSocketClient.Operation.close)
        #expect(try await client.receive() == nil)
      }
    }
  }

  // id: 34
  @Test("a long message comes and goes in pieces, and in fragments of the WebSocket")
  func longMessages() async throws {
    try await RealtimeServer.run { server in
      try await server.connect { client in
        let value = String(repeating: "x", count: 40_000)
        let message = #"{"t":"d","d":{"r":1,"a":"p","b":{"p":"/big","d":"\#(value)"}}}"#
        try await client.send("3")
        for start in [0, 16_384, 32_768] { try await client.send(String(message.dropFirst(start).prefix(16_384))) }
        #expect(try await client.text() == #"{"t":"d","d":{"r":1,"b":{"s":"ok","d":""}}}"#)
        let get = Array(#"{"t":"d","d":{"r":2,"a":"g","b":{"p":"/big","q":{}}}}"#.utf8)
        try await client.send(WebSocketClient.Operation.text, Array(get.prefix(10)), isLast: false)
        try await client.send(WebSocketClient.Operation.continuation, Array(get.dropFirst(10)))
        #expect(try await client.text() == "3")
        var answer = ""
        for _ in 0..<3 { answer += try await client.text() ?? "" }
        #expect(answer == #"{"t":"d","d":{"r":2,"b":{"s":"ok","d":"\#(value)"}}}"#)
      }
    }
  }

  // id: 35, 36
  @Test(
    "an attempt that cannot succeed is ended for good, an unknown session is sent back",
    arguments: [
      (
        "/.ws?v=5&ns=a.b",
        #"{"t":"c","d":{"t":"s","d":"The name of an instance (ns) consists of letters, digits, hyphens and underscores."}}"#
      ),
      (
        "/.ws?v=6&ns=a",
        #"{"t":"c","d":{"t":"s","d":"Version 6 of the protocol of the Realtime Database is not supported by this version of Firebreak (FB8001)."}}"#
      ),
      ("/.ws?v=5&ns=a&s=unknown", #"{"t":"c","d":{"t":"r","d":"127.0.0.1:PORT"}}"#),
    ])
  func refused(target: String, told: String) async throws {
    try await RealtimeServer.run { server in
      let port = server.port
      try await RawConnection.with(port: port) { connection in
        var client = try await WebSocketClient(connection, target, port: port)
        #expect(try await client.text() == told.replacing("PORT", with: String(port)))
        #expect(try await client.receive()?.operation == WebSocketClient.Operation.close)
      }
    }
  }

  // id: 37
  @Test("who comes back names the session that it had: that one ends first, and known data are not sent again")
  func reconnect() async throws {
    try await RealtimeServer.run(data: #"{"q":{"a":{"n":1},"b":{"n":2},"c":{"n":4}}}"#) { server in
      let port = server.port
      try await RawConnection.with(port: port) { connection in
        var first = try await WebSocketClient(connection, server.target, port: port)
        let session = Self.session(try await first.text() ?? "")
        try await first.send(#"{"t":"d","d":{"r":1,"a":"o","b":{"p":"/left","d":true}}}"#)
        _ = try await first.text()
        let open = first
        try await server.connect("&ls=\(session)") { second in
          try await second.send(#"{"t":"d","d":{"r":2,"a":"q","b":{"p":"/q","h":"AJh8nKoYd7mgxC/FD/FIOGLiETg="}}}"#)
          #expect(try await second.text() == #"{"t":"d","d":{"r":2,"b":{"s":"ok","d":{}}}}"#)
        }
        var ended = open
        #expect(try await ended.receive()?.operation == WebSocketClient.Operation.close)
        #expect(try await ended.receive() == nil)
      }
      #expect(try server.text == #"{"left":true,"q":{"a":{"n":1},"b":{"n":2},"c":{"n":4}}}"#)
    }
  }

  @Test("what is left is carried out when the connection is cut, and told to others")
  func cut() async throws {
    try await RealtimeServer.run { server in
      try await server.connect { watcher in
        try await watcher.send(#"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/left","h":""}}}"#)
        _ = try await watcher.text()
        _ = try await watcher.text()
        try await server.connect { client in
          try await client.send(#"{"t":"d","d":{"r":1,"a":"o","b":{"p":"/left","d":{".sv":"timestamp"}}}}"#)
          _ = try await client.text()
          client.cut()
        }
        #expect(try await watcher.text() == #"{"t":"d","d":{"a":"d","b":{"p":"left","d":1700000000000}}}"#)
      }
    }
  }

  @Test("what is left is carried out when the server ends")
  func stop() async throws {
    let emulation = TestServer.emulation()
    let configuration = ServerConfiguration(port: 0, limits: .patient)
    let server = EmulatorServer(
      emulation: emulation, configuration: configuration, database: configuration, random: TestServer.random
    )
    let ready = AsyncStream<ServedAddresses>.makeStream()
    let serving = Task { try await server.run { ready.continuation.yield($0) } }
    var addresses = ready.stream.makeAsyncIterator()
    let port = try #require(await addresses.next()?.database?.port)
    try await RawConnection.with(port: port) { connection in
      var client = try await WebSocketClient(connection, "/.ws?v=5&ns=demo-web", port: port)
      _ = try await client.text()
      try await client.send(#"{"t":"d","d":{"r":1,"a":"o","b":{"p":"/left","d":1}}}"#)
      _ = try await client.text()
      serving.cancel()
      #expect(try await client.receive()?.operation == WebSocketClient.Operation.close)
    }
    _ = await serving.result
    let expected = RealtimeChildren([(key: RealtimeKey("left"), node: RealtimeNode(.number(1)))])
    #expect(try emulation.realtimeInstance("demo-web").data == RealtimeNode(expected))
  }

  // id: 40
  @Test("each namespace is a database of its own")
  func namespaces() async throws {
    try await RealtimeServer.run(data: "1") { server in
      let port = server.port
      try await RawConnection.with(port: port) { connection in
        var client = try await WebSocketClient(connection, "/.ws?v=5&ns=other", port: port)
        _ = try await client.text()
        try await client.send(#"{"t":"d","d":{"r":1,"a":"g","b":{"p":"/","q":{}}}}"#)
        #expect(try await client.text() == #"{"t":"d","d":{"r":1,"b":{"s":"ok","d":null}}}"#)
      }
    }
  }

  // id: 46
  @Test("of those who count up at once all but one begin anew, and all have counted in the end")
  func counter() async throws {
    try await RealtimeServer.run(data: #"{"n":0}"#) { server in
      try await withThrowingTaskGroup { group in
        for _ in 0..<5 {
          group.addTask {
            try await server.connect { client in
              var number = 0
              for attempt in 1...100 {
                try await client.send(#"{"t":"d","d":{"r":1,"a":"g","b":{"p":"/n","q":{}}}}"#)
                let got = try await client.text() ?? ""
                number = Int(got.split(separator: #""d":"#).last?.prefix { $0.isNumber } ?? "") ?? -1
                let hash = RealtimeNode(.number(Double(number))).hash
                try await client.send(
                  #"{"t":"d","d":{"r":2,"a":"p","b":{"p":"/n","d":\#(number + 1),"h":"\#(hash)"}}}"#)
                let answer = try await client.text() ?? ""
                if answer == #"{"t":"d","d":{"r":2,"b":{"s":"ok","d":""}}}"# { return }
                #expect(answer == #"{"t":"d","d":{"r":2,"b":{"s":"datastale","d":"The value has changed"}}}"#)
                if attempt == 100 { Issue.record("it never succeeds") }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try server.text == #"{"n":5}"#)
    }
  }

  @Test(
    "what is no text of UTF-8 ends the connection",
    arguments: [(2, [1]), (1, [0xFF]), (3, []), (0, [65])] as [(UInt8, [UInt8])])
  func hostileFrames(operation: UInt8, payload: [UInt8]) async throws {
    try await RealtimeServer.run { server in
      try await server.connect { client in
        try await client.send(operation, payload)
        var last = try await client.receive()
        while let next = try await client.receive() { last = next }
        #expect(last?.operation == WebSocketClient.Operation.close)
      }
    }
  }

  @Test("a request that is none for a WebSocket is told so")
  func plain() async throws {
    try await RealtimeServer.run { server in
      let answer = try await HTTPExchange.send("GET", server.target, port: server.port)
      #expect(answer.status == 426)
      #expect(answer.headers["upgrade"] == "websocket")
    }
  }
}
