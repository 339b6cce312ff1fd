import FirestoreModel
import GRPCCore
import Synchronization

/// The calls that are being answered, so that all can be ended when the server stops.
final class OpenCalls: Sendable {
  private struct State {
    var cancellations: [Int: @Sendable () -> Void] = [:]
    var next = 0
    var isStopping = false
  }

  private let state = Mutex(State())

  static let stopping = FirestoreError(.unavailable, "The emulator is stopping.")
  static let cancelled = FirestoreError(.cancelled, "The call was cancelled.")

  /// Answers a call in a task of its own, which is cancelled when the client gives up or the server stops.
  func answer<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws(FirestoreError) -> Answer
  ) async throws(FirestoreError) -> Answer {
    let task = Task { () async -> Result<Answer, FirestoreError> in
      do throws(FirestoreError) { return .success(try await work()) } catch { return .failure(error) }
    }
    guard let id = add({ task.cancel() }) else {
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
    if case .failure = result, state.withLock({ $0.isStopping }) { throw Self.stopping }
    return try result.get()
  }

  private func add(_ cancel: @escaping @Sendable () -> Void) -> Int? {
    state.withLock { state in
      guard !state.isStopping else { return nil }
      state.next += 1
      state.cancellations[state.next] = cancel
      return state.next
    }
  }

  private func remove(_ id: Int) { state.withLock { $0.cancellations[id] = nil } }

  func stop() {
    let cancellations = state.withLock { state in
      state.isStopping = true
      defer { state.cancellations = [:] }
      return Array(state.cancellations.values)
    }
    for cancel in cancellations { cancel() }
  }

  var count: Int { state.withLock { $0.cancellations.count } }
}
