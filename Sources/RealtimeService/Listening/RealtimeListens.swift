package import RealtimeDatabase
import RealtimeRules
import Synchronization

/// What one client listens to: any number of locations and queries, told of together in the order of the commits.
///
/// What happens is pulled: as long as nobody asks for it nothing is made, so a client that does not read costs its place
/// in the log of commits.
package struct RealtimeListens: Sendable {
  private let instance: RealtimeInstance
  /// Who listens.
  package private(set) var context: RealtimeContext
  private var listens: [Listen] = []
  /// What has been told.
  private var version = 0
  private var configurationNumber = 0

  package init(_ instance: RealtimeInstance, _ context: RealtimeContext) {
    self.instance = instance
    self.context = context
  }

  package var count: Int { listens.count }

  /// Begins to listen to a location, or to what a query selects there.
  ///
  /// - Parameters:
  ///   - number: what the client calls it in notices and when it ends.
  ///   - hash: of what the client has already; if it is that, it is not told.
  /// - Returns: what has happened elsewhere before, and then everything that it listens to.
  /// - Throws: when the rules do not allow it, or the query has no index.
  package mutating func listen(
    _ path: RealtimePath, query: RealtimeQuerySpec? = nil, hash: String? = nil, number: Int
  ) throws(RealtimeRefusal) -> [RealtimeNotice] {
    let version = version
    let (listen, progress, isUnchanged) = try instance.serve(.listen, path, query: query, context) {
      state, served throws(RealtimeRefusal) in
      try state.admit(.read(path, query: query), &served)
      if let query { try state.requireIndex(query, &served) }
      let listen = Listen(number, path, query, isUnindexed: served.isUnindexed, served.context.carrier)
      served.isUnchanged = hash.map { !$0.isEmpty && listen.view.sent(from: state.root).hash == $0 } ?? false
      if !served.isUnchanged { served.sentBytes = listen.billed.sentBytes(from: state.root) }
      return (listen, state.progress(since: version), served.isUnchanged)
    }
    let notices = advance(progress)
    listens.append(listen)
    return isUnchanged ? notices : notices + [listen.whole(progress.root)]
  }

  /// Nobody listens to it any more.
  package mutating func end(_ number: Int) {
    guard let index = listens.firstIndex(where: { $0.number == number }) else { return }
    instance.report(record(.unlisten, listens[index], at: listens[index].view.path))
    listens.remove(at: index)
  }

  /// The end of everything.
  package mutating func endAll() {
    for listen in listens { end(listen.number) }
  }

  package func isUnindexed(_ number: Int) -> Bool { listens.first { $0.number == number }?.isUnindexed ?? false }

  /// What has happened, in order. Does not wait.
  package mutating func pull() -> [RealtimeNotice] {
    let version = version
    return advance(instance.state.withLock { $0.progress(since: version) })
  }

  /// Somebody else listens from now on: what he may not read ends.
  package mutating func change(to context: RealtimeContext) -> [RealtimeNotice] {
    self.context = context
    let (configuration, root) = instance.state.withLock { ($0.configuration, $0.root) }
    return judge(configuration, root)
  }

  // MARK: - Telling

  private mutating func advance(_ progress: RealtimeInstance.Progress) -> [RealtimeNotice] {
    let isReconfigured = progress.configurationNumber != configurationNumber
    (version, configurationNumber) = (progress.version, progress.configurationNumber)
    guard !listens.isEmpty else { return [] }
    guard let commits = progress.commits else {
      return judge(progress.configuration, progress.root) + listens.map { anew($0, progress.root) }
    }
    if commits.isEmpty { return isReconfigured ? judge(progress.configuration, progress.root) : [] }
    var notices: [RealtimeNotice] = []
    for commit in commits {
      notices += judge(progress.configuration, commit.new)
      for listen in listens { notices += tell(listen, commit) }
    }
    return notices
  }

  /// Ends what the rules do not allow in a state.
  private mutating func judge(_ configuration: RealtimeConfiguration, _ root: RealtimeNode) -> [RealtimeNotice] {
    let now = Double(instance.clock().realtimeMilliseconds)
    let refused = listens.filter { listen in
      !configuration.decision(.read(listen.view.path, query: listen.query), by: context.caller, on: root, now: now)
        .isAllowed
    }
    guard !refused.isEmpty else { return [] }
    let numbers = Set(refused.map(\.number))
    listens.removeAll { numbers.contains($0.number) }
    return refused.map { RealtimeNotice(listen: $0.number, content: .cancelled(RealtimeRefusal.permissionDenied.text)) }
  }

  /// The log does not reach back to what was told last.
  private func anew(_ listen: Listen, _ root: RealtimeNode) -> RealtimeNotice {
    bill(listen, listen.view.path, listen.billed.sentBytes(from: root))
    return listen.whole(root)
  }

  private func tell(_ listen: Listen, _ commit: RealtimeChange) -> [RealtimeNotice] {
    let deltas = listen.view.deltas(for: commit)
    let billed = listen.billed == listen.view ? deltas : listen.billed.deltas(for: commit)
    for delta in billed { bill(listen, delta.path, delta.byteCount) }
    return deltas.map { RealtimeNotice(listen: listen.number, content: .changed($0)) }
  }

  private func bill(_ listen: Listen, _ path: RealtimePath, _ bytes: Int) {
    var served = record(.broadcast, listen, at: path)
    served.isUnindexed = listen.isUnindexed
    served.sentBytes = bytes
    instance.report(served)
  }

  private func record(
    _ operation: ServedRealtimeRequest.Operation, _ listen: Listen, at path: RealtimePath
  ) -> ServedRealtimeRequest {
    ServedRealtimeRequest(
      instance: instance.name, operation: operation, path: path, time: instance.clock(), context: context,
      query: listen.query)
  }
}

