import FirestoreModel
import RealtimeDatabase
import RealtimeService
import RealtimeWire
import StructuredText
import Testing

@Suite("Long polling without a network") struct PollingTests {
  private struct Page {
    let fixture: SessionFixture
    let transport: PollingTransport
    let connection: RealtimeConnection

    init() throws {
      let fixture = try SessionFixture()
      self.fixture = fixture
      transport = OpenPolls().transport(
        callback: "1", password: "secret", limits: SessionLimits(), clock: fixture.wireClock)
      connection = RealtimeConnection(id: "s", fixture.opening(), limits: SessionLimits(), clock: fixture.wireClock)
    }

    func send(_ segments: [PollingTransport.Segment]) throws {
      for message in try transport.messages(segments) { _ = connection.receive(message, over: transport) }
    }
  }

  private static let hello = #"{"t":"c","d":{"t":"h","d":{"ts":1700000000000,"v":"5","h":"here:1","s":"s"}}}"#
  private static let opening = """
    function pLPCommand(c, a1, a2, a3, a4) { parent.window["pLPCommand1"] && parent.window["pLPCommand1"](c, a1, a2, a3, a4); }
    function pRTLPCB(pN, data) { parent.window["pRTLPCB1"] && parent.window["pRTLPCB1"](pN, data); }
    pLPCommand('start','1','secret');

    """
  private static let statistics =
    "eyJ0IjoiZCIsImQiOnsiciI6MSwiYSI6InMiLCJiIjp7ImMiOnsic2RrLmpzLjEyLTAtMCI6MX19fX0."

  // id: 41
  @Test("the first script says whom to ask, later ones count up; the older of two polls is let go")
  func polls() async throws {
    let page = try Page()
    async let served: Void = page.connection.run(over: page.transport)
    #expect(await page.transport.poll() == Self.opening + "pRTLPCB(0,[\(Self.hello)]);\n")
    async let held = page.transport.poll()
    async let second = page.transport.poll()
    try page.send([(0, 1, Self.statistics)])
    let answers = await [held ?? "", second ?? ""].sorted()
    let ok = #"{"t":"d","d":{"r":1,"b":{"s":"ok","d":""}}}"#
    #expect(answers == ["pRTLPCB(1,[]);\n", "pRTLPCB(2,[\(ok)]);\n"])
    page.connection.end()
    await served
    #expect(await page.transport.poll() == "pLPCommand('close');\n")
  }

  @Test("a poll on which nothing happens is answered with nothing after 25 seconds, and a page that is gone is noticed")
  func silence() async throws {
    let page = try Page()
    async let served: Void = page.connection.run(over: page.transport)
    _ = await page.transport.poll()
    let ada = RealtimeContext(caller: .owner)
    let message = #"{"t":"d","d":{"r":1,"a":"o","b":{"p":"/left","d":1}}}"#
    _ = page.connection.receive(message, over: page.transport)
    _ = await page.transport.poll()
    let waiting = Task { await page.transport.poll() }
    waiting.cancel()
    #expect(await waiting.value == nil)
    let watch = Task { await page.transport.waitForSilence() }
    while page.fixture.clock.sleeperCount < 1 { await Task.yield() }
    page.fixture.clock.advance(seconds: 61)
    await watch.value
    page.connection.lost(page.transport)
    await served
    #expect(page.fixture.text == #"{"left":1}"#)
    #expect(try page.fixture.instance.read("/left", ada) == RealtimeNode(.number(1)))
  }

  @Test("the last message over polls tells the page to stop")
  func move() async throws {
    let page = try Page()
    async let served: Void = page.connection.run(over: page.transport)
    _ = await page.transport.poll()
    let socket = TestTransport()
    page.connection.attach(socket)
    _ = await socket.next(1)
    async let last = page.transport.poll()
    _ = page.connection.receive(#"{"t":"c","d":{"t":"n","d":{}}}"#, over: page.transport)
    let ended = #"{"t":"c","d":{"t":"n","d":{}}}"#
    #expect(await last == "pRTLPCB(1,[\(ended)]);\npLPCommand('close',1);\n")
    page.connection.lost(page.transport)
    _ = page.connection.receive(#"{"t":"c","d":{"t":"p","d":{}}}"#, over: socket)
    #expect(await socket.next(1) == [#"{"t":"c","d":{"t":"o","d":{}}}"#])
    page.connection.end()
    await served
  }

  @Test(
    "pieces are put together by their numbers, whatever order they come in, and once",
    arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 0, 3, 1, 2], [2, 3, 0, 1]])
  func segments(order: [Int]) throws {
    let page = try Page()
    let text = Self.statistics
    let middle = text.index(text.startIndex, offsetBy: 30)
    let parts: [PollingTransport.Segment] = [
      (0, 1, text), (1, 2, String(text[..<middle])), (2, 2, String(text[middle...])), (3, 1, text),
    ]
    var messages: [String] = []
    for number in order { messages += try page.transport.messages([parts[number]]) }
    let message = #"{"t":"d","d":{"r":1,"a":"s","b":{"c":{"sdk.js.12-0-0":1}}}}"#
    #expect(messages == [message, message, message])
  }

  @Test("what is no base64 of a text is refused")
  func hostileSegments() throws {
    for data in ["%%%", "_w..", "a"] {
      let page = try Page()
      #expect(throws: ProtocolViolation.self, "\(data)") { try page.transport.messages([(0, 1, data)]) }
    }
    let page = try Page()
    #expect(throws: ProtocolViolation.self) {
      for number in 1..<10_000 { _ = try page.transport.messages([(number, 1, "e30.")]) }
    }
  }
}
