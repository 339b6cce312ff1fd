/// The queries of a stream, to be looked at in turn: what was read long ago keeps all of that version in memory.
struct UnmovedTargets {
  private var queue: [AttachedTarget] = []
  private var first = 0

  var isEmpty: Bool { first >= queue.count }

  mutating func append(_ target: AttachedTarget) {
    if first > 64, first > queue.count / 2 {
      queue.removeSubrange(..<first)
      queue.removeAll { !$0.isAttached }
      first = 0
    }
    if case .query = target.watch { queue.append(target) }
  }

  mutating func popFirst() -> AttachedTarget? {
    guard !isEmpty else { return nil }
    defer { first += 1 }
    return queue[first]
  }
}
