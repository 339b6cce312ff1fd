/// A location that somebody listens to, with a query or without. Nothing of what was sent is kept: a change holds both
/// states, and costs what was written, not what stands there.
package struct RealtimeView: Hashable, Sendable {
  package let path: RealtimePath
  package let spec: RealtimeQuerySpec
  /// False when the query has no index: the client is sent the whole location and selects by itself.
  package let isIndexed: Bool

  package init(_ path: RealtimePath, _ spec: RealtimeQuerySpec = RealtimeQuerySpec(), isIndexed: Bool = true) {
    self.path = path
    self.spec = spec
    self.isIndexed = isIndexed
  }

  /// What is sent at first, and after a reconnect when the hashes differ.
  package func sent(from root: RealtimeNode) -> RealtimeNode {
    sendsEverything ? root[path] : window(root).node
  }

  /// UTF-8 bytes of ``sent(from:)`` in compact JSON, export form.
  package func sentBytes(from root: RealtimeNode) -> Int {
    sendsEverything ? root[path].byteCount : window(root).byteCount
  }

  /// What the listener sees.
  package func window(_ root: RealtimeNode) -> RealtimeWindow { RealtimeWindow(spec, over: root[path]) }

  /// Whether a change writes anything at, above or below the location.
  package func isTouched(by change: RealtimeChange) -> Bool { change.touched(at: path) != .nothing }

  private var sendsEverything: Bool { spec.selectsEverything || !isIndexed }
}

/// What a change writes of a location.
enum TouchedPart: Hashable {
  case nothing
  /// At or above it.
  case everything
  /// Below it: what leads there from the location, never empty.
  case below([RealtimePath])
}

extension RealtimeChange {
  func touched(at path: RealtimePath) -> TouchedPart {
    var below: [RealtimePath] = []
    for address in addresses {
      if address.contains(path) { return .everything }
      if let relative = address.relative(to: path) { below.append(relative) }
    }
    return below.isEmpty ? .nothing : .below(below)
  }
}

// MARK: - What is sent

extension RealtimeView {
  /// What the service sends to a client that holds ``sent(from:)`` of the state before; nothing when that stays the same.
  package func deltas(for change: RealtimeChange) -> [RealtimeDelta] {
    switch change.touched(at: path) {
    case .nothing: return []
    case .everything:
      let new = sent(from: change.new)
      return new == sent(from: change.old) ? [] : [RealtimeDelta(path, .replace(new))]
    case .below(let relatives):
      return sendsEverything ? subtreeDeltas(relatives, change) : windowDeltas(relatives, change)
    }
  }

  /// The smallest subtrees that were replaced: each by itself for a set, together for an update.
  private func subtreeDeltas(_ relatives: [RealtimePath], _ change: RealtimeChange) -> [RealtimeDelta] {
    let changed = relatives.map { path.appending($0) }.filter {
      change.new.addressed($0) != change.old.addressed($0)
    }
    guard let base = change.updateBase, !changed.isEmpty else {
      return changed.map { RealtimeDelta($0, .replace(change.new.addressed($0))) }
    }
    let place = path.contains(base) ? base : path
    let parts = changed.compactMap { address in
      address.relative(to: place).map { RealtimeDelta.Part($0, change.new.addressed(address)) }
    }
    // An update of its own location alone is a set.
    if parts.count == 1, parts[0].path.isRoot { return [RealtimeDelta(place, .replace(parts[0].node))] }
    return [RealtimeDelta(place, .merge(parts))]
  }

  /// Changed children of the window, those that enter, and nothing for those that leave.
  private func windowDeltas(_ relatives: [RealtimePath], _ change: RealtimeChange) -> [RealtimeDelta] {
    let difference = WindowDifference(self, change, relatives)
    let parts = difference.children.map { RealtimeDelta.Part(RealtimePath([$0.key]), $0.new ?? .absent) }
    return parts.isEmpty ? [] : [RealtimeDelta(path, .merge(parts))]
  }
}

// MARK: - What the listener is told

extension RealtimeView {
  /// The events of a change in the order in which SDKs fire them: children removed, added, moved, changed, each in the
  /// order of the query, and then the value, if anything is different.
  package func events(for change: RealtimeChange) -> [RealtimeEvent] {
    let touched = change.touched(at: path)
    if touched == .nothing { return [] }
    var relatives: [RealtimePath]?
    if case .below(let paths) = touched { relatives = paths }
    let difference = WindowDifference(self, change, relatives)
    var events = difference.removed.map { RealtimeEvent(.childRemoved, key: $0.key, node: $0.node) }
    let new = difference.newWindow
    func add(_ kind: RealtimeEvent.Kind, _ children: [ChildEntry]) {
      for child in children {
        events.append(RealtimeEvent(kind, key: child.key, node: child.node, previous: new.key(before: child)))
      }
    }
    add(.childAdded, difference.added)
    add(.childMoved, difference.moved)
    add(.childChanged, difference.changed)
    if difference.children.isEmpty, !difference.isOtherwiseDifferent { return events }
    return events + [RealtimeEvent(.value, node: new.node)]
  }
}
