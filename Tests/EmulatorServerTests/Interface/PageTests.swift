import EmulatorPage
import Foundation
import Testing

@testable import EmulatorServer

/// The page, what it asks for, and who else may ask.
@Suite("Page") struct PageTests {
  private static func send(
    _ method: String, _ target: String, _ headers: [String] = [], body: String = "", to server: TestServer
  ) async throws -> HTTPExchange {
    try await HTTPExchange.send(method, target, headers: headers, body: body, port: server.pagePort)
  }

  @Test("its files are served, for nobody else to show or to run")
  func files() async throws {
    try await TestServer.runPage { server in
      for asset in PageAsset.allCases {
        let answer = try await Self.send("GET", "/\(asset.rawValue)", to: server)
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == asset.contentType)
        #expect(answer.body == asset.text)
        let policy = answer.headers["content-security-policy"] ?? ""
        for part in ["default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "require-trusted-types-for"]
        {
          #expect(policy.contains(part))
        }
        #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["access-control-allow-origin"] == nil)
      }
      #expect(try await Self.send("GET", "/", to: server).body == PageAsset.indexHtml.text)
      #expect(try await Self.send("GET", "/other.js", to: server).status == 404)
      #expect(try await Self.send("POST", "/", to: server).status == 405)
    }
  }

