import FirestoreModel
import Testing

@testable import EmulatorServer

/// Listen and Write as a page in a browser speaks them, over real sockets.
@Suite("Browser channel") struct ChannelTests {
  /// Times, tokens and names of streams are not part of what is asserted.
  static func plain(_ text: String) -> String {
    RESTExampleTests.timeless(text)
      .replacing(#/"(resumeToken|streamToken|streamId)":"[^"]+"/#) { "\"\($0.output.1)\":\"…\"" }
  }

  @Test("a write, from the handshake to its result")
  func write() async throws {
    try await TestServer.run { server in
      let client = ChannelClient(server: server, stream: "Write")
      let answer = try await client.post(
        "RID=96654&CVER=22&X-HTTP-Session-Id=gsessionid&zx=cen0fk1rhg1w&t=1",
        "headers=Authorization%3ABearer%20owner%0D%0A&" + ChannelClient.form([ChannelClient.openWrites], from: 0))
      #expect(answer.status == 200)
      let id = try #require(answer.body.firstMatch(of: #/^60\n\[\[0,\["c","([0-9a-f]{32})","",8,12,30000\]\]\]$/#))
        .output.1
      let expected = [
        "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache, no-store, max-age=0, must-revalidate",
        "x-content-type-options": "nosniff", "access-control-allow-origin": ChannelClient.page,
        "access-control-allow-credentials": "true", "vary": "Origin", "content-length": "63",
      ]
      #expect(answer.headers.filter { expected[$0.key] != nil } == expected)
      #expect(answer.headers["access-control-expose-headers"]?.contains("x-http-session-id") == true)
      #expect(answer.headers["x-http-session-id"]?.count == 32)
      let session = String(id)
      #expect(
        Self.plain(try await client.poll(session, after: 0)) == #"[[1,[{"streamId":"…","streamToken":"…"}]]]"#)
      let sent = try await client.send(session, [ChannelClient.write("c/é")], from: 1, acknowledged: 1)
      #expect(sent.status == 200)
      #expect(sent.body.firstMatch(of: #/^\d+\n\[0, (1, 0|2, \d+)\]$/#) != nil)
      #expect(
        Self.plain(try await client.poll(session, after: 1))
          == #"[[2,[{"streamToken":"…","writeResults":[{"updateTime":"T"}],"commitTime":"T"}]]]"#)
      let end = try await client.post("SID=\(session)&RID=96656&TYPE=terminate")
      #expect(end.status == 200 && end.body == "")
      #expect(try await client.get("RID=rpc&SID=\(session)&AID=2&CI=1").status == 400)
      let document = try await HTTPExchange.send(
        "GET", RESTExampleTests.url + "/c/%C3%A9", headers: ["authorization: Bearer owner"], to: server)
      #expect(document.status == 200)
    }
  }

  @Test("a listener: what there is, what comes, what goes; one chunk for what is there at once")
  func listen() async throws {
    try await TestServer.run { server in
      let client = ChannelClient(server: server)
      try await RESTExampleTests.expect(server, "POST", "/c?documentId=a", "{}", answers: 200, nil)
      let id = try await client.open([ChannelClient.listen(2)])
      let (text, last) = try await client.poll(id, after: 0, until: #"{"targetChange":{"resumeToken"#)
      let document = #"{"name":"\#(RESTExampleTests.root)/c/a","createTime":"T","updateTime":"T"}"#
      #expect(
        Self.plain(text).replacing("]][[", with: "],[")
          == #"[[1,[{"targetChange":{"targetChangeType":"ADD","targetIds":[2]}}]],"#
          + #"[2,[{"documentChange":{"document":\#(document),"targetIds":[2]}}]],"#
          + #"[3,[{"targetChange":{"targetChangeType":"CURRENT","targetIds":[2],"resumeToken":"…","readTime":"T"}}]],"#
          + #"[4,[{"targetChange":{"resumeToken":"…","readTime":"T"}}]]]"#)
      #expect(last == 4)
      _ = try await HTTPExchange.send("DELETE", RESTExampleTests.url + "/c/a", to: server)
      let change = try await client.poll(id, after: 4, until: #"{"targetChange":{"resumeToken"#)
      #expect(
        Self.plain(change.text).replacing("]][[", with: "],[").hasPrefix(
          #"[[5,[{"documentDelete":{"document":"\#(RESTExampleTests.root)/c/a","readTime":"T","removedTargetIds":[2]}}]],"#
        ))
      let removal = #"{"database":"\#(ChannelClient.database)","removeTarget":2}"#
      #expect(try await client.send(id, [removal], from: 1, acknowledged: change.last).status == 200)
      #expect(
        try await client.poll(id, after: change.last, until: "REMOVE").text
          == #"[[7,[{"targetChange":{"targetChangeType":"REMOVE","targetIds":[2]}}]]]"#)
    }
  }

  @Test("who somebody is stands in the handshake: in its body, its URL or its headers; what refuses is the first array")
  func credentials() async throws {
    let denied =
      #"[[2,[{"error":{"code":403,"message":"Missing or insufficient permissions.","status":"PERMISSION_DENIED"}}]]]"#
    try await TestServer.run(isOpen: false) { server in
      let client = ChannelClient(server: server, stream: "Write")
      for (credentials, answer) in [
        ("Authorization:Bearer owner\r\n", nil), ("authorization: Bearer owner", nil),
        ("X-Other:a:b\r\nAuthorization:Bearer \(WebOriginTests.Credential.user)\r\n", denied), ("", denied),
      ] {
        let id = try await client.open(
          [ChannelClient.openWrites, ChannelClient.write("c/a")], credentials: credentials)
        let mark = answer == nil ? "commitTime" : "error"
        let text = try await client.poll(id, after: 0, until: mark).text
        if let answer { #expect(text.replacing("]][[", with: "],[").hasSuffix(answer.dropFirst())) }
      }
      let refused = try await client.open([ChannelClient.openWrites], credentials: "Authorization:nobody\r\n")
      #expect(
        try await client.poll(refused, after: 0)
          == #"[[1,[{"error":{"code":403,"message":"Missing or insufficient permissions.","status":"PERMISSION_DENIED"}}]]]"#
      )
      let inURL = try await client.post(
        "RID=1&$httpHeaders=Authorization:Bearer%20owner%0D%0A",
        ChannelClient.form([ChannelClient.openWrites, ChannelClient.write("c/b")], from: 0))
      let parts = inURL.body.split(separator: "\"", omittingEmptySubsequences: false)
      let id = try #require(parts.count > 3 ? String(parts[3]) : nil)
      #expect(try await client.poll(id, after: 0, until: "commitTime").last == 2)
    }
  }

  @Test("a session is the page's that has opened it, and of the stream that it was opened for")
  func owners() async throws {
    try await TestServer.run { server in
      let client = ChannelClient(server: server)
      let id = try await client.open([ChannelClient.listen(2)])
      let others = [
        ChannelClient(server: server, origin: "http://localhost:3001"), ChannelClient(server: server, stream: "Write"),
      ]
      for other in others {
        for answer in [
          try await other.get("RID=rpc&SID=\(id)&AID=0&CI=1"), try await other.send(id, [], from: 1),
        ] {
          #expect(answer.status == 400 && answer.body == "Error: Unknown SID\n")
          #expect(answer.headers["access-control-allow-origin"] == other.origin)
        }
        #expect(try await other.post("SID=\(id)&TYPE=terminate").status == 200)
      }
      #expect(try await client.poll(id, after: 0).contains("ADD"))
    }
  }

  @Test(
    "what is no request of the channel is refused in words, and read by the page",
    arguments: [
      ("POST", "Listen", "VER=9", 501, "Error: Version 9 of the channel is not supported (FB8001).\n"),
      ("GET", "Listen", "VER=8", 501, "Error: Opening a channel by GET is not supported (FB8001).\n"),
      ("POST", "Write", "VER=8&SID=a&AID=x", 400, "Error: `AID` is not a number.\n"),
      ("GET", "Write", "VER=8&SID=a&AID=0", 400, "Error: Unknown SID\n"),
      ("GET", "Write", "VER=8&SID=a&TYPE=terminate", 200, ""),
      (
        "PUT", "Write", "VER=8", 405,
        #"{"error":{"code":405,"message":"The method of the request is not allowed at this path.","status":"UNIMPLEMENTED"}}"#
      ),
      (
        "POST", "RunQuery", "VER=8", 404,
        #"{"error":{"code":404,"message":"Nothing is served at this path and method.","status":"NOT_FOUND"}}"#
      ),
    ])
  func refused(method: String, stream: String, query: String, status: Int, body: String) async throws {
    try await TestServer.run { server in
      let answer = try await HTTPExchange.send(
        method, "/google.firestore.v1.Firestore/\(stream)/channel?\(query)", headers: ["origin: \(ChannelClient.page)"],
        to: server)
      #expect(answer.status == status)
      #expect(answer.body == body)
      #expect(answer.headers["access-control-allow-origin"] == ChannelClient.page)
    }
  }

  @Test(
    "a map that is no message ends the stream with the reason",
    arguments: ["", "{", "[]", "null", #"{"database":3}"#, "\u{FFFD}", #"{"addTarget":{"targetId":"x"}}"#])
  func hostileMaps(map: String) async throws {
    try await TestServer.run { server in
      let client = ChannelClient(server: server)
      let id = try await client.open([map])
      #expect(try await client.poll(id, after: 0).hasPrefix(#"[[1,[{"error":{"code":400,"#))
      #expect(try await client.get("RID=rpc&SID=\(id)&AID=1&CI=1").body == "Error: Unknown SID\n")
    }
  }
}
