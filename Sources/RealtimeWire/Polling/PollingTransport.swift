import FirestoreModel
import Synchronization

/// A transport of scripts that a page loads one after another: each waits until there is something to be told, and the
/// data of the client come in their URLs.
package final class PollingTransport: RealtimeTransport {
  package typealias Segment = (number: Int, total: Int, data: String)

  private struct Poll {
    var number: Int
    /// By which a page tells its requests apart.
    var serial: String?
    var continuation: CheckedContinuation<String?, Never>
  }

  private struct State {
    var queue: [String] = []
    /// Of the next answer: pages put answers in order by it, so that none may be missing.
    var nextAnswer = 0
    var poll: Poll?
    var lastPoll = 0
    /// The last ones, for requests that come again.
    var answered: [(serial: String, script: String)] = []
    var lastTime: Int64
    /// Waits until the queue is taken.
    var sender: CheckedContinuation<Bool, Never>?
    var segments: PolledSegments
    var isClosed = false
    /// In front of the first answer.
    var opening: String
  }

  package let id: String
  package let password: String
  private let clock: RealtimeConnection.Clock
  private let silence: Int64
  private let state: Mutex<State>

  /// Microseconds that a poll waits when there is nothing.
  private static let patience: Int64 = 25_000_000

  /// - Parameter callback: the page's number of the connection, digits alone.
  package init(
    id: String, password: String, callback: String, limits: SessionLimits, clock: RealtimeConnection.Clock
  ) {
    self.id = id
    self.password = password
    self.clock = clock
    silence = limits.silence * 1_000_000
    state = Mutex(
      State(
        lastTime: clock.now().microseconds, segments: PolledSegments(limit: limits.messageBytes),
        opening: PollScript.opening(callback: callback, id: id, password: password)))
  }

  /// The page of a frame that tells when it goes.
  package var frame: String { PollScript.frame(id: id, password: password) }

  // MARK: - Polls

  /// The messages that the data of a poll complete.
  package func messages(_ segments: [Segment]) throws(ProtocolViolation) -> [String] {
    try state.withLock { state throws(ProtocolViolation) in
      try state.segments.receive(segments.map { .init(number: $0.number, total: $0.total, data: $0.data) })
    }
  }

  /// Answers a poll with what there is to be told; waits for it. The poll before it is let go.
  ///
  /// - Parameter serial: of the request. Browsers send one again by themselves when its connection breaks, and the page
  ///   never learns that the answer was lost: it would wait for that number for ever. So the answer comes again.
  /// - Returns: a script; nil when the task was cancelled, since its page is gone.
  package func poll(_ serial: String? = nil) async -> String? {
    let number = state.withLock { state in
      state.lastPoll += 1
      state.lastTime = clock.now().microseconds
      return state.lastPoll
    }
    let patience = Task {
      guard (try? await clock.sleep(Timestamp(microseconds: clock.now().microseconds + Self.patience))) != nil else {
        return
      }
      answer(number)
    }
    defer { patience.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait(Poll(number: number, serial: serial, continuation: continuation))
      }
    } onCancel: {
      abandon(number)
    }
  }

  private func wait(_ poll: Poll) {
    resolve { state in
      if let older = state.poll { state.answer(older) }
      if Task.isCancelled { return state.actions.append { poll.continuation.resume(returning: nil) } }
      if let known = state.base.answered.first(where: { $0.serial == poll.serial }) {
        return state.actions.append { poll.continuation.resume(returning: known.script) }
      }
      guard state.base.queue.isEmpty, !state.base.isClosed else { return state.answer(poll) }
      state.base.poll = poll
    }
  }

  /// A poll has waited long enough.
  private func answer(_ number: Int) {
    resolve { state in
      if let poll = state.poll, poll.number == number { state.answer(poll) }
    }
  }

  private func abandon(_ number: Int) {
    resolve { state in
      guard let poll = state.poll, poll.number == number else { return }
      state.base.poll = nil
      state.actions.append { poll.continuation.resume(returning: nil) }
    }
  }

  /// Returns when no page has polled for too long, or the transport is closed.
  package func waitForSilence() async {
    while true {
      let time = state.withLock { $0.isClosed ? nil : $0.lastTime }
      guard let time, (try? await clock.sleep(Timestamp(microseconds: time + silence))) != nil else { return }
      let isSilent = state.withLock { state in
        state.isClosed || (state.poll == nil && clock.now().microseconds - state.lastTime >= silence)
      }
      if isSilent { return }
    }
  }

  // MARK: - Messages

  package func send(_ messages: [String]) async -> Bool {
    await withCheckedContinuation { continuation in
      resolve { state in
        guard !state.base.isClosed else { return state.actions.append { continuation.resume(returning: false) } }
        state.base.queue += messages
        if let poll = state.poll { state.answer(poll) }
        guard state.base.queue.isEmpty else { return state.base.sender = continuation }
        state.actions.append { continuation.resume(returning: true) }
      }
    }
  }

  package func finish(_ messages: [String]) async {
    resolve { state in
      guard !state.base.isClosed else { return }
      state.base.queue += messages
      state.close()
    }
  }

  package func close() { resolve { $0.close() } }

  package func resume() {}

  /// Changes the state, and then does what that has brought about: nobody is woken under the lock.
  private func resolve(_ change: (inout Changing) -> Void) {
    let actions = state.withLock { state in
      var changing = Changing(base: state)
      change(&changing)
      state = changing.base
      return changing.actions
    }
    for action in actions { action() }
  }

  private struct Changing {
    var base: State
    var actions: [() -> Void] = []

    /// A page has two requests under way at most.
    private static let keptAnswers = 3

    var poll: Poll? { base.poll }

    mutating func close() {
      base.isClosed = true
      if let poll { answer(poll) }
      if let sender = base.sender { actions.append { sender.resume(returning: false) } }
      base.sender = nil
    }

    /// With everything that there is to be told.
    mutating func answer(_ poll: Poll) {
      base.poll = nil
      let script = script()
      if let serial = poll.serial {
        base.answered = base.answered.suffix(Self.keptAnswers - 1) + [(serial, script)]
      }
      actions.append { poll.continuation.resume(returning: script) }
      if let sender = base.sender { actions.append { sender.resume(returning: true) } }
      base.sender = nil
    }

    private mutating func script() -> String {
      // Behind the last answer pages are told the end alone.
      if base.isClosed, base.queue.isEmpty { return base.opening + PollScript.close() }
      let number = base.nextAnswer
      base.nextAnswer += 1
      let script = base.opening + PollScript.response(number, base.queue)
      (base.queue, base.opening) = ([], "")
      return base.isClosed ? script + PollScript.close(after: number) : script
    }
  }
}
