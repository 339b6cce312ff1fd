import DocumentStore
import FirestoreModel
import GRDB
import Synchronization

/// What the folder has to close, whatever it holds.
protocol StoredJournal: AnyObject, Sendable {
  func close() throws(FirestoreError)
}

/// Stores the commits of one database in order. While one transaction is written, the commits that come meanwhile gather
/// for the next.
final class SQLiteJournal<Content: JournalContent>: StoredJournal {
  private struct State {
    var pending: [Content.Entry] = []
    var isWriting = false
    /// Every commit up to this version is stored.
    var durable = 0
    /// Nothing is stored any more.
    var failure: FirestoreError?
    var waiting: [(version: Int, continuation: CheckedContinuation<FirestoreError?, Never>)] = []
  }

  private let file: JournalFile<Content>
  private let onFailure: @Sendable (FirestoreError) -> Void
  private let state = Mutex(State())

  /// - Parameter onFailure: called once, when the first commit cannot be stored.
  init(file: JournalFile<Content>, onFailure: @escaping @Sendable (FirestoreError) -> Void = { _ in }) {
    self.file = file
    self.onFailure = onFailure
  }

  var lastCommitTime: Timestamp? { file.lastCommitTime }

  var failure: FirestoreError? { state.withLock { $0.failure == Self.closed ? nil : $0.failure } }

  func enqueue(_ entry: Content.Entry) {
    let starts = state.withLock { state in
      guard state.failure == nil else { return false }
      state.pending.append(entry)
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if starts { file.schedule { db in self.writePending(in: db) } }
  }

  func waitUntilDurable(_ version: Int) async throws(FirestoreError) {
    let failure: FirestoreError? = await withCheckedContinuation { continuation in
      let answer: FirestoreError?? = state.withLock { state in
        if version <= state.durable { return .some(nil) }
        if let failure = state.failure { return failure }
        state.waiting.append((version, continuation))
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
    if let failure { throw failure }
  }

  /// Stores what is pending and closes the file.
  func close() throws(FirestoreError) {
    file.run { db in
      repeat { writePending(in: db) } while !stop()
    }
    let failure = failure
    do {
      try file.close(isWhole: failure == nil)
    } catch {
      throw failure ?? refusal(error)
    }
    if let failure { throw failure }
  }
}

extension SQLiteJournal {
  private static var closed: FirestoreError { FirestoreError(.unavailable, "The database is closed.") }

  private func refusal(_ error: any Error) -> FirestoreError {
    FirestoreError(
      .unavailable,
      "Commits cannot be stored in \(file.path): \(error.reason). Nothing is stored until the emulator is started again."
    )
  }

  private func writePending(in db: Database) {
    while let group = takePending() {
      do {
        try file.write(group.entries, in: db)
        finish(group.version)
      } catch {
        fail(refusal(error))
      }
    }
  }

  private func takePending() -> (entries: [Content.Entry], version: Int)? {
    state.withLock { state in
      guard let last = state.pending.last else {
        state.isWriting = false
        return nil
      }
      defer { state.pending = [] }
      return (state.pending, Content.number(of: last))
    }
  }

  private func finish(_ version: Int) {
    let done = state.withLock { state in
      state.durable = max(state.durable, version)
      let done = state.waiting.filter { $0.version <= version }
      state.waiting.removeAll { $0.version <= version }
      return done
    }
    for waiter in done { waiter.continuation.resume(returning: nil) }
  }

  private func fail(_ error: FirestoreError) {
    let (refused, isFirst) = state.withLock { state in
      let isFirst = state.failure == nil
      state.failure = state.failure ?? error
      state.pending = []
      defer { state.waiting = [] }
      return (state.waiting, isFirst)
    }
    if isFirst { onFailure(error) }
    for waiter in refused { waiter.continuation.resume(returning: error) }
  }

  /// False when there is something to write first.
  private func stop() -> Bool {
    let isEmpty = state.withLock { state in
      guard state.pending.isEmpty else { return false }
      state.failure = state.failure ?? Self.closed
      return true
    }
    if isEmpty { fail(Self.closed) }
    return isEmpty
  }
}