  @Test("nothing is written into a page that a browser would run or load from elsewhere")
  func markup() {
    let page = PageAsset.indexHtml.text
    #expect(!page.contains("style=") && !page.contains("<script>") && !page.contains("//"))
    for asset in PageAsset.allCases where asset.rawValue.hasSuffix(".js") {
      for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "http://localhost"] {
        #expect(!asset.text.contains(word), "\(asset.rawValue) \(word)")
      }
    }
  }

  @Test("requests, their sums and what is known of one are there as JSON")
  func requests() async throws {
    try await TestServer.runPage { server in
      for id in ["a", "b", "c"] {
        try await RESTExampleTests.expect(server, "PATCH", "/c/\(id)", "{}", answers: 200, nil)
      }
      let all = try await Self.send("GET", "/firebreak/v1/requests", to: server)
      #expect(all.body.contains(#""last": 3"#) && all.body.contains(#""target": "c/a""#))
      let some = try await Self.send("GET", "/firebreak/v1/requests?after=2", to: server)
      #expect(!some.body.contains(#""target": "c/b""#) && some.body.contains(#""target": "c/c""#))
      let newest = try await Self.send("GET", "/firebreak/v1/requests?limit=1", to: server)
      #expect(!newest.body.contains(#""target": "c/b""#) && newest.body.contains(#""target": "c/c""#))
      let older = try await Self.send("GET", "/firebreak/v1/requests?before=3&limit=1", to: server)
      #expect(older.body.contains(#""target": "c/b""#) && !older.body.contains(#""target": "c/a""#))
      #expect(!older.body.contains(#""target": "c/c""#))
      let one = try await Self.send("GET", "/firebreak/v1/requests/2", to: server)
      #expect(one.status == 200 && one.body.contains(#""bill""#))
      #expect(try await Self.send("GET", "/firebreak/v1/requests/4", to: server).status == 404)
      #expect(try await Self.send("GET", "/firebreak/v1/requests/x", to: server).status == 404)
      let overview = try await Self.send("GET", "/firebreak/v1/overview", to: server)
      #expect(overview.body.contains(#""version": "test""#) && overview.body.contains(#""documents": 3"#))
      let pulse = try await Self.send("GET", "/firebreak/v1/pulse", to: server)
      #expect(pulse.body.contains(#""writes": 3"#))
      for path in ["meter", "indexes", "rules", "health", "ledger", "queries", "findings", "denials"] {
        #expect(try await Self.send("GET", "/firebreak/v1/\(path)", to: server).status == 200, "\(path)")
      }
      // The project names no files.
      for (method, path, body) in [
        ("POST", "indexes", #"{"etag": "*"}"#), ("PUT", "rules", #"{"source": "", "etag": "*"}"#),
      ] {
        let answer = try await Self.send(method, "/firebreak/v1/\(path)", body: body, to: server)
        #expect(answer.status == 400 && answer.body.contains("FAILED_PRECONDITION"), "\(answer.body)")
      }
      #expect(try await Self.send("PUT", "/firebreak/v1/rules", body: "{}", to: server).status == 400)
    }
  }

  @Test("a session is downloaded as a workload; an empty one is none") func workload() async throws {
    try await TestServer.runPage { server in
      let none = try await Self.send("GET", "/firebreak/v1/workload", to: server)
      #expect(none.status == 400 && none.body.contains("FAILED_PRECONDITION"))
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", "{}", answers: 200, nil)
      let name = "database=projects/p/databases/(default)"
      let file = try await Self.send("GET", "/firebreak/v1/workload?\(name)", to: server)
      #expect(file.status == 200, "\(file.body)")
      #expect(file.headers["content-type"] == "application/yaml; charset=utf-8")
      #expect(file.headers["content-disposition"] == #"attachment; filename="session.workload.yaml""#)
      #expect(file.body.contains("workload: session\n") && file.body.contains("set: c/a"))
    }
  }

  @Test("the tree of the Realtime Database is read, and edited unless somebody else was faster") func realtime()
    async throws
  {
    try await TestServer.runPage { server in
      let target = "/firebreak/v1/realtime?instance=demo&path=/a"
      let set = try await Self.send("PUT", target, body: #"{"value": {"x": 1}}"#, to: server)
      #expect(set.status == 200 && set.body.contains(#""key": "x""#))
      let stale = try await Self.send("PUT", target, body: #"{"value": 2, "etag": "other"}"#, to: server)
      #expect(stale.status == 409 && stale.body.contains("The value has changed"))
      for (method, path, body) in [
        ("PUT", target, "{}"), ("PUT", target, #"{"value": {"a.b": 1}}"#),
        ("GET", "/firebreak/v1/realtime?path=/a%5B", ""),
      ] { #expect(try await Self.send(method, path, body: body, to: server).status == 400) }
      #expect(try await Self.send("DELETE", target, to: server).status == 405)
    }
  }

  @Test("the page exports and imports, and no other page does") func exchange() async throws {
    try await TestServer.runPage { server in
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", "{}", answers: 200, nil)
      let folder = FileManager.default.temporaryDirectory.appending(path: "firebreak-\(UUID().uuidString)").path()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let own = ["origin: http://127.0.0.1:\(server.pagePort)", "sec-fetch-site: same-origin"]
      let body = #"{"path": "\#(folder)", "format": "google"}"#
      let written = try await Self.send("POST", "/firebreak/v1/export", own, body: body, to: server)
      #expect(written.status == 200, "\(written.body)")
      let read = try await Self.send("POST", "/firebreak/v1/import", own, body: #"{"path": "\#(folder)"}"#, to: server)
      #expect(read.status == 200 && read.body.contains(#""documents": 0"#) == false, "\(read.body)")
      for endpoint in ["export", "import"] {
        let stranger = try await Self.send(
          "POST", "/firebreak/v1/\(endpoint)", ["origin: http://127.0.0.1:\(server.port)"], body: body, to: server)
        #expect(stranger.status == 403)
      }
    }
  }

  @Test("what happens is told as it happens")
  func events() async throws {
    try await TestServer.runPage { server in
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", "{}", answers: 200, nil)
      let port = server.pagePort
      try await RawConnection.with(port: port) { connection in
        try await connection.send("GET /firebreak/v1/events?after=0 HTTP/1.1\r\nhost: localhost:\(port)\r\n\r\n")
        var text = ""
        while !text.contains("event: pulse"), let more = try await connection.receive() {
          text += String(decoding: more, as: UTF8.self)
        }
        #expect(text.contains("Content-Type: text/event-stream"))
        #expect(text.contains(#"event: requests\#ndata: {"run":"1","skipped":0,"rows":[{"n":1,"#))
        #expect(text.contains(#""writes":1"#))
        try await RESTExampleTests.expect(server, "PATCH", "/c/b", "{}", answers: 200, nil)
        while !text.contains(#""n":2,"#), let more = try await connection.receive() {
          text += String(decoding: more, as: UTF8.self)
        }
        #expect(text.contains(#""target":"c/b""#))
      }
    }
  }

  @Test("pages of others, of this machine too, neither read nor change anything")
  func strangers() async throws {
    try await TestServer.runPage { server in
      let own = "http://127.0.0.1:\(server.pagePort)"
      let strangers = [
        ["origin: https://example.com"], ["origin: null"], ["origin: http://127.0.0.1:\(server.port)"],
        ["origin: http://localhost:\(server.pagePort)"], ["origin: https://127.0.0.1:\(server.pagePort)"],
        ["origin: \(own)", "origin: https://example.com"], ["sec-fetch-site: cross-site"],
        ["sec-fetch-site: same-site"],
        ["sec-fetch-site: cross-site", "sec-fetch-mode: navigate", "sec-fetch-dest: iframe"],
        ["referer: https://example.com/page"], ["referer: \(own).example.com/"],
      ]
      for headers in strangers {
        for (method, target) in [
          ("GET", "/firebreak/v1/requests"), ("GET", "/firebreak/v1/events"), ("DELETE", "/firebreak/v1/ledger"),
          ("PUT", "/firebreak/v1/rules"), ("POST", "/firebreak/v1/indexes"), ("GET", "/app.js"),
        ] {
          let answer = try await Self.send(method, target, headers, to: server)
          #expect(answer.status == 403, "\(method) \(target) \(headers)")
          #expect(answer.headers["access-control-allow-origin"] == nil)
        }
      }
      let preflight = ["origin: https://example.com", "access-control-request-method: PUT"]
      #expect(try await Self.send("OPTIONS", "/firebreak/v1/rules", preflight, to: server).status == 403)
      // A link may be followed to the page itself, and nowhere else.
      let link = ["sec-fetch-site: cross-site", "sec-fetch-mode: navigate", "sec-fetch-dest: document"]
      #expect(try await Self.send("GET", "/", link, to: server).status == 200)
      #expect(try await Self.send("GET", "/firebreak/v1/requests", link, to: server).status == 403)
    }
  }

  @Test("the page itself and programs may ask")
  func friends() async throws {
    try await TestServer.runPage { server in
      let own = "http://127.0.0.1:\(server.pagePort)"
      for headers in [
        [], ["origin: \(own)", "sec-fetch-site: same-origin"], ["sec-fetch-site: none"], ["referer: \(own)/"],
      ] {
        let read = try await Self.send("GET", "/firebreak/v1/requests", headers, to: server)
        let reset = try await Self.send("DELETE", "/firebreak/v1/ledger", headers, to: server)
        #expect(read.status == 200 && reset.status == 200)
      }
    }
  }

  @Test(
    "names that somebody else may lead here are not known",
    arguments: [
      "example.com", "127.0.0.1.example.com", "192.168.1.5", "host.docker.internal", "a.internal", "", "0.0.0.0",
    ])
  func hosts(name: String) async throws {
    try await TestServer.runPage { server in
      let answer = try await HTTPExchange.send("GET", "/firebreak/v1/requests", port: server.pagePort, host: name)
      #expect(answer.status == 403)
    }
  }

  @Test("a port that is taken is left to others, unless somebody has asked for it")
  func taken() async throws {
    try await TestServer.runPage { first in
      let port = first.pagePort
      try await TestServer.runPage(port: port, movesWhenTaken: true) { second in
        #expect(second.pagePort > port)
        let page = try await Self.send("GET", "/", to: second)
        #expect(page.status == 200)
      }
      await #expect(throws: ListeningFailure.portTaken(host: "127.0.0.1", port: port)) {
        try await TestServer.runPage(port: port) { _ in }
      }
    }
  }
}
