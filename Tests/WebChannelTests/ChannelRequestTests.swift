import Testing

@testable import WebChannel

@Suite("Requests of a channel") struct ChannelRequestTests {
  private static func request(
    _ method: String, _ query: String, _ form: [(String, String)] = []
  ) throws(ChannelRefusal) -> ChannelRequest {
    var parameters: [String: String] = [:]
    for part in query.split(separator: "&") {
      let name = part.prefix { $0 != "=" }
      parameters[String(name)] = String(part.dropFirst(name.count + 1))
    }
    let entries = form.map { FormEntry(name: $0.0, value: Array($0.1.utf8)) }
    return try ChannelRequest(isPost: method == "POST", parameter: { parameters[$0] }, form: entries)
  }

  private static func map(_ id: Int, _ text: String) -> ForwardMap { ForwardMap(id: id, text: Array(text.utf8)) }

  @Test("a handshake: headers of the body or, from older clients, of the URL")
  func handshake() throws {
    let body = [("headers", "A:1\r\nB:2\r\n"), ("count", "1"), ("ofs", "0"), ("req0___data__", "{}")]
    let query = "VER=8&database=projects/p/databases/d&RID=17&CVER=22&X-HTTP-Session-Id=gsessionid&zx=a&t=1"
    let opening = ChannelOpening(
      headers: "A:1\r\nB:2\r\n", database: "projects/p/databases/d", wantsSessionHeader: true, maps: [Self.map(0, "{}")]
    )
    #expect(try Self.request("POST", query, body) == .open(opening))
    var old = opening
    old.headers = "C:3"
    old.wantsSessionHeader = false
    old.database = ""
    old.maps = []
    #expect(try Self.request("POST", "SID=null&$httpHeaders=C:3&RID=1") == .open(old))
  }

  @Test("maps are found by their keys, whatever `count` says and whichever are missing")
  func maps() throws {
    let form = [
      ("count", "9"), ("req7___data__", "c"), ("ofs", "3"), ("req0___data__", "a"), ("req2___data__", "b"),
      ("req1", "x"),
      ("other", "y"),
    ]
    let maps = [Self.map(3, "a"), Self.map(5, "b"), Self.map(10, "c")]
    #expect(
      try Self.request("POST", "SID=s&AID=4&RID=2", form) == .forward(session: "s", acknowledged: 4, maps: maps))
    #expect(try Self.request("POST", "SID=s") == .forward(session: "s", acknowledged: nil, maps: []))
  }

  @Test("a back channel streams, or is polled for as long as the client says")
  func back() throws {
    let start = "VER=8&RID=rpc&SID=s&AID=4&TYPE=xmlhttp"
    #expect(try Self.request("GET", start + "&CI=0") == .back(session: "s", acknowledged: 4, .streaming))
    #expect(try Self.request("GET", "SID=s") == .back(session: "s", acknowledged: 0, .streaming))
    #expect(try Self.request("GET", "SID=s&AID=-1") == .back(session: "s", acknowledged: 0, .streaming))
    #expect(
      try Self.request("GET", start + "&CI=1") == .back(session: "s", acknowledged: 4, .polling(milliseconds: nil)))
    #expect(
      try Self.request("GET", start + "&CI=1&TO=5000")
        == .back(session: "s", acknowledged: 4, .polling(milliseconds: 5_000)))
  }

  @Test("the end is asked for by POST, by GET, and for a session that there is not", arguments: ["POST", "GET"])
  func terminate(method: String) throws {
    #expect(try Self.request(method, "SID=s&TYPE=terminate&RID=5&AID=x") == .terminate(session: "s"))
    #expect(try Self.request(method, "TYPE=terminate") == .terminate(session: ""))
  }

  @Test(
    "what is no request of this protocol",
    arguments: [
      ("GET", "VER=8&RID=rpc", [:], ChannelRefusal.unsupported("Opening a channel by GET")),
      ("POST", "VER=7", [:], .unsupported("Version 7 of the channel")),
      ("GET", "SID=s&TYPE=html", [:], .unsupported("A back channel of type html")),
      ("GET", "SID=s&AID=-2", [:], .malformed("`AID` is not a number.")),
      ("GET", "SID=s&AID=99999999999999999999", [:], .malformed("`AID` is not a number.")),
      ("GET", "SID=s&CI=1&TO=x", [:], .malformed("`TO` is not a number.")),
      ("POST", "SID=s&AID=", [:], .malformed("`AID` is not a number.")),
      (
        "POST", "RID=1", ["headers": String(repeating: "a", count: 16_385)],
        .malformed("`headers` is larger than 16384 bytes.")
      ),
      ("POST", "SID=s", ["ofs": "1.5"], .malformed("`ofs` is not a number.")),
      ("POST", "SID=s", ["req+1___data__": ""], .malformed("`req` is not a number.")),
      (
        "POST", "SID=s", ["ofs": "9223372036854775807", "req1___data__": ""],
        .malformed("The number of a map is out of range.")
      ),
    ] as [(String, String, [String: String], ChannelRefusal)])
  func refused(method: String, query: String, form: [String: String], refusal: ChannelRefusal) {
    #expect(throws: refusal) { try Self.request(method, query, form.map { ($0.key, $0.value) }) }
  }
}
