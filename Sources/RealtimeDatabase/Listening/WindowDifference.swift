import FirestoreModel

/// What distinguishes the window of a view after a change from the one before.
struct WindowDifference {
  struct Child {
    var key: RealtimeKey
    /// Nil outside the window.
    var old: RealtimeNode?
    var new: RealtimeNode?
  }

  let spec: RealtimeQuerySpec
  let oldWindow: RealtimeWindow
  let newWindow: RealtimeWindow
  /// By key; only those that are different.
  let children: [Child]

  /// - Parameter relatives: what was written below the location; nil when all of it may be different.
  init(_ view: RealtimeView, _ change: RealtimeChange, _ relatives: [RealtimePath]?) {
    let (old, new) = (view.window(change.old), view.window(change.new))
    (spec, oldWindow, newWindow) = (view.spec, old, new)
    let candidates =
      relatives.map { WindowDifference.candidates($0, old, new) }
      ?? Set(old.keys).union(new.keys)
    children = candidates.sorted().compactMap { key in
      let child = Child(key: key, old: old.node(key), new: new.node(key))
      return child.old == child.new ? nil : child
    }
  }

  /// The children that were written, and those that a limit may have let in or pushed out for them: as many at its end of
  /// the windows as were written, and those again that stand between.
  private static func candidates(
    _ relatives: [RealtimePath], _ old: RealtimeWindow, _ new: RealtimeWindow
  ) -> Set<RealtimeKey> {
    var keys = Set(relatives.compactMap(\.keys.first).filter { !$0.isPriority })
    let reach = 2 * keys.count
    guard reach > 0 else { return keys }
    switch old.spec.limit {
    case nil: break
    case .first: for window in [old, new] { keys.formUnion(window.keys(last: reach)) }
    case .last: for window in [old, new] { keys.formUnion(window.keys(first: reach)) }
    }
    return keys
  }

  /// Something beside the children: a value, or the priority of the location.
  var isOtherwiseDifferent: Bool {
    guard spec.selectsEverything else { return false }
    let (old, new) = (oldWindow.location, newWindow.location)
    return old.leaf != new.leaf || old.priority != new.priority
  }

  var removed: [ChildEntry] { ordered(children.filter { $0.new == nil }) { $0.old } }
  var added: [ChildEntry] { ordered(children.filter { $0.old == nil }) { $0.new } }
  var changed: [ChildEntry] { ordered(children.filter { $0.old != nil && $0.new != nil }) { $0.new } }

  /// Changed children whose value in the query's order is another one, wherever that puts them.
  var moved: [ChildEntry] {
    let moved = children.filter { child in
      guard let old = child.old, let new = child.new else { return false }
      return old.ordered(by: spec.ordering).compareValue(to: new.ordered(by: spec.ordering)) != 0
    }
    return ordered(moved) { $0.new }
  }

  private func ordered(_ children: [Child], _ node: (Child) -> RealtimeNode?) -> [ChildEntry] {
    let entries = children.compactMap { child in node(child).map { ChildEntry(key: child.key, node: $0) } }
    if spec.ordering == .key { return entries }
    let values = entries.map { $0.node.ordered(by: spec.ordering) }
    // The sort is stable, and children come by key.
    return values.indices.sorted { values[$0].compareValue(to: values[$1]) < 0 }.map { entries[$0] }
  }
}

extension RealtimeWindow {
  /// The child, if it is in the window.
  func node(_ key: RealtimeKey) -> RealtimeNode? {
    guard let node = location.children[key] else { return nil }
    return ranks.contains(rank(of: ChildEntry(key: key, node: node))) ? node : nil
  }

  /// The child in front of one of the window.
  func key(before child: ChildEntry) -> RealtimeKey? {
    let rank = rank(of: child)
    return rank > ranks.lowerBound ? children.entries(rank - 1..<rank).first?.key : nil
  }

  func keys(first count: Int) -> [RealtimeKey] {
    children.entries(ranks.lowerBound..<min(ranks.upperBound, ranks.lowerBound + count)).map(\.key)
  }

  func keys(last count: Int) -> [RealtimeKey] {
    children.entries(max(ranks.lowerBound, ranks.upperBound - count)..<ranks.upperBound).map(\.key)
  }

  /// The place of a child of the location in the query's order.
  private func rank(of child: ChildEntry) -> Int {
    children.rank(of: OrderCut(before: child, spec.ordering))
  }
}

extension OrderCut {
  /// In front of a child.
  init(before child: ChildEntry, _ ordering: RealtimeQuerySpec.Ordering) {
    value = ordering == .key ? RealtimeNode(.string(child.key.text)) : child.node.ordered(by: ordering)
    key = child.key
    isBehind = false
  }
}
