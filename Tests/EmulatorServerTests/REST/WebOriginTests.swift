import Testing

@testable import EmulatorServer

/// What pages may do: every origin with every endpoint and every credential, over real sockets.
@Suite("Origins of web pages") struct WebOriginTests {
  // MARK: - The table

  /// Headers by which a browser tells whose page a request is from.
  struct Page: CustomTestStringConvertible {
    var name: String
    var headers: [String]
    var isServed: Bool

    var testDescription: String { name }

    static let served = [
      Page(name: "no page", headers: [], isServed: true),
      Page(
        name: "a page of this machine", headers: ["origin: http://localhost:5173", "sec-fetch-site: same-site"],
        isServed: true),
      Page(
        name: "a page of another address of this machine",
        headers: ["origin: https://app.localhost:3000", "sec-fetch-site: cross-site"], isServed: true),
      Page(name: "an app's own scheme", headers: ["origin: capacitor://localhost"], isServed: true),
      Page(
        name: "a development server that names no address", headers: ["origin: http://0.0.0.0:8000"], isServed: true),
      Page(name: "IPv6", headers: ["origin: http://[::1]:4000"], isServed: true),
      Page(
        name: "an allowed page", headers: ["origin: https://Team.Example:8443", "sec-fetch-site: cross-site"],
        isServed: true),
    ]
    static let refused =
      [
        "https://evil.example", "http://evil.example:8080", "null", "http://localhost.evil.example",
        "http://127.evil.example",
        "http://127.0.0.1.evil.example", "http://localhost@evil.example", "http://localhost:1@evil.example",
        "http://evil.example#localhost", "http://evil.example/localhost", "https://team.example",
        "http://team.example:8443",
        "http://notlocalhost", "file://", "localhost", "", "http://", "http://[::1].evil.example",
        "chrome-extension://abcdef",
        "http://0.0.0.0.evil.example", "http://localhost http://evil.example",
      ].map { Page(name: "origin \($0)", headers: ["origin: \($0)"], isServed: false) } + [
        Page(
          name: "two origins", headers: ["origin: http://localhost", "origin: https://evil.example"], isServed: false),
        Page(
          name: "something loaded by a page that hides",
          headers: ["sec-fetch-site: cross-site", "sec-fetch-mode: no-cors"], isServed: false),
        Page(
          name: "something loaded by a page",
          headers: [
            "referer: https://evil.example/a", "sec-fetch-site: cross-site", "sec-fetch-mode: no-cors",
            "sec-fetch-dest: script",
          ],
          isServed: false),
        Page(
          name: "a frame",
          headers: [
            "referer: https://evil.example/", "sec-fetch-site: cross-site", "sec-fetch-mode: navigate",
            "sec-fetch-dest: iframe",
          ],
          isServed: false),
      ]
  }

  /// One request as a page would write it, with a place for the credential.
  struct Endpoint {
    var method: String
    var path: String
    var body = ""
    var isRealtime = false
  }

