import FirestoreModel
package import RealtimeDatabase
import RealtimeRules

/// A node that replaces what the fixture has at a path; an absent node removes it.
package struct DataChange: Hashable, Sendable {
  package var path: RealtimePath
  package var node: RealtimeNode
}

extension AccessEvaluator {
  /// Other states of the data in which the operation may be allowed: what its conditions require is added to generated
  /// data. Given data never changes, and no state makes the actor an owner or a member of something else.
  func alternativeData(_ operation: AccessOperation, at location: RuleLocation, _ path: RealtimePath) -> [RealtimeNode]
  {
    alternativeData(conjunctions(operation, at: location)).map { other in
      // Overwrites and deletes need a node at the path.
      data[path].exists && !other[path].exists
        ? other.replacing(path.child(AccessOperation.undeclaredChild), with: RealtimeNode(.boolean(true))) : other
    }
  }

  private func conjunctions(_ operation: AccessOperation, at location: RuleLocation) -> [[Literal]] {
    fixture.subject.grants(operation == .read || operation == .list ? .read : .write, at: location).flatMap(
      \.conjunctions)
  }

  /// The times at, just before and just after those that the conditions compare with `now`.
  func alternativeTimes(_ operation: AccessOperation, at location: RuleLocation) -> [Double] {
    var times: [Double] = []
    for literal in conjunctions(operation, at: location).joined() {
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

  /// The states of the data that satisfy one conjunction each.
  func alternativeData(_ conjunctions: [[Literal]]) -> [RealtimeNode] {
    let solver = ConstraintSolver(subject: fixture.subject, binding: binding, now: fixture.now, before: data)
    var found: [RealtimeNode] = []
    for conjunction in conjunctions.prefix(16) {
      if conjunction.contains(where: { $0.atom == .signedIn && $0.isTrue != actor.auth.exists }) { continue }
      let other = solver.solve(conjunction, on: .before, in: data).tree
      if other != data, !found.contains(other), preservesActorRole(other) { found.append(other) }
    }
    return found
  }

  /// Whether only generated data differs, and the id of the actor occurs at the same paths as before.
  private func preservesActorRole(_ other: RealtimeNode) -> Bool {
    var keys = Set(data.children.map(\.key))
    keys.formUnion(other.children.map(\.key))
    return keys.allSatisfy { key in
      let (before, after) = (data.child(key), other.child(key))
      let path = RealtimePath([key])
      if before == after { return true }
      guard let uid = actor.uid else { return fixture.isGenerated(path) }
      return fixture.isGenerated(path) && before.occurrences(of: uid, path) == after.occurrences(of: uid, path)
    }
  }
}

extension RealtimeNode {
  /// The paths at which the id of a user is a key or a value.
  fileprivate func occurrences(of uid: Text, _ path: RealtimePath) -> Set<RealtimePath> {
    var found: Set<RealtimePath> = []
    if path.last?.text == uid || leaf == .string(uid) { found.insert(path) }
    for (key, child) in children { found.formUnion(child.occurrences(of: uid, path.child(key))) }
    return found
  }

  /// The changes that turn this tree into another one.
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
