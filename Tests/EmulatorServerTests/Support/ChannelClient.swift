import Testing

/// A client of the browser channel, one request at a time.
struct ChannelClient: Sendable {
  static let database = RESTExampleTests.database
  static let page = "http://localhost:3000"

  let server: TestServer
  var stream = "Listen"
  var origin: String? = page

  func path(_ query: String) -> String {
    "/google.firestore.v1.Firestore/\(stream)/channel?VER=8&database=\(Self.database)&\(query)"
  }

  var headers: [String] { origin.map { ["origin: \($0)"] } ?? [] }

  func post(_ query: String, _ form: String = "") async throws -> HTTPExchange {
    try await HTTPExchange.send(
      "POST", path(query), headers: headers + ["content-type: application/x-www-form-urlencoded"], body: form,
      to: server)
  }

  func get(_ query: String) async throws -> HTTPExchange {
    try await HTTPExchange.send("GET", path(query), headers: headers, to: server)
  }

  /// - Returns: the name of the session.
  func open(_ maps: [String], credentials: String = "Authorization:Bearer owner\r\n") async throws -> String {
    let form = "headers=\(Self.escaped(credentials))&" + Self.form(maps, from: 0)
    let answer = try await post("RID=1&CVER=22&X-HTTP-Session-Id=gsessionid&t=1", form)
    #expect(answer.status == 200)
    let parts = answer.body.split(separator: "\"", omittingEmptySubsequences: false)
    return try #require(parts.count > 3 && parts[1] == "c" ? String(parts[3]) : nil)
  }

  func send(_ id: String, _ maps: [String], from first: Int, acknowledged: Int = 0) async throws -> HTTPExchange {
    try await post("SID=\(id)&RID=2&AID=\(acknowledged)", Self.form(maps, from: first))
  }

  /// The text behind the length, which is checked.
  func poll(_ id: String, after acknowledged: Int, milliseconds: Int? = nil) async throws -> String {
    let time = milliseconds.map { "&TO=\($0)" } ?? ""
    let answer = try await get("RID=rpc&SID=\(id)&AID=\(acknowledged)&CI=1&TYPE=xmlhttp\(time)")
    #expect(answer.status == 200)
    return try Self.text(answer.body)
  }

  /// Everything up to an array that holds `mark`, one answer after the other.
  func poll(_ id: String, after acknowledged: Int, until mark: String) async throws -> (text: String, last: Int) {
    var text = ""
    var last = acknowledged
    while !text.contains(mark) {
      let chunk = try await poll(id, after: last)
      text += chunk
      last += Self.arrayCount(chunk)
    }
    return (text, last)
  }

  func streamRequest(_ id: String, after acknowledged: Int) -> String {
    let lines =
      ["GET \(path("RID=rpc&SID=\(id)&AID=\(acknowledged)&CI=0&TYPE=xmlhttp")) HTTP/1.1", "host: 127.0.0.1"] + headers
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }

  // MARK: - Texts

  static func text(_ chunk: String) throws -> String {
    let parts = chunk.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let length = try #require(parts.first.flatMap { Int($0) })
    let text = parts.count > 1 ? String(parts[1]) : ""
    #expect(text.utf16.count == length)
    return text
  }

  /// Ids of arrays go up by one, so those of a chunk can be counted by them.
  static func arrayCount(_ text: String) -> Int { text.matches(of: #/[\[,]\[\d+,\[/#).count }

  static func form(_ maps: [String], from first: Int) -> String {
    let parts = maps.enumerated().map { "req\($0.offset)___data__=\(escaped($0.element))" }
    return (["count=\(maps.count)", "ofs=\(first)"] + parts).joined(separator: "&")
  }

  static func escaped(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      result += isPlain ? String(decoding: [byte], as: UTF8.self) : "%" + (byte < 16 ? "0" : "") + digits
    }
  }

  static func listen(_ target: Int, to collection: String = "c") -> String {
    let query =
      #"{"structuredQuery":{"from":[{"collectionId":"\#(collection)"}]},"parent":"\#(RESTExampleTests.root)"}"#
    return #"{"database":"\#(database)","addTarget":{"query":\#(query),"targetId":\#(target)}}"#
  }

  static let openWrites = #"{"database":"\#(database)"}"#

  static func write(_ document: String, _ fields: String = "{}") -> String {
    #"{"writes":[{"update":{"name":"\#(RESTExampleTests.root)/\#(document)","fields":\#(fields)}}]}"#
  }
}
