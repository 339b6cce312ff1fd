import SourceSyntax
import SourceTokens

/// What functions, and closures that run in place, are called on.
extension FunctionLowering {
  /// All that a name without a receiver may be a member of, the innermost first.
  mutating func allReceivers(withClosures: Bool = true) -> [GraphNode] {
    var closures: [(place: Int, scope: Int, distance: Int)] = []
    var all = blocks.reversed().compactMap { scopes.key(of: Word.this.name, in: $0) }.compactMap { flow.names[$0] }
    var distance = 0
    var at = scope
    while true {
      if scopes.hasReceiver(at) { all.append(receiver(at: distance)) }
      if withClosures, tree.kind(scopes.scopes[at].node) == .closure { closures.append((all.count, at, distance)) }
      for key in scopes.keys(of: Word.this.name, around: at) {
        all.append(builder.add(.capture, code: UInt8(min(distance + 1, 255)), payload: key.raw))
      }
      guard let next = scopes.function(around: at) else { break }
      at = next
      distance += 1
    }
    for (place, scope, distance) in closures.reversed() {
      let outer = all.indices.contains(place) ? all[place] : nil
      if let receiver = closureReceiver(at: scope, distance, otherwise: outer) { all.insert(receiver, at: place) }
    }
    return all
  }

  /// What this function, or the nearest one around it that is called on something, is called on.
  mutating func currentReceiver() -> GraphNode {
    guard !rules.receiverIsParameter else { return flow.this }
    return allReceivers(withClosures: false).first ?? allReceivers().first ?? flow.this
  }

  mutating func receiver(at distance: Int) -> GraphNode {
    guard distance > 0 else { return flow.this }
    return builder.add(.capture, code: UInt8(min(distance, 255)), payload: Word.this.name.raw)
  }

  /// `this@Screen`, `Outer.this`: of the function or class of that name.
  mutating func receiver(named name: NameID) -> GraphNode? {
    var distance = 0
    var at = scope
    while true {
      if scopes.hasReceiver(at), isNamed(name, at) { return receiver(at: distance) }
      guard let next = scopes.function(around: at) else { return nil }
      at = next
      distance += 1
    }
  }

  private func isNamed(_ name: NameID, _ scope: Int) -> Bool {
    if tree.name(scopes.scopes[scope].node) == name { return true }
    return scopes.type(of: scope).map { tree.name(scopes.scopes[$0].node) == name } ?? false
  }
}
