import Synchronization
import Testing

@testable import WebChannel

@Suite("Sessions of a channel") struct ChannelSessionTests {
  private static func session(_ change: (inout ChannelLimits) -> Void = { _ in }) throws -> ChannelSession {
    var limits = ChannelLimits()
    change(&limits)
    return try ChannelSessions(limits: limits, random: { 7 }).open("Listen", origin: nil)
  }

  private static func map(_ id: Int, _ text: String = "{}") -> ForwardMap { ForwardMap(id: id, text: Array(text.utf8)) }

  private static func chunk(_ text: String, isLast: Bool = false) -> BackChannelPiece {
    .chunk(ChannelChunk.bytes(Array(text.utf8)), isLast: isLast)
  }

  @Test("the handshake names the session")
  func handshake() throws {
    let session = try Self.session()
    #expect(
      String(decoding: session.handshake, as: UTF8.self)
        == #"60\#n[[0,["c","00000000000000070000000000000007","",8,12,30000]]]"#)
  }

  @Test("maps reach the stream, and the client learns how far the other direction is")
  func delivery() async throws {
    let session = try Self.session()
    let before = try await session.deliver([Self.map(0, "a"), Self.map(1, "b")], acknowledged: nil)
    #expect(before == BackChannelStatus(isAttached: false, lastArray: 0, byteCount: 0))
    #expect(await session.nextMap() == Array("a".utf8))
    #expect(await session.nextMap() == Array("b".utf8))
    await session.send(Array("[1]".utf8))
    _ = try session.attach(0, .streaming)
    let after = try await session.deliver([], acknowledged: 0)
    #expect(String(decoding: after.bytes, as: UTF8.self) == "9\n[1, 1, 7]")
  }

  @Test("a stream that has nothing to say yet begins with a noop, a poll waits")
  func beginning() async throws {
    let session = try Self.session()
    let streaming = try session.attach(0, .streaming)
    #expect(await session.next(streaming, .streaming) == Self.chunk(#"[[1,["noop"]]]"#))
    let polling = try session.attach(1, .polling(milliseconds: nil))
    async let piece = session.next(polling, .polling(milliseconds: nil))
    await session.send(Array("[2]".utf8))
    #expect(await piece == Self.chunk("[[2,[2]]]", isLast: true))
  }

  @Test("a noop comes only when nothing else does")
  func silence() async throws {
    let session = try Self.session()
    let attachment = try session.attach(0, .polling(milliseconds: nil))
    session.keepAlive(attachment)
    session.keepAlive(attachment)
    #expect(await session.next(attachment, .polling(milliseconds: nil)) == Self.chunk(#"[[1,["noop"]]]"#, isLast: true))
    session.detach(attachment)
    session.keepAlive(attachment)
    #expect(try await session.deliver([], acknowledged: 1).lastArray == 1)
  }

  @Test("another request takes over, with everything that is not acknowledged")
  func takeover() async throws {
    let session = try Self.session()
    await session.send(Array("[1]".utf8))
    await session.send(Array("[2]".utf8))
    let first = try session.attach(0, .streaming)
    #expect(await session.next(first, .streaming) == Self.chunk("[[1,[1]],[2,[2]]]"))
    async let rest = session.next(first, .streaming)
    let second = try session.attach(1, .streaming)
    #expect(await rest == .end)
    #expect(await session.next(second, .streaming) == Self.chunk("[[2,[2]]]"))
    // The older one ends later than the newer one has begun.
    session.detach(first)
    #expect(try await session.deliver([], acknowledged: 2).isAttached)
    session.detach(second)
    #expect(try await session.deliver([], acknowledged: 2).isAttached == false)
  }

  @Test("the service waits for a client that does not read, and goes on when it does")
  func backpressure() async throws {
    let session = try Self.session { $0.unwrittenBytes = 10 }
    let sent = Count()
    try await withThrowingTaskGroup { group in
      group.addTask {
        for _ in 0..<50 {
          await session.send(Array("[12345]".utf8))
          sent.add()
        }
      }
      var received = 0
      while received < 50 {
        // Never more than what is allowed and one.
        #expect(sent.value <= received + 1)
        let attachment = try session.attach(received, .polling(milliseconds: nil))
        guard case .chunk(let bytes, true) = await session.next(attachment, .polling(milliseconds: nil)) else {
          Issue.record("no chunk")
          break
        }
        received += Self.arrayCount(bytes)
      }
    }
    #expect(sent.value == 50)
  }

