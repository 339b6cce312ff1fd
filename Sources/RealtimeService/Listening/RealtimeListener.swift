import FirestoreModel
package import RealtimeDatabase
import RealtimeRules
import Synchronization

extension RealtimeInstance {
  /// Begins to listen to a location, or to what a query selects there.
  ///
  /// - Throws: when the rules do not allow it, or the query has no index.
  package func listen(
    _ path: RealtimePath, query: RealtimeQuerySpec? = nil, _ context: RealtimeContext
  ) throws(RealtimeRefusal) -> RealtimeListener {
    try serve(.listen, path, query: query, context) { state, served throws(RealtimeRefusal) in
      try state.admit(.read(path, query: query), &served)
      var view = RealtimeView(path, query ?? RealtimeQuerySpec())
      if let query {
        try state.requireIndex(query, &served)
        // An SDK without its index selects by itself; over REST the service does.
        if served.isUnindexed, context.carrier == .connection { view = RealtimeView(path, query, isIndexed: false) }
      }
      served.sentBytes = view.sentBytes(from: state.root)
      return RealtimeListener(self, view, query, context, isUnindexed: served.isUnindexed, in: &state)
    }
  }
}

/// One listener. What happens is pulled: as long as nobody asks for it nothing is made, so a client that does not read
/// costs its place in the log of commits.
package actor RealtimeListener {
  let instance: RealtimeInstance
  package nonisolated let view: RealtimeView
  /// As it was asked: nil for a plain one.
  let query: RealtimeQuerySpec?
  let context: RealtimeContext
  private let isUnindexed: Bool
  private let number: Int
  private let wakes: AsyncStream<Void>
  private nonisolated let waker: AsyncStream<Void>.Continuation

  /// The state with which it begins, until that is told.
  private var first: RealtimeNode?
  /// What has been told.
  private var version: Int
  private var configurationNumber: Int
  private var hasEnded = false

  fileprivate init(
    _ instance: RealtimeInstance, _ view: RealtimeView, _ query: RealtimeQuerySpec?, _ context: RealtimeContext,
    isUnindexed: Bool, in state: inout RealtimeInstance.State
  ) {
    self.instance = instance
    self.view = view
    self.query = query
    self.context = context
    self.isUnindexed = isUnindexed
    first = state.root
    version = state.commits.version
    configurationNumber = state.configurationNumber
    (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    state.lastListener += 1
    number = state.lastListener
    state.listeners[number] = waker
  }

  deinit { leave() }

  private nonisolated func leave() { _ = instance.state.withLock { $0.listeners.removeValue(forKey: number) } }

  /// Lets whoever waits in ``next()`` return with nothing.
  package nonisolated func wake() { waker.yield() }

  /// What has happened, in order; waits for it. Empty after ``wake()`` when nothing has; nil when it is over.
  package func next() async -> [RealtimeNotice]? {
    if hasEnded { return nil }
    if let first {
      self.first = nil
      return [.changed(whole(first))]
    }
    let notices = pull()
    if !notices.isEmpty { return notices }
    for await _ in wakes { return hasEnded ? nil : pull() }
    end()
    return nil
  }

  /// Nobody listens any more.
  package func end() {
    guard !hasEnded else { return }
    stop()
    let served = ServedRealtimeRequest(
      instance: instance.name, operation: .unlisten, path: view.path, time: instance.clock(), context: context,
      query: query)
    instance.report(served)
  }

  private func stop() {
    hasEnded = true
    leave()
    waker.finish()
  }

  // MARK: - Pulling

  private func pull() -> [RealtimeNotice] {
    let (configuration, isReconfigured, newest, commits) = instance.state.withLock { state in
      let isReconfigured = state.configurationNumber != configurationNumber
      configurationNumber = state.configurationNumber
      let commits = state.commits.commits(after: version)
      version = state.commits.version
      return (state.configuration, isReconfigured, state.root, commits)
    }
    var notices: [RealtimeNotice] = []
    guard let commits else {
      guard isAllowed(configuration, newest) else { return [cancel()] }
      return [tell(whole(newest))]
    }
    for commit in commits {
      guard isAllowed(configuration, commit.new) else { return notices + [cancel()] }
      notices += view.deltas(for: commit).map(tell)
    }
    if commits.isEmpty, isReconfigured, !isAllowed(configuration, newest) { return [cancel()] }
    return notices
  }

  private func whole(_ root: RealtimeNode) -> RealtimeDelta {
    RealtimeDelta(view.path, .replace(view.sent(from: root)))
  }

  private func cancel() -> RealtimeNotice {
    stop()
    return .cancelled(RealtimeRefusal.permissionDenied.text)
  }

  private func isAllowed(_ configuration: RealtimeConfiguration, _ root: RealtimeNode) -> Bool {
    let now = Double(instance.clock().realtimeMilliseconds)
    return configuration.decision(.read(view.path, query: query), by: context.caller, on: root, now: now).isAllowed
  }

  private func tell(_ delta: RealtimeDelta) -> RealtimeNotice {
    var served = ServedRealtimeRequest(
      instance: instance.name, operation: .broadcast, path: delta.path, time: instance.clock(), context: context,
      query: query)
    served.isUnindexed = isUnindexed
    served.sentBytes = delta.byteCount
    instance.report(served)
    return .changed(delta)
  }
}
