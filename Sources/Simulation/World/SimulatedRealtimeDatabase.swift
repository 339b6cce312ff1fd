import FirestoreModel
import RealtimeDatabase
import Workloads

/// The Realtime Database of one simulation and everybody who listens to it.
final class SimulatedRealtimeDatabase {
  private(set) var root = RealtimeNode.absent
  private var pushIDs = PushIDGenerator()
  private let targets = LocationTree<RealtimeTarget>()
  private var byKey: [RealtimeListenKey: RealtimeTarget] = [:]
  /// Listeners by the locations whose data their rules have looked at.
  private let watchers = LocationTree<RealtimeAttachment>()
  /// Children in the order in which they came into being, for `{latest}`.
  private var creations: [RealtimePath: [RealtimeKey]] = [:]
  private let remembersLatest: Bool
  private let copies: RealtimeCopies
  /// Bytes at the end of each day.
  private(set) var samples: [Int64] = []

  init(remembersLatest: Bool, copies: RealtimeCopies) {
    self.remembersLatest = remembersLatest
    self.copies = copies
  }

  // MARK: Data

  /// Before anybody listens.
  func fill(_ builder: RealtimeTreeBuilder) {
    root = builder.node
    if remembersLatest { builder.visitChildren { path, keys in creations[path] = keys } }
  }

  /// Takes over the state after a change.
  func commit(_ change: RealtimeChange) {
    root = change.new
    if remembersLatest { for path in change.paths { rememberChildren(on: path, change.old) } }
  }

  /// Every key on the way to a written location that was not there before.
  private func rememberChildren(on path: RealtimePath, _ before: RealtimeNode) {
    var (old, new, parent) = (before, root, RealtimePath.root)
    for key in path.keys {
      (old, new) = (old.child(key), new.child(key))
      if !old.exists, new.exists { creations[parent, default: []].append(key) }
      parent = parent.child(key)
    }
    guard !old.exists else { return }
    for (key, _) in new.children { creations[parent, default: []].append(key) }
  }

  func latestChild(of location: RealtimePath) -> Text? {
    let node = root[location]
    while let key = creations[location]?.last {
      if node.child(key).exists { return key.text }
      creations[location]?.removeLast()
    }
    return nil
  }

  func anyChild(of location: RealtimePath, choose: (Int) -> Int) -> Text? {
    let children = root[location].children
    guard !children.isEmpty else { return nil }
    let position = choose(children.count)
    for (index, child) in children.enumerated() where index == position { return child.key.text }
    return nil
  }

  func newPushKey(at time: Timestamp, using random: RandomSource) -> Text {
    random.withStream { pushIDs.next(milliseconds: time.milliseconds, using: &$0).key.text }
  }

  /// What the tree takes, for all users that it stands for.
  var storedBytes: Int64 { root.exists ? copies.bytes(of: root) : 0 }

  func sample() { samples.append(storedBytes) }

  /// Counts the end of the day so many times more.
  func repeatSample(times: Int64) {
    if let last = samples.last { samples += Array(repeating: last, count: Int(times)) }
  }

  // MARK: Listeners

  subscript(key: RealtimeListenKey) -> RealtimeTarget? { byKey[key] }

  func target(for key: RealtimeListenKey, isUnindexed: Bool) -> RealtimeTarget {
    if let known = byKey[key] { return known }
    let target = RealtimeTarget(key: key, isUnindexed: isUnindexed)
    byKey[key] = target
    targets.insert(target, at: key.path)
    return target
  }

  func remove(_ target: RealtimeTarget) {
    byKey[target.key] = nil
    targets.remove(target, at: target.key.path)
  }

  /// The locations whose data the rules have looked at to allow a listener; none when it is over.
  func setConsulted(_ locations: Set<RealtimePath>, of attachment: RealtimeAttachment) {
    guard locations != attachment.consulted else { return }
    for path in attachment.consulted.subtracting(locations) { watchers.remove(attachment, at: path) }
    for path in locations.subtracting(attachment.consulted) { watchers.insert(attachment, at: path) }
    attachment.consulted = locations
  }

  /// Listeners whose rules have looked at what a change writes, in the order in which they came.
  func watchers(of change: RealtimeChange) -> [RealtimeAttachment] { watchers.touched(by: change) }

  /// Whoever may hear of a change, in the order in which the targets came into being, so that deliveries have one order.
  func targets(touchedBy change: RealtimeChange) -> [RealtimeTarget] { targets.touched(by: change) }
}

/// For how many locations of the whole database one of this world stands.
struct RealtimeCopies: Sendable {
  var keys: [InstanceKey]
  var number: Int64
  var multiplicity: Int64
  var shared: Int64

  init(_ cell: Cell) {
    keys = cell.keys.filter(\.isRealtime)
    number = cell.number
    multiplicity = cell.multiplicity
    shared = cell.sharedCopies
  }

  func copies(of path: RealtimePath) -> Int64 {
    keys.contains { location(of: $0).contains(path) } ? multiplicity : shared
  }

  /// Everything of one user counts for all users alike, the rest once.
  func bytes(of root: RealtimeNode) -> Int64 {
    let own = keys.reduce(Int64(0)) { sum, key in
      let location = location(of: key)
      guard let last = location.last, root[location].exists else { return sum }
      // Two quotes, colon and comma.
      return sum + Int64(root[location].byteCount + last.text.byteCount + 4)
    }
    let total = Int128(own) * Int128(multiplicity) + Int128(Int64(root.byteCount) - own) * Int128(shared)
    return Int64(clamping: total)
  }

  private func location(of key: InstanceKey) -> RealtimePath {
    RealtimePath((key.prefix + [key.text(number)]).map { RealtimeKey($0.string) })
  }
}

/// Builds the initial tree in one go, however many locations it has.
final class RealtimeTreeBuilder {
  private var value = RealtimeNode.absent
  private var children: [RealtimeKey: RealtimeTreeBuilder] = [:]
  private var order: [RealtimeKey] = []

  func set(_ path: RealtimePath, _ node: RealtimeNode) { set(path.keys[...], node) }

  private func set(_ keys: ArraySlice<RealtimeKey>, _ node: RealtimeNode) {
    guard let key = keys.first else {
      (value, children, order) = (node, [:], [])
      for (key, _) in node.children { order.append(key) }
      return
    }
    if let known = children[key] { return known.set(keys.dropFirst(), node) }
    let child = RealtimeTreeBuilder()
    if !value.child(key).exists { order.append(key) }
    child.value = value.child(key)
    children[key] = child
    child.set(keys.dropFirst(), node)
  }

  var node: RealtimeNode {
    if children.isEmpty { return value }
    var nodes = Dictionary(value.children.map { ($0.key, $0.node) }) { $1 }
    for (key, child) in children { nodes[key] = child.node }
    return RealtimeNode(RealtimeChildren(nodes.map { (key: $0.key, node: $0.value) }))
  }

  /// The children of every location, in the order in which they were set.
  func visitChildren(_ path: RealtimePath = .root, _ action: (RealtimePath, [RealtimeKey]) -> Void) {
    if !order.isEmpty { action(path, order) }
    for (key, child) in children { child.visitChildren(path.child(key), action) }
  }
}
