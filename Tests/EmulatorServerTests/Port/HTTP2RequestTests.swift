import NIOCore
import NIOHPACK
import Testing

@testable import EmulatorServer

/// Requests over HTTP/2 that are no calls of gRPC are answered as those of HTTP/1 are.
@Suite("Requests over HTTP/2") struct HTTP2RequestTests {
  private static let owner = [("authorization", "Bearer owner")]

  @Test("methods of REST, errors, and our own endpoints, over both versions of HTTP")
  func sameAnswers() async throws {
    try await TestServer.run { server in
      try await HTTP2Client.with(port: server.port) { client in
        let written = try await client.exchange(
          "PATCH", RESTExampleTests.url + "/c/a", headers: Self.owner, body: #"{"fields":{"n":{"integerValue":"1"}}}"#)
        #expect(written.status == 200)
        for (method, path, body) in [
          ("GET", "/", ""), ("GET", RESTExampleTests.url + "/c/a", ""),
          ("GET", RESTExampleTests.url + "/c/missing", ""),
          ("POST", RESTExampleTests.url + ":runQuery", #"{"structuredQuery":{"from":[{"collectionId":"c"}]}}"#),
          ("POST", RESTExampleTests.url + ":commit", "{"), ("GET", "/nothing", ""), ("DELETE", "/", ""),
          ("GET", "/firebreak/v1/health", ""), ("GET", "/emulators", ""),
        ] {
          let answer = try await client.exchange(method, path, headers: Self.owner, body: body)
          var expected = try await HTTPExchange.send(
            method, path, headers: ["authorization: Bearer owner"], body: body, to: server)
          for name in ["connection", "date", "transfer-encoding"] { expected.headers[name] = nil }
          var plain = answer
          for name in ["date"] { plain.headers[name] = nil }
          #expect(plain == expected, "\(method) \(path)")
        }
      }
    }
  }

  @Test("the answer to HEAD has the length of the body and no body")
  func head() async throws {
    try await TestServer.run { server in
      let answer = try await HTTP2Client.with(port: server.port) { try await $0.exchange("HEAD", "/") }
      #expect(answer.status == 200)
      #expect(answer.headers["content-length"] == "3")
      #expect(answer.body == "")
    }
  }

  @Test("a body larger than the window of a stream arrives, and so does its answer")
  func large() async throws {
    try await TestServer.run { server in
      let text = String(repeating: "x", count: 1_000_000)
      let body = #"{"fields":{"t":{"stringValue":"\#(text)"}}}"#
      try await HTTP2Client.with(port: server.port) { client in
        let written = try await client.exchange(
          "PATCH", RESTExampleTests.url + "/c/a", headers: Self.owner, body: body)
        #expect(written.status == 200)
        #expect(written.body.contains(text))
      }
    }
  }

  @Test("a body beyond the limit is refused before it has come")
  func tooLarge() async throws {
    try await TestServer.run { server in
      try await HTTP2Client.with(port: server.port) { client in
        let headers = HTTP2Client.head("POST", "/v1/a", Self.owner + [("content-length", "99999999")])
        let body = try await client.stream(headers) { answer, _ in
          let body = try await answer.body()
          #expect(answer.head?.first(name: ":status") == "400")
          return String(decoding: body, as: UTF8.self)
        }
        #expect(body.contains("Request payload size exceeds the limit: 11534336 bytes."))
      }
    }
  }

  @Test("pages of others are refused as over HTTP/1")
  func foreignPage() async throws {
    try await TestServer.run { server in
      let answer = try await HTTP2Client.with(port: server.port) { client in
        try await client.exchange("GET", "/", headers: [("origin", "https://evil.example")])
      }
      #expect(answer.status == 403)
    }
  }

  @Test(
    "what is not quite gRPC",
    arguments: [
      ("GET", "application/grpc", 405), ("POST", "application/grpc-web", 415), ("POST", "application/grpc+json", 415),
    ])
  func refused(method: String, contentType: String, status: Int) async throws {
    try await TestServer.run { server in
      let answer = try await HTTP2Client.with(port: server.port) { client in
        try await client.exchange(
          method, "/\(RPCMethod.service)/Commit", headers: [("content-type", contentType), ("te", "trailers")])
      }
      #expect(answer == HTTPExchange(status: status, headers: [:], body: ""))
    }
  }

  @Test("a page listens over the channel, one stream for each of its requests")
  func channel() async throws {
    try await TestServer.run { server in
      try await HTTP2Client.with(port: server.port) { client in
        let channel = ChannelClient(server: server)
        let headers = [("origin", ChannelClient.page)]
        let form =
          "headers=\(ChannelClient.escaped("Authorization:Bearer owner\r\n"))&"
          + ChannelClient.form([ChannelClient.listen(1)], from: 0)
        let opened = try await client.exchange(
          "POST", channel.path("RID=1&CVER=22&t=1"),
          headers: headers + [("content-type", "application/x-www-form-urlencoded")], body: form)
        #expect(opened.status == 200)
        #expect(opened.headers["access-control-allow-origin"] == ChannelClient.page)
        let parts = opened.body.split(separator: "\"", omittingEmptySubsequences: false)
        let id = try #require(parts.count > 3 && parts[1] == "c" ? String(parts[3]) : nil)
        // One request waits for what another one causes.
        let back = HTTP2Client.head("GET", channel.path("RID=rpc&SID=\(id)&AID=0&CI=0&TYPE=xmlhttp"), headers)
        try await client.stream(back, isWhole: true) { answer, _ in
          var text = ""
          while !text.contains("CURRENT"), let piece = try await answer.next() { text += String(buffer: piece) }
          #expect(text.contains("CURRENT"))
          let written = try await client.exchange(
            "PATCH", RESTExampleTests.url + "/c/new", headers: Self.owner, body: "{}")
          #expect(written.status == 200)
          while !text.contains("c/new"), let piece = try await answer.next() { text += String(buffer: piece) }
          #expect(text.contains("c/new"))
        }
      }
    }
  }
}