/// One location that is listened to.
private struct Listen: Sendable {
  let number: Int
  /// As it was asked: nil for a plain one.
  let query: RealtimeQuerySpec?
  let isUnindexed: Bool
  /// What the client holds of the location.
  let view: RealtimeView
  /// What production sends for it. Without an index that is the whole location, from which the SDK selects by itself;
  /// sent is here what it would select.
  let billed: RealtimeView

  init(
    _ number: Int, _ path: RealtimePath, _ query: RealtimeQuerySpec?, isUnindexed: Bool, _ carrier: RealtimeCarrier
  ) {
    self.number = number
    self.query = query
    self.isUnindexed = isUnindexed
    view = RealtimeView(path, query ?? RealtimeQuerySpec())
    // Over REST the service selects.
    billed = RealtimeView(path, view.spec, isIndexed: !isUnindexed || carrier != .connection)
  }

  func whole(_ root: RealtimeNode) -> RealtimeNotice {
    RealtimeNotice(listen: number, content: .changed(RealtimeDelta(view.path, .replace(view.sent(from: root)))))
  }
}

extension RealtimeInstance {
  /// What has happened since a version, and where that leads.
  struct Progress {
    let configuration: RealtimeConfiguration
    let configurationNumber: Int
    let version: Int
    let root: RealtimeNode
    /// Nil: the log does not reach back that far.
    let commits: ArraySlice<RealtimeChange>?
  }

  /// Calls back after every commit and every change of the rules, at a moment when nothing may be asked of the instance.
  package func subscribe(_ wake: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = wake
      return state.lastListener
    }
  }

  package func unsubscribe(_ number: Int) { _ = state.withLock { $0.listeners.removeValue(forKey: number) } }
}

extension RealtimeInstance.State {
  func progress(since version: Int) -> RealtimeInstance.Progress {
    RealtimeInstance.Progress(
      configuration: configuration, configurationNumber: configurationNumber, version: commits.version, root: root,
      commits: commits.commits(after: version))
  }
}
