package import RealtimeDatabase

extension RealtimeInstance {
  /// Begins to listen to a location, or to what a query selects there.
  ///
  /// - Throws: when the rules do not allow it, or the query has no index.
  package func listen(
    _ path: RealtimePath, query: RealtimeQuerySpec? = nil, _ context: RealtimeContext
  ) throws(RealtimeRefusal) -> RealtimeListener {
    var listens = RealtimeListens(self, context)
    let first = try listens.listen(path, query: query, number: RealtimeListener.number)
    return RealtimeListener(self, path, listens, first)
  }
}

/// A client that listens to one location, and waits for what happens there.
package actor RealtimeListener {
  package nonisolated let path: RealtimePath
  private let instance: RealtimeInstance
  private var listens: RealtimeListens
  private let subscription: Int
  private let wakes: AsyncStream<Void>
  private nonisolated let waker: AsyncStream<Void>.Continuation
  /// Everything that it begins with, until that is told.
  private var first: [RealtimeNotice]

  fileprivate static let number = 1

  fileprivate init(
    _ instance: RealtimeInstance, _ path: RealtimePath, _ listens: RealtimeListens, _ first: [RealtimeNotice]
  ) {
    self.instance = instance
    self.path = path
    self.listens = listens
    self.first = first
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    (self.wakes, self.waker) = (wakes, waker)
    subscription = instance.subscribe { waker.yield() }
  }

  deinit { instance.unsubscribe(subscription) }

  /// Lets whoever waits in ``next()`` return with nothing.
  package nonisolated func wake() { waker.yield() }

  /// What has happened, in order; waits for it. Empty after ``wake()`` when nothing has; nil when it is over.
  package func next() async -> [RealtimeNotice.Content]? {
    if listens.count == 0, first.isEmpty { return nil }
    let notices = pull()
    if !notices.isEmpty { return notices }
    for await _ in wakes { return listens.count == 0 ? nil : pull() }
    end()
    return nil
  }

  private func pull() -> [RealtimeNotice.Content] {
    if !first.isEmpty {
      defer { first = [] }
      return first.map(\.content)
    }
    return listens.pull().map(\.content)
  }

  /// Nobody listens any more.
  package func end() {
    listens.endAll()
    first = []
    instance.unsubscribe(subscription)
    waker.finish()
  }
}
