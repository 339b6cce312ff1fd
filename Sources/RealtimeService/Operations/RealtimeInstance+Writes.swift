import FirestoreModel
package import RealtimeDatabase
import RealtimeRules
import Synchronization

extension RealtimeInstance {
  /// A key that sorts behind those that were made before, for a push.
  package func nextPushID() -> PushID {
    let now = clock().realtimeMilliseconds
    return state.withLock { $0.pushIDs.next(milliseconds: now, using: &$0.random) }
  }

  /// Carries out a write, all or nothing. Whoever acknowledges it calls ``waitUntilDurable()`` first.
  ///
  /// - Parameter key: of a push: that of the new child, which is what is answered.
  package func write(
    _ write: RealtimeWrite, pushing key: PushID? = nil, _ context: RealtimeContext
  ) throws(RealtimeRefusal) -> RealtimeChange {
    try serve(write.operation(isPush: key != nil), write.path, context) { state, served throws(RealtimeRefusal) in
      let checksHashFirst = !state.configuration.assumptions.takesAlternative(.hashBeforeRules)
      if checksHashFirst { try state.requireExpected(write, &served) }
      let change = try state.change(write, served.time)
      try state.admit(write.ruleOperation(change), &served)
      if !checksHashFirst { try state.requireExpected(write, &served) }
      served.receivedBytes = write.byteCount(change)
      served.sentBytes = key.map { #"{"name":""}"#.utf8.count + $0.key.text.byteCount } ?? served.receivedBytes
      state.commit(change)
      return change
    }
  }
}

extension RealtimeInstance.State {
  /// What a write makes of the state.
  func change(_ write: RealtimeWrite, _ time: Timestamp) throws(RealtimeRefusal) -> RealtimeChange {
    do throws(RealtimeWriteError) { return try write.applied(to: root, now: Double(time.realtimeMilliseconds)) } catch {
      throw .invalidWrite(error)
    }
  }

  /// Whoever writes on the condition of a value is told the one that stands there instead: only who may read it.
  fileprivate func requireExpected(
    _ write: RealtimeWrite, _ served: inout ServedRealtimeRequest
  ) throws(RealtimeRefusal) {
    guard !write.isExpected(in: root) else { return }
    try admit(.read(write.path, query: nil), &served)
    let current = root.addressed(write.path)
    served.sentBytes = current.byteCount
    throw .stale(current: current)
  }
}

extension RealtimeWrite {
  fileprivate func operation(isPush: Bool) -> ServedRealtimeRequest.Operation {
    if isUpdate { return .update }
    if isPush { return .push }
    if expectedHash != nil { return .compareAndSet }
    return parts.allSatisfy(\.isDeletion) ? .delete : .set
  }

  /// What rules are asked: server values are filled in, and a priority is written at a path of its own.
  func ruleOperation(_ change: RealtimeChange) -> RealtimeRuleRequest.Operation {
    let writes = parts.map { (path: $0.address, node: change.new.addressed($0.address)) }
    if !isUpdate, let only = writes.first { return .write(only.path, only.node) }
    return .update(path, writes)
  }

  /// UTF-8 bytes of what is written as compact JSON, with the paths of an update as keys.
  func byteCount(_ change: RealtimeChange) -> Int {
    guard isUpdate else { return change.new.addressed(path).byteCount }
    return parts.reduce(1) { count, part in
      let key = part.address.relative(to: path) ?? part.address
      let keyBytes = key.keys.reduce(0) { $0 + $1.text.byteCount } + max(0, key.depth - 1)
      return count + keyBytes + 4 + change.new.addressed(part.address).byteCount
    }
  }
}
