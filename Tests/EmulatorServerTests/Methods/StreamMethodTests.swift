import DocumentMessages
import DocumentStore
import FirestoreModel
import FirestoreService
import FirestoreWire
import Foundation
import SwiftProtobuf
import Testing

@testable import EmulatorServer

@Suite("Write streams") struct WriteStreamTests {
  private static let database = #""database": "projects/demo/databases/(default)""#
  private static let a = "\(MethodFixture.root)/c/a"

  private func stream(
    _ fixture: MethodFixture, _ client: (ClientStream<WireWriteRequest, WireWriteResponse>) async throws -> Void
  ) async throws -> FirestoreError? {
    let stream = ClientStream<WireWriteRequest, WireWriteResponse>()
    async let ended = refusal {
      try await fixture.methods.write.answer(stream.requests, fixture.call, to: stream.responses)
    }
    try await client(stream)
    stream.finish()
    return await ended
  }

  @Test("W4.1 handshake, batches sent ahead of their answers, farewell")
  func conversation() async throws {
    let fixture = try MethodFixture()
    let failure = try await stream(fixture) { client in
      try client.send("{\(Self.database)}")
      let handshake = try await client.next()[0]
      #expect(!handshake.streamID.isEmpty)
      #expect(!handshake.streamToken.isEmpty)
      #expect(handshake.writeResults.isEmpty)
      let token = handshake.streamToken.base64EncodedString()
      // All with the token of the handshake, before any answer was read.
      for number in 1...3 {
        try client.send(
          #"{"streamToken": "\#(token)", "writes": [{"update": {"name": "\#(Self.a)"}, "updateTransforms": "#
            + #"[{"fieldPath": "n", "increment": {"integerValue": "\#(number)"}}]}]}"#)
      }
      try client.send(#"{"streamToken": "\#(token)"}"#)
      let answers = try await client.next(4)
      #expect(
        answers.map { $0.writeResults.map { $0.transformResults.map(\.integerValue) } } == [[[1]], [[2]], [[3]], []])
      #expect(answers.allSatisfy { $0.hasCommitTime && !$0.streamToken.isEmpty && $0.streamID.isEmpty })
      #expect(Set(answers.map(\.streamToken)).count == 4)
      #expect(answers.prefix(3).map(\.commitTime.nanos) == [0, 1000, 2000])
    }
    #expect(failure == nil)
  }

  @Test("W4.1 the first refused batch ends the stream; those before it stay")
  func refused() async throws {
    let fixture = try MethodFixture()
    let failure = try await stream(fixture) { client in
      try client.send("{\(Self.database)}")
      let token = try await client.next()[0].streamToken.base64EncodedString()
      for exists in [false, false, true] {
        try client.send(
          #"{"streamToken": "\#(token)", "writes": [{"update": {"name": "\#(Self.a)"}, "currentDocument": "#
            + #"{"exists": \#(exists)}}]}"#)
      }
      #expect(try await client.next()[0].writeResults.count == 1)
    }
    #expect(failure == FirestoreError(.alreadyExists, "Document already exists: \(Self.a)"))
    #expect(fixture.database.store.current.document(path("c/a"))?.updateTime == fixture.clock.now)
  }

  @Test(
    "what a stream cannot begin or go on with",
    arguments: [
      ([#"{}"#], "Database name \"\" lacks \"projects\" at index 0."),
      (
        [#"{"database": "projects/demo/databases/(default)", "writes": [{}]}"#],
        "The first message of a Write stream must not have writes."
      ),
      (
        [#"{"database": "projects/demo/databases/(default)"}"#, #"{"streamToken": "AAAA"}"#],
        "The stream_token is not one of this stream."
      ),
      (
        [#"{"database": "projects/demo/databases/(default)"}"#, #"{"database": "projects/demo/databases/x"}"#],
        "The request was for database 'projects/demo/databases/(default)' but was attempting to access database "
          + "'projects/demo/databases/x'"
      ),
      (
        [#"{"database": "projects/demo/databases/(default)"}"#, #"{"writes": [{}]}"#],
        "empty write operation"
      ),
    ])
  func malformed(requests: [String], text: String) async throws {
    let fixture = try MethodFixture()
    let failure = try await stream(fixture) { client in for request in requests { try client.send(request) } }
    #expect(failure == FirestoreError(.invalidArgument, text))
  }

  @Test("resuming a stream is refused by name")
  func resumed() async throws {
    let fixture = try MethodFixture()
    let failure = try await stream(fixture) { try $0.send(#"{\#(Self.database), "streamId": "s1"}"#) }
    #expect(
      failure == FirestoreError(.unimplemented, "Resuming a Write stream by its stream_id is not supported (FB8001)."))
  }

  @Test("a header may name the database")
  func header() async throws {
    var fixture = try MethodFixture()
    fixture.call.database = MethodFixture.name
    let failure = try await stream(fixture) { client in
      try client.send("{}")
      #expect(try await client.next().count == 1)
    }
    #expect(failure == nil)
  }
}

@Suite("Listen streams") struct ListenStreamTests {
  private static let database = #""database": "projects/demo/databases/(default)""#
  private static let query =
    #""query": {"parent": "\#(MethodFixture.root)", "structuredQuery": {"from": [{"collectionId": "c"}]}}"#
  private typealias Client = ClientStream<WireListenRequest, WireListenResponse>

  private func stream(_ fixture: MethodFixture, _ client: (Client) async throws -> Void) async throws -> FirestoreError?
  {
    let stream = Client()
    async let ended = refusal {
      try await fixture.methods.listen.answer(stream.requests, fixture.call, to: stream.responses)
    }
    try await client(stream)
    stream.finish()
    return await ended
  }

  /// Tokens are opaque.
  private func texts(_ responses: [WireListenResponse]) throws -> [String] {
    try responses.map { response in
      var response = response
      if response.targetChange.resumeToken.isEmpty == false { response.targetChange.resumeToken = Data() }
      return try MethodFixture.json(EncodedMessage(bytes: response.serializedBytes()), as: WireListenResponse.self)
    }
  }

  @Test("W3.4-A, B, I: initial snapshot, update, removal; half-close ends with OK")
  func conversation() async throws {
    let fixture = try MethodFixture(documents: ["c/a": ["n": .integer(1)], "c/b": [:]])
    let failure = try await stream(fixture) { client in
      try client.send(#"{\#(Self.database), "addTarget": {"targetId": 2, \#(Self.query)}}"#)
      let initial = try await client.next(5)
      #expect(
        try texts(initial) == [
          #"{"targetChange":{"targetChangeType":"ADD","targetIds":[2]}}"#,
          ##"{"documentChange":{"document":{"name":"/c/a","fields":{"n":{"integerValue":"1"}},"##
            + ##""createTime":"@0.001Z","updateTime":"@0.001Z"},"targetIds":[2]}}"##,
          ##"{"documentChange":{"document":{"name":"/c/b","createTime":"@0.002Z","updateTime":"@0.002Z"},"##
            + ##""targetIds":[2]}}"##,
          #"{"targetChange":{"targetChangeType":"CURRENT","targetIds":[2],"readTime":"@1Z"}}"#,
          #"{"targetChange":{"readTime":"@1Z"}}"#,
        ])
      #expect(initial.suffix(2).allSatisfy { !$0.targetChange.resumeToken.isEmpty })
      _ = try await fixture.answer(
        fixture.methods.commit, #"{\#(Self.database), "writes": [{"delete": "\#(MethodFixture.root)/c/a"}]}"#)
      let change = try texts(try await client.next(2))
      #expect(
        change == [
          #"{"documentDelete":{"document":"/c/a","readTime":"@1.000001Z","removedTargetIds":[2]}}"#,
          #"{"targetChange":{"readTime":"@1.000001Z"}}"#,
        ])
      try client.send(#"{"removeTarget": 2}"#)
      #expect(
        try texts(try await client.next()) == [#"{"targetChange":{"targetChangeType":"REMOVE","targetIds":[2]}}"#])
    }
    #expect(failure == nil)
  }

  @Test("a target that cannot be read is refused alone")
  func refusedTarget() async throws {
    let fixture = try MethodFixture()
    let failure = try await stream(fixture) { client in
      try client.send(
        #"{\#(Self.database), "addTarget": {"targetId": 4, "documents": {"documents": ["\#(MethodFixture.root)/c"]}}}"#)
      let text = "Document name \\\"/c\\\" lacks \\\"/\\\" at index \((MethodFixture.root + "/c").utf8.count)."
      #expect(
        try texts(try await client.next()) == [
          ##"{"targetChange":{"targetChangeType":"REMOVE","targetIds":[4],"cause":{"code":3,"message":"\##(text)"}}}"##
        ])
      try client.send(#"{"addTarget": {"targetId": 6, "once": true, \#(Self.query)}}"#)
      #expect(
        try texts(try await client.next(4)) == [
          #"{"targetChange":{"targetChangeType":"ADD","targetIds":[6]}}"#,
          #"{"targetChange":{"targetChangeType":"CURRENT","targetIds":[6],"readTime":"@1Z"}}"#,
          #"{"targetChange":{"readTime":"@1Z"}}"#, #"{"targetChange":{"targetChangeType":"REMOVE","targetIds":[6]}}"#,
        ])
    }
    #expect(failure == nil)
  }

  @Test("kinds of targets that only pipelines have are refused by name")
  func pipelineTarget() async throws {
    let fixture = try MethodFixture()
    let failure = try await stream(fixture) { client in
      // Field 13 is not one of a Target that is known.
      var target = MessageWriter()
      target.string(13, "pipeline")
      target.integer(5, 8)
      var request = WireListenRequest()
      request.database = MethodFixture.name.description
      request.addTarget = try WireTarget(serializedBytes: target.bytes)
      client.send(request)
      let cause = try await client.next()[0].targetChange.cause
      #expect(cause.code == 12)
      #expect(
        cause.message
          == "This kind of target is not supported: pipelines need Firestore Enterprise edition (FB8001).")
    }
    #expect(failure == nil)
  }

  @Test(
    "requests that end the stream",
    arguments: [
      (#"{"database": "projects/demo/databases/(default)"}"#, "The target_change of a ListenRequest is not set."),
      (#"{"removeTarget": 1}"#, "Database name \"\" lacks \"projects\" at index 0."),
      (
        #"{"database": "projects/demo/databases/(default)", "addTarget": {"targetId": -1}}"#,
        "The target_type of a Target is not set."
      ),
    ])
  func malformed(request: String, text: String) async throws {
    let fixture = try MethodFixture()
    let failure = try await stream(fixture) { try $0.send(request) }
    #expect(failure == FirestoreError(.invalidArgument, text))
  }

  @Test("a stream without requests ends with OK, one whose client is gone is freed")
  func ends() async throws {
    let fixture = try MethodFixture(documents: ["c/a": [:]])
    #expect(try await stream(fixture) { _ in } == nil)
    let failure = try await stream(fixture) { client in
      client.end()
      try client.send(#"{\#(Self.database), "addTarget": {"targetId": 2, \#(Self.query)}}"#)
    }
    #expect(failure == nil || failure?.status == .cancelled)

    let client = Client()
    let task = Task {
      await refusal { try await fixture.methods.listen.answer(client.requests, fixture.call, to: client.responses) }
    }
    try client.send(#"{\#(Self.database), "addTarget": {"targetId": 2, \#(Self.query)}}"#)
    #expect(try await client.next(4).count == 4)
    task.cancel()
    // It ends, whatever it says about it.
    _ = await task.value
  }
}
