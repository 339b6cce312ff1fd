import FirestoreModel
import GRPCCore
import Synchronization

/// The calls that are being answered, so that all can be ended when the server stops.
final class OpenCalls: Sendable {
  private struct State {
    var calls: [Int: OpenCall] = [:]
    var next = 0
    var isStopping = false
  }

  private struct OpenCall {
    var cancel: @Sendable () -> Void
    /// Goes on for as long as the client likes.
    var isEndless: Bool
  }

  private let state = Mutex(State())

  static let stopping = FirestoreError(.unavailable, "The emulator is stopping.")
  static let cancelled = FirestoreError(.cancelled, "The call was cancelled.")

  /// Answers a call in a task of its own, which is cancelled when the client gives up or the server does not wait
  /// for it any more.
  func answer<Answer: Sendable>(
    isEndless: Bool = false, _ work: @escaping @Sendable () async throws(FirestoreError) -> Answer
  ) async throws(FirestoreError) -> Answer {
    let task = Task { () async -> Result<Answer, FirestoreError> in
      do throws(FirestoreError) { return .success(try await work()) } catch { return .failure(error) }
    }
    guard let id = add(OpenCall(cancel: { task.cancel() }, isEndless: isEndless)) else {
      task.cancel()
      throw Self.stopping
    }
    defer { remove(id) }
    let result = await withTaskCancellationHandler {
      await withRPCCancellationHandler {
        await task.value
      } onCancelRPC: {
        task.cancel()
      }
    } onCancel: {
      task.cancel()
    }
    if case .failure = result, task.isCancelled, state.withLock({ $0.isStopping }) { throw Self.stopping }
    return try result.get()
  }

  private func add(_ call: OpenCall) -> Int? {
    state.withLock { state in
      guard !state.isStopping else { return nil }
      state.next += 1
      state.calls[state.next] = call
      return state.next
    }
  }

  private func remove(_ id: Int) { state.withLock { $0.calls[id] = nil } }

  /// No more calls. Those that would not end by themselves are cancelled; others may finish.
  func stop() {
    let endless = state.withLock { state in
      state.isStopping = true
      return state.calls.values.filter(\.isEndless)
    }
    for call in endless { call.cancel() }
  }

  func cancelAll() {
    for call in state.withLock({ Array($0.calls.values) }) { call.cancel() }
  }

  var count: Int { state.withLock { $0.calls.count } }
}
