import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import FirestoreWire
import Testing

@testable import EmulatorServer

@Suite("Turns of conversions") struct ConversionTurnsTests {
  private static let large = ConversionTurns.unboundedByteCount + 1

  @Test("everybody gets a turn, small messages need none")
  func turns() async throws {
    let turns = ConversionTurns(limit: 1)
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<100 {
        group.addTask { try await turns.convert(number.isMultiple(of: 2) ? Self.large : 1) { number } }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 4_950)
    #expect(turns.waitingCount == 0)
  }

  @Test("whoever is cancelled does not convert, and takes nobody's turn")
  func cancelled() async throws {
    let turns = ConversionTurns(limit: 1)
    let (begin, begun) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in begin {}
      return try await turns.convert(Self.large) { 1 }
    }
    task.cancel()
    begun.finish()
    await #expect(throws: OpenCalls.cancelled) { try await task.value }
    #expect(try await turns.convert(Self.large) { 2 } == 2)
  }

  /// Sends the same message for as long as it may.
  private struct Endless: ServerStreamingMethod, RecordedMethod {
    typealias Request = WireRunQueryRequest
    typealias Response = WireRunQueryResponse

    let method = ServedRequest.Method.runQuery
    let end: AsyncStream<Void>.Continuation

    func answer(_ request: Request, _ call: Call, to responses: some ResponseWriter) async throws(FirestoreError) {
      defer { end.finish() }
      while true { try await responses.write(EncodedMessage(bytes: [])) }
    }
  }

  @Test("an answer that nobody takes any more is not made any more")
  func abandoned() async throws {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let calls = OpenCalls()
    let stream = RESTStream(
      method: Endless(end: end), calls: calls, turns: ConversionTurns(limit: 1), mask: nil, enumsAsNumbers: false)
    let answer = try await stream.answer(
      WireRunQueryRequest(), Call(context: RequestContext(caller: .admin)))
    guard case .pieces(_, let pieces) = answer.body else {
      Issue.record("the answer is whole")
      return
    }
    #expect(await pieces.next() != nil)
    pieces.abandon()
    for await _ in ends {}
    #expect(await pieces.next() == nil)
  }
}
