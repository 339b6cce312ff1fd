import FirestoreModel
package import RealtimeDatabase
import RealtimeRules

/// What stands somewhere instead; nothing where it is taken away.
package struct DataChange: Hashable, Sendable {
  package var path: RealtimePath
  package var node: RealtimeNode
}

extension Deeds {
  /// The data as the conditions that may allow a deed ask for it, where it is made up, and as long as everybody remains
  /// who they are.
  func otherData(_ deed: Deed, at location: RuleLocation, _ path: RealtimePath) -> [RealtimeNode] {
    otherData(conjunctions(deed, at: location)).map { other in
      // What is overwritten or deleted stands there.
      data[path].exists && !other[path].exists
        ? other.replacing(path.child(Self.otherChild), with: RealtimeNode(.boolean(true))) : other
    }
  }

  private func conjunctions(_ deed: Deed, at location: RuleLocation) -> [[Literal]] {
    fixture.subject.grants(deed == .read || deed == .list ? .read : .write, at: location).flatMap(\.conjunctions)
  }

  /// The times before and after those that the conditions spell out.
  func otherTimes(_ deed: Deed, at location: RuleLocation) -> [Double] {
    var times: [Double] = []
    for literal in conjunctions(deed, at: location).joined() {
      switch literal.atom {
      case .less(.now, .number(let time)), .less(.number(let time), .now), .lessOrEqual(.now, .number(let time)),
        .lessOrEqual(.number(let time), .now), .equal(.now, .number(let time)):
        for time in [time, time - 1, time + 1] where time >= 0 && time <= 1e15 && !times.contains(time) {
          times.append(time)
        }
      default: continue
      }
    }
    return Array(times.prefix(8))
  }

  /// The same for some ways in which a condition becomes true.
  func otherData(_ conjunctions: [[Literal]]) -> [RealtimeNode] {
    let solver = ConstraintSolver(subject: fixture.subject, binding: binding, now: fixture.now, before: data)
    var found: [RealtimeNode] = []
    for conjunction in conjunctions.prefix(16) {
      if conjunction.contains(where: { $0.atom == .signedIn && $0.isTrue != actor.auth.exists }) { continue }
      let other = solver.solve(conjunction, on: .before, in: data).tree
      if other != data, !found.contains(other), isPossible(other) { found.append(other) }
    }
    return found
  }

  /// Whether given data is left alone, and the actor has a part in the same things as before.
  private func isPossible(_ other: RealtimeNode) -> Bool {
    var keys = Set(data.children.map(\.key))
    keys.formUnion(other.children.map(\.key))
    return keys.allSatisfy { key in
      let (before, after) = (data.child(key), other.child(key))
      let path = RealtimePath([key])
      if before == after { return true }
      guard let uid = actor.uid else { return fixture.isSynthetic(path) }
      return fixture.isSynthetic(path) && before.traces(of: uid, path) == after.traces(of: uid, path)
    }
  }
}

extension RealtimeNode {
  /// Where the id of somebody stands as a key or as a value.
  fileprivate func traces(of uid: Text, _ path: RealtimePath) -> Set<RealtimePath> {
    var found: Set<RealtimePath> = []
    if path.last?.text == uid || leaf == .string(uid) { found.insert(path) }
    for (key, child) in children { found.formUnion(child.traces(of: uid, path.child(key))) }
    return found
  }

  /// What makes another tree of this one.
  func changes(to other: RealtimeNode, at path: RealtimePath = .root) -> [DataChange] {
    if self == other { return [] }
    guard exists, other.exists, leaf == nil, other.leaf == nil, priority == other.priority else {
      return [DataChange(path: path, node: other)]
    }
    var keys = children.map(\.key)
    for (key, _) in other.children where !child(key).exists { keys.append(key) }
    return keys.flatMap { child($0).changes(to: other.child($0), at: path.child($0)) }
  }
}