  static let endpoints = [
    Endpoint(method: "GET", path: RESTExampleTests.url + "/c/a"),
    Endpoint(method: "PATCH", path: RESTExampleTests.url + "/c/a", body: "{}"),
    Endpoint(
      method: "POST", path: RESTExampleTests.url + ":runQuery",
      body: #"{"structuredQuery":{"from":[{"collectionId":"c"}]}}"#),
    Endpoint(
      method: "POST", path: RESTExampleTests.url + ":commit",
      body: #"{"writes":[{"delete":"\#(RESTExampleTests.root)/c/a"}]}"#),
    Endpoint(method: "POST", path: RESTExampleTests.url + "/c/a?$httpMethod=DELETE"),
    Endpoint(method: "DELETE", path: "/emulator/v1/projects/p/databases/(default)/documents"),
    Endpoint(method: "PUT", path: EndpointTests.rules, body: #"{"rules":{"files":[{"content":""}]}}"#),
    Endpoint(method: "GET", path: "/emulator/v1/projects/p:ruleCoverage"),
    Endpoint(
      method: "POST", path: "/emulator/v1/projects/p:export", body: #"{"export_directory":"/dev/null/nowhere"}"#),
    Endpoint(
      method: "POST", path: "/emulator/v1/projects/p:import", body: #"{"export_directory":"/dev/null/nowhere"}"#),
    Endpoint(method: "POST", path: "/v1/projects/p/databases/(default):exportDocuments", body: "{}"),
    Endpoint(method: "GET", path: "/emulator/v1/projects/p:ruleCoverage.html"),
    Endpoint(method: "GET", path: "/firebreak/v1/ledger"),
    Endpoint(method: "GET", path: "/firebreak/v1/health"),
    Endpoint(method: "GET", path: "/firebreak/v1/queries"),
    Endpoint(method: "GET", path: "/firebreak/v1/findings"),
    Endpoint(method: "GET", path: "/firebreak/v1/indexes/suggested"),
    Endpoint(method: "DELETE", path: "/firebreak/v1/ledger"),
    Endpoint(method: "GET", path: "/firebreak/v1/denials"),
    Endpoint(method: "GET", path: "/emulators"),
    Endpoint(method: "POST", path: "/google.firestore.v1.Firestore/Listen/channel?VER=8&RID=1"),
    Endpoint(method: "GET", path: "/google.firestore.v1.Firestore/Write/channel?VER=8&RID=rpc"),
    Endpoint(method: "GET", path: "/a.json", isRealtime: true),
    Endpoint(method: "PUT", path: "/a.json", body: "2", isRealtime: true),
    Endpoint(method: "POST", path: "/a.json?x-http-method-override=DELETE", body: "null", isRealtime: true),
    Endpoint(method: "GET", path: "/a.json?callback=f", isRealtime: true),
    Endpoint(method: "GET", path: "/.settings/rules.json", isRealtime: true),
    Endpoint(method: "PUT", path: "/.settings/rules.json", body: #"{"rules":{}}"#, isRealtime: true),
    Endpoint(method: "GET", path: "/.inspect/coverage", isRealtime: true),
    Endpoint(method: "GET", path: "/.ws?v=5", isRealtime: true),
    Endpoint(method: "GET", path: "/.lp?start=t&cb=1&v=5&ns=demo", isRealtime: true),
    Endpoint(method: "GET", path: "/.lp?id=1&pw=x&dframe=t", isRealtime: true),
    Endpoint(method: "POST", path: "/.lp?id=1&pw=x&disconn=t", isRealtime: true),
  ]

  /// What says who somebody is: in headers, and in parameters of the URL.
  struct Credential {
    var headers: [String] = []
    var parameter = ""
    var isOwner = false

    /// Whether it is somebody's token, as it comes.
    var isToken: Bool { !headers.isEmpty || !parameter.isEmpty }

    static let user = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ."
  }

  static let credentials = [
    Credential(),
    Credential(headers: ["authorization: Bearer owner"], isOwner: true),
    Credential(headers: ["authorization: bearer  owner"], isOwner: true),
    Credential(headers: ["authorization: Bearer \(Credential.user)"]),
    Credential(headers: ["authorization: Bearer \(Credential.user)", "authorization: Bearer owner"], isOwner: true),
    Credential(parameter: "auth=owner", isOwner: true),
    Credential(parameter: "access_token=owner", isOwner: true),
    Credential(parameter: "access_token=%6Fwner", isOwner: true),
    Credential(parameter: "$httpHeaders=Authorization:Bearer%20owner", isOwner: true),
    Credential(parameter: "auth=\(Credential.user)"),
    Credential(parameter: "access_token=owner&auth_variable_override=%7B%22uid%22%3A%22ada%22%7D", isOwner: true),
  ]

  private static func send(
    _ endpoint: Endpoint, _ credential: Credential, _ page: Page, to server: TestServer
  ) async throws -> HTTPExchange {
    let mark = endpoint.path.contains("?") ? "&" : "?"
    let path = endpoint.path + (credential.parameter.isEmpty ? "" : mark + credential.parameter)
    // A type that needs no preflight.
    return try await HTTPExchange.send(
      endpoint.method, path, headers: ["content-type: text/plain"] + page.headers + credential.headers,
      body: endpoint.body,
      port: endpoint.isRealtime ? server.databasePort : server.port)
  }

  private static let team = WebOrigin("https://team.example:8443")

  @Test("the page of somebody else reads and changes nothing", arguments: Page.refused)
  func refused(page: Page) async throws {
    try await TestServer.runBoth(allowing: [try #require(Self.team)]) { server in
      try await Self.fill(server)
      for endpoint in Self.endpoints {
        for credential in Self.credentials {
          let answer = try await Self.send(endpoint, credential, page, to: server)
          #expect(answer.status == (endpoint.isRealtime ? 401 : 403), "\(endpoint) \(credential)")
          #expect(answer.body.contains("may not use this emulator"), "\(endpoint) \(credential)")
          #expect(answer.headers.keys.allSatisfy { !$0.hasPrefix("access-control") }, "\(endpoint) \(credential)")
        }
      }
      for port in [server.port, server.databasePort] {
        let preflight = try await HTTPExchange.send(
          "OPTIONS", "/a.json",
          headers: page.headers + [
            "access-control-request-method: PUT", "access-control-request-headers: authorization",
            "access-control-request-private-network: true",
          ], port: port)
        #expect(preflight.status == (port == server.port ? 403 : 401))
        #expect(preflight.headers.keys.allSatisfy { !$0.hasPrefix("access-control") })
      }
      try await Self.expectUnchanged(server)
    }
  }

  @Test("pages of this machine, of the same host and allowed ones are served", arguments: Page.served)
  func served(page: Page) async throws {
    try await TestServer.runBoth(allowing: [try #require(Self.team)]) { server in
      let origin = page.headers.first { $0.hasPrefix("origin") }.map { String($0.dropFirst("origin: ".count)) }
      for endpoint in Self.endpoints {
        for credential in Self.credentials {
          try await Self.fill(server)
          let answer = try await Self.send(endpoint, credential, page, to: server)
          let withoutPage = try await Self.send(endpoint, credential, Page.served[0], to: server)
          #expect(!answer.body.contains("Web pages of"), "\(endpoint) \(credential)")
          #expect(answer.headers["access-control-allow-origin"] == origin, "\(endpoint) \(credential)")
          #expect(withoutPage.headers["access-control-allow-origin"] == nil)
          let isOverride = ["httpMethod", "override"].contains { endpoint.path.contains($0) } && credential.isOwner
          let isScript = endpoint.path.contains("callback") && credential.isToken
          let isUnderstood =
            endpoint.isRealtime ? !credential.parameter.hasPrefix("$") : !credential.parameter.hasPrefix("auth=")
          if isOverride || isScript, isUnderstood {
            #expect(answer.status == (endpoint.isRealtime ? 401 : 403), "\(endpoint) \(credential)")
          }
        }
      }
    }
  }

  /// A page whose own name leads to this machine (DNS rebinding) is of the same origin to the browser.
  @Test(
    "a host that this server is not known by is told nothing", arguments: ["rebound.example.com", "router", "a.local"])
  func rebinding(host: String) async throws {
    try await TestServer.runBoth { server in
      try await Self.fill(server)
      let page = ["origin: http://\(host):3000", "sec-fetch-site: same-origin"]
      for endpoint in Self.endpoints {
        for credential in Self.credentials {
          let mark = endpoint.path.contains("?") ? "&" : "?"
          let path = endpoint.path + (credential.parameter.isEmpty ? "" : mark + credential.parameter)
          let answer = try await HTTPExchange.send(
            endpoint.method, path, headers: page + credential.headers, body: endpoint.body,
            port: endpoint.isRealtime ? server.databasePort : server.port, host: host)
          #expect(answer.status == (endpoint.isRealtime ? 401 : 403), "\(endpoint) \(credential)")
          #expect(answer.body.contains("is not one that this emulator is known by"), "\(endpoint) \(credential)")
        }
      }
      try await Self.expectUnchanged(server)
    }
  }

  @Test("a WebSocket is opened for the same pages", arguments: Page.served + Page.refused)
  func webSockets(page: Page) async throws {
    try await TestServer.runBoth(allowing: [try #require(Self.team)]) { server in
      let port = server.databasePort
      for credential in Self.credentials {
        let mark = credential.parameter.isEmpty ? "" : "&" + credential.parameter
        try await RawConnection.with(port: port) { connection in
          let client = try await WebSocketClient(
            connection, "/.ws?v=5&ns=demo" + mark, port: port, headers: page.headers + credential.headers)
          #expect(client.status == (page.isServed ? 101 : 401), "\(credential)")
        }
      }
    }
  }

  /// The pages of the same host, whatever the host is: a phone that opens the development server of a laptop.
  @Test("a page of the host that a request is sent to")
  func sameHost() {
    let pages = WebPages(host: "0.0.0.0")
    #expect(WebOrigin("http://192.168.1.5:3000").map { pages.isAdmitted($0, authority: "192.168.1.5:8080") } == true)
    #expect(WebOrigin("http://192.168.1.5:3000").map { pages.isAdmitted($0, authority: "192.168.1.6:8080") } == false)
    #expect(WebOrigin("http://192.168.1.5:3000").map { pages.isAdmitted($0, authority: nil) } == false)
    #expect(WebOrigin("http://firestore:3000").map { pages.isAdmitted($0, authority: "FIRESTORE") } == true)
  }

  @Test(
    "a link that somebody follows is served, but not with credentials",
    arguments: [
      ("/firebreak/v1/health", 200), ("/", 200), ("/firebreak/v1/health?auth=owner", 403),
      (RESTExampleTests.url + "/c/a?access_token=owner", 403),
      (RESTExampleTests.url + "/c/a?%24httpHeaders=Authorization:Bearer%20owner", 403),
    ])
  func links(path: String, status: Int) async throws {
    try await TestServer.run { server in
      let browser = [
        "referer: https://docs.example/guide", "sec-fetch-site: cross-site", "sec-fetch-mode: navigate",
        "sec-fetch-dest: document",
      ]
      let followed = try await HTTPExchange.send("GET", path, headers: browser, to: server)
      #expect(followed.status == status)
      // A browser of some years ago.
      let old = try await HTTPExchange.send("GET", path, headers: ["referer: https://docs.example"], to: server)
      #expect(old.status == status)
      let posted = try await HTTPExchange.send("POST", path, headers: browser, to: server)
      #expect(posted.status == 403)
    }
  }

  @Test("gRPC that a proxy has translated for a page")
  func translated() {
    let pages = WebPages(host: "127.0.0.1", allowed: [.null])
    #expect(throws: Never.self) { try pages.admit(origins: ["http://localhost:3000", "null"]) }
    #expect(throws: (any Error).self) { try pages.admit(origins: ["https://evil.example"]) }
  }

  // MARK: - What is asked of a server around the requests

  private static func fill(_ server: TestServer) async throws {
    // Whatever rules the request before has put there.
    _ = try await HTTPExchange.send(
      "PATCH", RESTExampleTests.url + "/c/a", headers: ["authorization: Bearer owner"], body: "{}", to: server)
    _ = try await HTTPExchange.send(
      "PUT", "/a.json", headers: ["authorization: Bearer owner"], body: "1", port: server.databasePort)
  }

  private static func expectUnchanged(_ server: TestServer) async throws {
    let document = try await HTTPExchange.send(
      "GET", RESTExampleTests.url + "/c/a", headers: ["authorization: Bearer owner"], to: server)
    #expect(document.status == 200)
    let value = try await HTTPExchange.send(
      "GET", "/a.json", headers: ["authorization: Bearer owner"], port: server.databasePort)
    #expect(value.body == "1")
  }
}
