import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import RealtimeService
import RealtimeWire
import StructuredText
import Testing

@Suite("Connections without a network") struct ConnectionTests {
  private func connection(_ fixture: SessionFixture, id: String = "s") -> RealtimeConnection {
    RealtimeConnection(id: id, fixture.opening(), limits: SessionLimits(), clock: fixture.wireClock)
  }

  private static let hello = #"{"t":"c","d":{"t":"h","d":{"ts":1700000000000,"v":"5","h":"here:1","s":"s"}}}"#

  private static func ok(_ number: Int) -> String { #"{"t":"d","d":{"r":\#(number),"b":{"s":"ok","d":""}}}"# }

  @Test("hello, answers in order, and what was left when the transport is lost")
  func life() async throws {
    let fixture = try SessionFixture()
    let connection = connection(fixture)
    let transport = TestTransport()
    async let served: Void = connection.run(over: transport)
    #expect(await transport.next(1) == [Self.hello])
    _ = connection.receive(#"{"t":"d","d":{"r":1,"a":"o","b":{"p":"/gone","d":{".sv":"timestamp"}}}}"#, over: transport)
    _ = connection.receive(#"{"t":"c","d":{"t":"p","d":{}}}"#, over: transport)
    _ = connection.receive(#"{"t":"d","d":{"r":2,"a":"p","b":{"p":"/a","d":1}}}"#, over: transport)
    #expect(await transport.next(3) == [Self.ok(1), #"{"t":"c","d":{"t":"o","d":{}}}"#, Self.ok(2)])
    fixture.clock.advance(seconds: 3)
    connection.lost(transport)
    await served
    #expect(fixture.text == #"{"a":1,"gone":1700000003000}"#)
  }

  @Test("pushes of others come in the order of the commits, whichever listen they are for")
  func order() async throws {
    let fixture = try SessionFixture()
    let connection = connection(fixture)
    let transport = TestTransport()
    async let served: Void = connection.run(over: transport)
    _ = connection.receive(#"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/a","h":""}}}"#, over: transport)
    _ = connection.receive(#"{"t":"d","d":{"r":2,"a":"q","b":{"p":"/b","h":""}}}"#, over: transport)
    _ = await transport.next(5)
    let owner = RealtimeContext(caller: .owner)
    for number in 0..<40 {
      let path: RealtimePath = number % 3 == 0 ? "/a" : "/b"
      _ = try fixture.instance.write(.set(.integer(Int64(number)), at: path), owner)
    }
    let expected = (0..<40).map { number in
      #"{"t":"d","d":{"a":"d","b":{"p":"\#(number % 3 == 0 ? "a" : "b")","d":\#(number)}}}"#
    }
    #expect(await transport.next(40) == expected)
    connection.end()
    await served
  }

  @Test("the move to a second transport: nothing is carried out twice, too early or over the wrong one")
  func move() async throws {
    let fixture = try SessionFixture()
    let connection = connection(fixture)
    let (first, second) = (TestTransport(), TestTransport())
    async let served: Void = connection.run(over: first)
    _ = await first.next(1)
    connection.attach(second)
    #expect(await second.next(1) == [#"{"t":"c","d":{"t":"a","d":{}}}"#])
    let ping = #"{"t":"c","d":{"t":"p","d":{}}}"#
    _ = connection.receive(ping, over: second)
    #expect(await second.next(1) == [#"{"t":"c","d":{"t":"o","d":{}}}"#])
    // The client has changed over: what it sends there comes behind what is still under way on the first one.
    _ = connection.receive(#"{"t":"c","d":{"t":"a","d":{}}}"#, over: second)
    _ = connection.receive(#"{"t":"d","d":{"r":2,"a":"p","b":{"p":"/a","d":"second"}}}"#, over: second)
    _ = connection.receive(#"{"t":"d","d":{"r":1,"a":"p","b":{"p":"/a","d":"first"}}}"#, over: first)
    _ = connection.receive(#"{"t":"c","d":{"t":"n","d":{}}}"#, over: first)
    #expect(await first.rest() == [Self.ok(1), #"{"t":"c","d":{"t":"n","d":{}}}"#])
    #expect(await second.next(1) == [Self.ok(2)])
    #expect(fixture.text == #"{"a":"second"}"#)
    // The first one is of no more interest.
    connection.lost(first)
    _ = connection.receive(ping, over: second)
    #expect(await second.next(1) == [#"{"t":"c","d":{"t":"o","d":{}}}"#])
    connection.lost(second)
    await served
  }

  @Test("a second transport that fails leaves the first one alone")
  func failedMove() async throws {
    let fixture = try SessionFixture()
    let connection = connection(fixture)
    let (first, second) = (TestTransport(), TestTransport())
    async let served: Void = connection.run(over: first)
    connection.attach(second)
    _ = connection.receive("nonsense", over: second)
    connection.lost(second)
    _ = connection.receive(#"{"t":"d","d":{"r":1,"a":"p","b":{"p":"/a","d":1}}}"#, over: first)
    #expect(await first.next(2) == [Self.hello, Self.ok(1)])
    connection.end()
    await served
  }

  @Test("a token that ends is told, and what only its user may read ends")
  func expiry() async throws {
    let fixture = try SessionFixture(rules: #"{"u": {"$u": {".read": "auth.uid === $u"}}}"#)
    let connection = connection(fixture)
    let transport = TestTransport()
    async let served: Void = connection.run(over: transport)
    _ = connection.receive(#"{"t":"d","d":{"r":1,"a":"auth","b":{"cred":"ada 1700000005"}}}"#, over: transport)
    _ = connection.receive(#"{"t":"d","d":{"r":2,"a":"q","b":{"p":"/u/ada","h":""}}}"#, over: transport)
    _ = await transport.next(4)
    fixture.clock.advance(seconds: 6)
    _ = connection.receive(#"{"t":"d","d":{"r":3,"a":"s","b":{}}}"#, over: transport)
    let told = await transport.next(3)
    #expect(
      Set(told) == [
        #"{"t":"d","d":{"a":"ac","b":{"s":"expired_token","d":"Auth token is expired."}}}"#,
        #"{"t":"d","d":{"a":"c","b":{"p":"u/ada"}}}"#, Self.ok(3),
      ])
    connection.end()
    await served
  }

  @Test("rules that are replaced end what they do not allow")
  func revoked() async throws {
    let fixture = try SessionFixture(rules: #"{".read": true}"#)
    let connection = connection(fixture)
    let transport = TestTransport()
    async let served: Void = connection.run(over: transport)
    _ = connection.receive(#"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/a","h":""}}}"#, over: transport)
    _ = await transport.next(3)
    fixture.instance.configure { $0.rules = nil }
    #expect(await transport.next(1) == [#"{"t":"d","d":{"a":"c","b":{"p":"a"}}}"#])
    connection.end()
    await served
  }

  @Test(
    "what no client sends ends the connection with a reason",
    arguments: [
      ("nonsense", "A message is not JSON."), ("[]", "A message has no content `d`."),
      (#"{"t":"x","d":{}}"#, "A message is neither of data (`d`) nor of control (`c`)."),
      (#"{"t":"c","d":{"t":"h","d":{}}}"#, "A control message is of a type that clients do not send."),
      (#"{"t":"d","d":{"a":"s"}}"#, "A request has no number `r`."),
      (#"{"t":"d","d":{"r":1}}"#, "A request has no action `a`."),
    ])
  func violations(message: String, reason: String) async throws {
    let fixture = try SessionFixture()
    let connection = connection(fixture)
    let transport = TestTransport()
    async let served: Void = connection.run(over: transport)
    _ = connection.receive(message, over: transport)
    #expect(await transport.rest() == [Self.hello, #"{"t":"c","d":{"t":"e","d":"\#(reason)"}}"#])
    await served
  }

  @Test("whatever is sent is answered or ends the connection")
  func fuzz() async throws {
    let fixture = try SessionFixture()
    let seeds = [
      #"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/q","q":{"l":2,"vf":"r","i":"n"},"t":1,"h":""}}}"#,
      #"{"t":"d","d":{"r":2,"a":"p","b":{"p":"/a/b","d":{".sv":{"increment":1}},"h":""}}}"#,
      #"{"t":"d","d":{"r":3,"a":"om","b":{"p":"/","d":{"a/b":{".value":1,".priority":"x"}}}}}"#,
      #"{"t":"d","d":{"r":4,"a":"gauth","b":{"cred":"owner","authvar":{"uid":"a"}}}}"#,
      #"{"t":"c","d":{"t":"n","d":{}}}"#,
    ]
    var random = SeededGenerator(seed: 23)
    for _ in 0..<300 {
      let connection = connection(fixture)
      let transport = TestTransport()
      async let served: Void = connection.run(over: transport)
      for seed in seeds {
        var bytes = Array(seed.utf8)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          bytes[index] = Array(#"{}[]":,0123abd/.$\"#.utf8).randomElement(using: &random) ?? 0
        }
        _ = connection.receive(String(decoding: bytes, as: UTF8.self), over: transport)
      }
      connection.lost(transport)
      await served
      _ = await transport.rest()
    }
  }
}