  private static func arrayCount(_ chunk: [UInt8]) -> Int { chunk.count { $0 == UInt8(ascii: "[") } / 2 }

  @Test("a stream that has written much ends, so that the client acknowledges it")
  func acknowledgement() async throws {
    let session = try Self.session { $0.unacknowledgedBytes = 20 }
    await session.send(Array("[1]".utf8))
    let first = try session.attach(0, .streaming)
    #expect(await session.next(first, .streaming) == Self.chunk("[[1,[1]]]"))
    await session.send(Array(#"["0123456789abcdef"]"#.utf8))
    #expect(await session.next(first, .streaming) == Self.chunk(#"[[2,["0123456789abcdef"]]]"#, isLast: true))
    session.detach(first)
    _ = try session.attach(2, .streaming)
    #expect(try await session.deliver([], acknowledged: 2).byteCount == 12, "the noop alone")
  }

  @Test("a request with maps waits while the service has more to do than it takes")
  func queue() async throws {
    let session = try Self.session { $0.queuedBytes = 1 }
    let answered = Count()
    await withTaskGroup { group in
      group.addTask {
        _ = try? await session.deliver([Self.map(0, "ab"), Self.map(1, "cd")], acknowledged: nil)
        answered.add()
      }
      #expect(await session.nextMap() == Array("ab".utf8))
      #expect(answered.value == 0)
      #expect(await session.nextMap() == Array("cd".utf8))
    }
    #expect(answered.value == 1)
  }

  // MARK: - Ends

  @Test("what the stream has said last reaches the client, whoever asks; then the session is over")
  func streamEnds() async throws {
    let session = try Self.session()
    session.end(Array(#"[{"error":{}}]"#.utf8))
    // It may have sent maps before it knew.
    #expect(try await session.deliver([Self.map(0)], acknowledged: 0).lastArray == 1)
    for mode in [BackChannelMode.streaming, .polling(milliseconds: 5)] {
      let attachment = try session.attach(0, mode)
      #expect(await session.next(attachment, mode) == Self.chunk(#"[[1,[{"error":{}}]]]"#, isLast: true))
      #expect(await session.next(attachment, mode) == .end)
    }
    #expect(throws: ChannelRefusal.unknownSession) { try session.attach(1, .streaming) }
    #expect(session.isClosed)
  }

  @Test("a stream that ends well leaves a session that is over")
  func streamEndsWell() async throws {
    let session = try Self.session()
    let attachment = try session.attach(0, .polling(milliseconds: nil))
    async let piece = session.next(attachment, .polling(milliseconds: nil))
    session.end(nil)
    #expect(await piece == .end)
    await #expect(throws: ChannelRefusal.unknownSession) { try await session.deliver([Self.map(0)], acknowledged: 0) }
  }

  @Test("a client that leaves is not waited for, and what it has sent is still done")
  func close() async throws {
    let session = try Self.session { $0.unwrittenBytes = 0 }
    _ = try await session.deliver([Self.map(0, "a"), Self.map(2, "c")], acknowledged: nil)
    await session.send([0])
    await withTaskGroup { group in
      group.addTask { await session.send([1]) }
      session.close()
    }
    #expect(await session.nextMap() == Array("a".utf8))
    #expect(await session.nextMap() == nil)
    #expect(throws: ChannelRefusal.unknownSession) { try session.attach(0, .streaming) }
  }

  @Test("whoever waits is let go when its task is cancelled")
  func cancellation() async throws {
    let session = try Self.session { $0.unwrittenBytes = 0 }
    await session.send([0])
    let attachment = try session.attach(1, .polling(milliseconds: nil))
    let tasks = [
      Task { _ = await session.nextMap() }, Task { _ = await session.next(attachment, .polling(milliseconds: nil)) },
    ]
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}

private final class Count: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func add() { count.withLock { $0 += 1 } }
}
