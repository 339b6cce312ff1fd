import FirestoreModel
import Testing

@testable import EmulatorServer

@Suite("Open calls") struct OpenCallsTests {
  /// A call that is under way until it is told what to answer.
  private struct Call: Sendable {
    let begun = AsyncStream<Void>.makeStream()
    let answer = AsyncStream<Int>.makeStream()

    func run(in calls: OpenCalls, isEndless: Bool) async -> Result<Int, FirestoreError> {
      do throws(FirestoreError) {
        return .success(
          try await calls.answer(isEndless: isEndless) { () async throws(FirestoreError) in
            begun.continuation.yield()
            for await number in answer.stream { return number }
            throw OpenCalls.cancelled
          })
      } catch { return .failure(error) }
    }

    func waitUntilBegun() async {
      for await _ in begun.stream { return }
    }
  }

  @Test("a stop lets requests finish, and takes no more")
  func finish() async {
    let calls = OpenCalls()
    let call = Call()
    async let result = call.run(in: calls, isEndless: false)
    await call.waitUntilBegun()
    calls.stop()
    #expect(await Call().run(in: calls, isEndless: false) == .failure(OpenCalls.stopping))
    call.answer.continuation.yield(7)
    #expect(await result == .success(7))
    #expect(calls.count == 0)
  }

  @Test("a stop ends streams at once, and everything when its time is over")
  func streams() async {
    let calls = OpenCalls()
    let (stream, request) = (Call(), Call())
    async let streamed = stream.run(in: calls, isEndless: true)
    async let requested = request.run(in: calls, isEndless: false)
    await stream.waitUntilBegun()
    await request.waitUntilBegun()
    calls.stop()
    #expect(await streamed == .failure(OpenCalls.stopping))
    #expect(calls.count == 1)
    calls.cancelAll()
    #expect(await requested == .failure(OpenCalls.stopping))
  }

  @Test("a cancelled task cancels its call")
  func cancelled() async {
    let calls = OpenCalls()
    let call = Call()
    let task = Task { await call.run(in: calls, isEndless: false) }
    await call.waitUntilBegun()
    task.cancel()
    #expect(await task.value == .failure(OpenCalls.cancelled))
  }
}

@Suite("Pieces of a body") struct BodyPiecesTests {
  @Test("pieces are handed over one by one, in order")
  func order() async throws {
    let pieces = BodyPieces()
    let sender = Task {
      for index in 0..<100 as Range<UInt8> { try await pieces.send([index]) }
      pieces.finish()
    }
    var received: [UInt8] = []
    while let piece = await pieces.next() { received += piece }
    try await sender.value
    #expect(received == Array(0..<100))
    #expect(await pieces.next() == nil)
  }

  @Test("whoever sends learns that nobody takes any more")
  func abandoned() async {
    let pieces = BodyPieces()
    let sender = Task { try await pieces.send([1]) }
    #expect(await pieces.next() == [1])
    pieces.abandon()
    await #expect(throws: Never.self) { try await sender.value }
    await #expect(throws: OpenCalls.cancelled) { try await pieces.send([2]) }
    #expect(await pieces.next() == nil)
  }

  @Test("whoever waits for a piece learns of the end")
  func finished() async {
    let pieces = BodyPieces()
    let taker = Task { await pieces.next() }
    await Task.yield()
    pieces.finish()
    #expect(await taker.value == nil)
  }
}
