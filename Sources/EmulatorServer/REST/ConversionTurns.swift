import FirestoreModel
import Synchronization

/// Bounds how many large messages are turned into JSON, or out of it, at the same time, and what somebody tries on the page.
///
/// Such work keeps a thread busy without a pause, and there are only as many threads as processors: were all of them
/// converting, nobody else would be answered. Whoever comes when all turns are taken waits, the first one first.
final class ConversionTurns: Sendable {
  private struct State {
    var free: Int
    var next = 0
    /// By their numbers, in the order they came.
    var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    /// Given up before they began to wait.
    var cancelled: Set<Int> = []
  }

  /// Smaller messages take less time than waiting for them would.
  static let unboundedByteCount = 32 << 10

  private let state: Mutex<State>

  init(limit: Int) { state = Mutex(State(free: max(1, limit))) }

  /// - Throws: what `work` does, and CANCELLED when the task was cancelled while it waited.
  func convert<Result>(
    _ byteCount: Int, _ work: () throws(FirestoreError) -> Result
  ) async throws(FirestoreError) -> Result {
    guard byteCount > Self.unboundedByteCount else { return try work() }
    guard await take() else { throw OpenCalls.cancelled }
    defer { giveBack() }
    guard !Task.isCancelled else { throw OpenCalls.cancelled }
    return try work()
  }

  /// The same for work of which nobody knows beforehand how long it takes.
  func work<Result>(_ work: () throws(FirestoreError) -> Result) async throws(FirestoreError) -> Result {
    try await convert(.max, work)
  }

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// False: the task was cancelled meanwhile.
  private func take() async -> Bool {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    let isTaken = await withTaskCancellationHandler {
      await withCheckedContinuation { wait(number, $0) }
    } onCancel: {
      giveUp(number)
    }
    // It may have been cancelled when its turn had come already.
    state.withLock { _ = $0.cancelled.remove(number) }
    return isTaken
  }

  private func wait(_ number: Int, _ continuation: CheckedContinuation<Bool, Never>) {
    let answer = state.withLock { state -> Bool? in
      if state.cancelled.remove(number) != nil { return false }
      guard state.free == 0 else {
        state.free -= 1
        return true
      }
      state.waiting.append((number, continuation))
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  private func giveUp(_ number: Int) {
    let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil
      }
      return state.waiting.remove(at: index).continuation
    }
    continuation?.resume(returning: false)
  }

  private func giveBack() {
    let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    continuation?.resume(returning: true)
  }
}
