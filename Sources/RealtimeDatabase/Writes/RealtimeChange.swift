/// What a write makes of a database: one state and the next, which share all that was not written.
package struct RealtimeChange: Sendable {
  package let old: RealtimeNode
  package let new: RealtimeNode
  /// What was written, from the root, in the order of the request; a priority alone ends with `.priority`.
  package let addresses: [RealtimePath]
  /// The location that an update names; nil for a set.
  package let updateBase: RealtimePath?

  package init(old: RealtimeNode, new: RealtimeNode, addresses: [RealtimePath], updateBase: RealtimePath? = nil) {
    self.old = old
    self.new = new
    self.addresses = addresses
    self.updateBase = updateBase
  }

  /// The locations that were written. What stands there now is `new[path]`.
  package var paths: [RealtimePath] { addresses.map { $0.last?.isPriority == true ? $0.parent ?? .root : $0 } }
}

extension RealtimeWrite {
  /// Whether the value at the path is the one that a transaction started from; always without an expected hash.
  package func isExpected(in root: RealtimeNode) -> Bool {
    guard let expectedHash else { return true }
    return expectedHash.utf8.elementsEqual(root.addressed(path).hash.utf8)
  }

  /// The state after the write. Server values are filled in: one `now` for all of them, numbers counted up from what
  /// stood there before. Asks neither rules nor ``isExpected(in:)``.
  /// - Parameter now: milliseconds since 1970.
  package func applied(to root: RealtimeNode, now: Double) throws(RealtimeWriteError) -> RealtimeChange {
    var new = root
    for part in parts {
      if case .value(let value) = part.content {
        new = new.replacing(part.address, with: try value.resolved(over: root[part.address], now: now))
      }
    }
    // Behind the values, so that a new value does not take the priority away that came with it.
    for part in parts {
      if case .priority(let priority) = part.content {
        new = try new.settingPriority(priority, at: part.location, old: root[part.location].priority, now: now)
      }
    }
    for path in spared { new = new.replacing(address: path, with: root.addressed(path)) }
    return RealtimeChange(
      old: root, new: new, addresses: parts.map(\.address), updateBase: isUpdate ? path : nil)
  }
}

extension RealtimeNode {
  fileprivate func settingPriority(
    _ priority: PriorityValue, at path: RealtimePath, old: RealtimePriority?, now: Double
  ) throws(RealtimeWriteError) -> RealtimeNode {
    let resolved: RealtimePriority?
    switch priority {
    case .none: resolved = nil
    case .value(let value): resolved = value
    case .server(let value):
      let number = value.resolved(over: old?.leaf, now: now)
      guard number.isFinite else { throw RealtimeWriteError(.invalidPriority, at: path.keys.map(\.string)) }
      resolved = .number(number)
    }
    return replacing(path, with: self[path].withPriority(resolved))
  }
}
