import FirestoreModel
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
    guard let task = begin(isEndless: isEndless, work) else { throw Self.stopping }
    return try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }.get()
  }

  /// The same for those who do not wait.
  ///
  /// - Parameter ended: told once how the call has ended.
  /// - Returns: what cancels it; nil where the server stops and it was not begun.
  func start(
    isEndless: Bool, _ work: @escaping @Sendable () async throws(FirestoreError) -> Void,
    ended: @escaping @Sendable (Result<Void, FirestoreError>) -> Void
  ) -> (@Sendable () -> Void)? {
    guard let task = begin(isEndless: isEndless, work, ended: ended) else {
      ended(.failure(Self.stopping))
      return nil
    }
    return { task.cancel() }
  }

  /// Nil: the server is stopping.
  private func begin<Answer: Sendable>(
    isEndless: Bool, _ work: @escaping @Sendable () async throws(FirestoreError) -> Answer,
    ended: (@Sendable (Result<Answer, FirestoreError>) -> Void)? = nil
  ) -> Task<Result<Answer, FirestoreError>, Never>? {
    state.withLock { state in
      guard !state.isStopping else { return nil }
      state.next += 1
      let id = state.next
      let task = Task { () async -> Result<Answer, FirestoreError> in
        var result: Result<Answer, FirestoreError>
        do throws(FirestoreError) { result = .success(try await work()) } catch { result = .failure(error) }
        if remove(id), case .failure = result, Task.isCancelled { result = .failure(Self.stopping) }
        ended?(result)
        return result
      }
      state.calls[id] = OpenCall(cancel: { task.cancel() }, isEndless: isEndless)
      return task
    }
  }

  /// - Returns: whether the server is stopping.
  private func remove(_ id: Int) -> Bool {
    state.withLock { state in
      state.calls[id] = nil
      return state.isStopping
    }
  }

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
