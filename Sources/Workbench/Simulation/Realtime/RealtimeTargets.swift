import RealtimeDatabase

/// The targets of a database by their place in the tree: a write finds those that it concerns without asking the others.
final class RealtimeTargets {
  /// The targets of one location, and those below it.
  private final class Place {
    var targets: [RealtimeTarget] = []
    var children: [RealtimeKey: Place] = [:]

    var isEmpty: Bool { targets.isEmpty && children.isEmpty }

    func collect(into found: inout [ObjectIdentifier: RealtimeTarget]) {
      for target in targets { found[ObjectIdentifier(target)] = target }
      for child in children.values { child.collect(into: &found) }
    }
  }

  private let root = Place()
  private var byKey: [RealtimeListenKey: RealtimeTarget] = [:]
  private var created = 0

  subscript(key: RealtimeListenKey) -> RealtimeTarget? { byKey[key] }

  func add(_ key: RealtimeListenKey, isUnindexed: Bool) -> RealtimeTarget {
    created += 1
    let target = RealtimeTarget(key: key, isUnindexed: isUnindexed, number: created)
    byKey[key] = target
    var place = root
    for key in key.path.keys {
      let child = place.children[key] ?? Place()
      place.children[key] = child
      place = child
    }
    place.targets.append(target)
    return target
  }

  func remove(_ target: RealtimeTarget) {
    byKey[target.key] = nil
    remove(target, from: root, target.key.path.keys[...])
  }

  private func remove(_ target: RealtimeTarget, from place: Place, _ keys: ArraySlice<RealtimeKey>) {
    guard let key = keys.first else { return place.targets.removeAll { $0 === target } }
    guard let child = place.children[key] else { return }
    remove(target, from: child, keys.dropFirst())
    if child.isEmpty { place.children[key] = nil }
  }

  /// Those at, above and below what a change writes, in the order of creation.
  func touched(by change: RealtimeChange) -> [RealtimeTarget] {
    var found: [ObjectIdentifier: RealtimeTarget] = [:]
    for path in change.paths {
      var place: Place? = root
      for key in path.keys {
        for target in place?.targets ?? [] { found[ObjectIdentifier(target)] = target }
        place = place?.children[key]
      }
      place?.collect(into: &found)
    }
    return found.values.sorted { $0.number < $1.number }
  }
}
