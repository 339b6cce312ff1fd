package import RealtimeDatabase
import RealtimeRules
import Synchronization

extension RealtimeInstance {
  /// How much of a value is answered.
  package enum Depth: Hashable, Sendable {
    case everything
    /// Of named children only the names.
    case shallow
  }

  /// What stands at a location, or what a query selects there.
  package func read(
    _ path: RealtimePath, query: RealtimeQuerySpec? = nil, depth: Depth = .everything, _ context: RealtimeContext
  ) throws(RealtimeRefusal) -> RealtimeNode {
    try serve(.read, path, query: query, context) { state, served throws(RealtimeRefusal) in
      let node = try state.read(&served)
      switch depth {
      case .everything: served.sentBytes = node.byteCount
      case .shallow: served.sentBytes = node.shallowByteCount
      }
      return node
    }
  }

  /// Reads for a client that holds a version already: nil when it is still the same.
  package func read(
    _ path: RealtimePath, unlessTagged tag: String, _ context: RealtimeContext
  ) throws(RealtimeRefusal) -> RealtimeNode? {
    try serve(.read, path, context) { state, served throws(RealtimeRefusal) in
      let node = try state.read(&served)
      guard node.etag != tag else { return nil }
      served.sentBytes = node.byteCount
      return node
    }
  }
}

extension RealtimeInstance.State {
  /// Rules first, then the index.
  func read(_ served: inout ServedRealtimeRequest) throws(RealtimeRefusal) -> RealtimeNode {
    let (path, query) = (served.path, served.query)
    try admit(.read(path, query: query), &served)
    guard let query else { return root.addressed(path) }
    try requireIndex(query, &served)
    return RealtimeWindow(query, over: root[path]).node
  }

  /// - Throws: for a query on children that have no `.indexOn`; keys and priorities are always indexed. The listeners of
  ///   the SDKs are not refused: they are sent everything.
  func requireIndex(_ query: RealtimeQuerySpec, _ served: inout ServedRealtimeRequest) throws(RealtimeRefusal) {
    let isTolerant = served.operation == .listen && served.context.carrier == .connection
    guard let index = isTolerant ? query.listenerIndex : query.requiredIndex,
      configuration.rules?.isIndexed(query.ordering, at: served.path) != true
    else { return }
    served.isUnindexed = true
    if configuration.requiresIndexes, !isTolerant { throw .indexNotDefined(index, served.path) }
  }
}

extension RealtimeNode {
  /// `{"a":true,…}`, or the value itself.
  fileprivate var shallowByteCount: Int {
    guard leaf == nil, exists else { return byteCount }
    return 1 + children.reduce(0) { $0 + JSONBytes.quoted($1.key.string) + ":true,".utf8.count }
  }
}
