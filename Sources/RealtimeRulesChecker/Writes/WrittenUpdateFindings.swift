// FB6022 stale-root warning
//
// means: A rule reads through `root` what the same update creates. `root` is the state before the update.
// why: All paths of one update are judged by the state before it. What it creates itself is not there yet.
// example:
//   {"rules": {"messages": {"$room": {"$m": {".write": "root.child('rooms/' + $room).exists()"}}}}}
// fix: Reach the new state through `newData`: `newData.parent().parent().parent().child('rooms/' + $room).exists()`.
// ignore: When the node is always created by an earlier request.

// FB6023 fan-out-denied error
//
// means: A client writes a branch of another user that the rules restrict to its owner. The whole multi-path update is
//   denied.
// why: A multi-path update is one operation: permitted as a whole or denied as a whole, the sender's own branch
//   included.
// example:
//   {"rules": {"inbox": {"$uid": {".write": "auth.uid === $uid"}}}}
//   ref.update({"inbox/alice/m1": message, "inbox/bob/m1": message})
// fix: Let the recipient's branch accept exactly what a sender adds, for instance new messages whose `from` is the
//   sender, or let a server write it.
// ignore: Never; the update fails for every user.

package import Diagnostics
import FirestoreModel
import QueryModel
import RealtimeDatabase
import RealtimeRules

/// Reports writes in the code of an app that the rules deny. An update of several paths is replayed as a step of a
/// flow, with unknown parts replaced by values that fit the rules, and is reported only if the rules deny it for any
/// values. ``DeniedWrite`` reports writes that no values can make valid.
package enum WrittenUpdateFindings {
  /// - Parameter writes: the writes to the database that has these rules, in the order of the code.
  package static func findings(of writes: [ObservedWrite], on subject: RealtimeSubject) -> [Diagnostic] {
    writes.compactMap { write in
      guard write.isByUser, write.isLocated else { return nil }
      let isReplayed = write.shape.isUpdate && write.shape.certainPaths.count > 1
      let replayed = isReplayed ? fanOut(write, subject.fixture) ?? staleRoot(write, subject.fixture) : nil
      return replayed ?? DeniedWrite(write, subject).finding
    }
  }

  /// FB6023: the update writes to the branches of two users, and each branch can only be written by its own user.
  private static func fanOut(_ write: ObservedWrite, _ fixture: RulesFixture) -> Diagnostic? {
    let branches = closedBranches(write.shape.certainPaths, fixture.subject)
    for branch in branches {
      // Of two different ids at most one is the id of the caller.
      guard branch.users.count > 1, branch.users.contains(where: { $0 != .unknown }) else { continue }
      let others = branch.users.filter { $0 != .userID }
      guard let other = others.first(where: { $0 != .unknown }) ?? others.first else { continue }
      guard let step = replay(write, fixture, others: branch.prefix), let finding = step.finding else { continue }
      let branchPath = (branch.prefix + [other]).quoted
      let isCertain = other != .unknown
      return Diagnostic(
        .fanOutDenied,
        isCertain
          ? "the update is denied as a whole: it writes branches of several users, and \(branchPath) is closed to all but its user"
          : "the update is denied as a whole where \(branchPath) is the branch of somebody else, which is closed to all but its user",
        at: write.location, severity: isCertain ? .error : .warning,
        notes: ["replayed as \(QuotedText.of(step.result.request.text, limit: 200))"],
        help: "let the branch accept what a sender adds, with a condition on `newData`, or let a server write it",
        related: finding.related)
    }
    return nil
  }

  /// FB6022: the rules use `root` to look for data that the same update creates under a new key.
  private static func staleRoot(_ write: ObservedWrite, _ fixture: RulesFixture) -> Diagnostic? {
    guard let step = replay(write, fixture, others: nil), let finding = step.finding, finding.code == .staleRoot else {
      return nil
    }
    // Data under a key that was just generated cannot be stored already.
    let newKeys = Set(write.shape.certainPaths.flatMap { $0.filter(\.isNew) })
    let isNew = newKeys.contains { key in write.shape.certainPaths.count { $0.contains(key) } > 1 }
    guard isNew, !write.shape.isOpen else { return nil }
    return Diagnostic(
      .staleRoot, "the rules look with `root` for what this update only creates, and deny it", at: write.location,
      notes: ["replayed as \(QuotedText.of(step.result.request.text, limit: 200))"], help: finding.help,
      related: finding.related)
  }

  // MARK: - Branches of users

  private struct Branch {
    var prefix: [WrittenKey]
    var users: [WrittenKey]
  }

  /// The lists of user branches, written by the update, in which only the user of a branch may write.
  private static func closedBranches(_ paths: [[WrittenKey]], _ subject: RealtimeSubject) -> [Branch] {
    var branches: [Branch] = []
    for path in paths {
      for (depth, key) in path.enumerated() {
        guard key.isUserLike, let here = location(Array(path[...depth]), subject), here.keys.count == depth + 1,
          let variable = here.variable, let target = location(path, subject)
        else { continue }
        guard subject.areClosed(subject.grants(.write, at: target), toAllBut: variable) else { continue }
        let prefix = Array(path[..<depth])
        if let known = branches.firstIndex(where: { $0.prefix == prefix }) {
          if !branches[known].users.contains(key) { branches[known].users.append(key) }
        } else {
          branches.append(Branch(prefix: prefix, users: [key]))
        }
      }
    }
    return branches
  }

  /// The deepest location of the rules for a path. An unknown key matches the variable; nil if it could also match a
  /// literal name.
  private static func location(_ path: [WrittenKey], _ subject: RealtimeSubject) -> RuleLocation? {
    guard var here = subject.locations.first else { return nil }
    for key in path {
      let named: RuleLocation? = if case .literal(let name) = key { subject.child(name, of: here) } else { nil }
      if key == .unknown, subject.children(of: here).contains(where: { $0.variable == nil }) { return nil }
      guard let next = named ?? subject.variableChild(of: here) else { return here }
      here = next
    }
    return here
  }

  // MARK: - Replaying

  private static func replay(_ write: ObservedWrite, _ fixture: RulesFixture, others prefix: [WrittenKey]?)
    -> FlowReplay.Step?
  {
    guard let actor = fixture.actors[.owner] else { return nil }
    let example = ExampleUpdate(fixture: fixture, others: prefix)
    var writes: [(path: RealtimePath, value: RealtimeValue)] = []
    for change in write.shape.changes where change.isCertain {
      let keys = write.shape.path + change.path
      guard let path = example.path(keys), let value = example.value(change.value, at: keys) else { return nil }
      // The service refuses an update with overlapping paths, so the chosen values cannot be right.
      guard !writes.contains(where: { $0.path.contains(path) || path.contains($0.path) }) else { return nil }
      writes.append((path, value))
    }
    let step = RealtimeFlowStep(
      actor: actor, operation: .update(.root, writes), isExpected: true, location: write.location)
    let flow = RealtimeFlow(name: "update", steps: [step])
    return FlowReplay(RealtimeFlows(data: nil, actors: [actor], flows: [flow]), on: fixture).flows.first?.steps.first
  }
}

/// A concrete update for a shape: unknown keys and values are replaced by ones that fit the rules.
private struct ExampleUpdate {
  let fixture: RulesFixture
  /// The path in which an unknown key is the id of another user, not of the caller.
  let others: [WrittenKey]?

  func path(_ keys: [WrittenKey]) -> RealtimePath? {
    var path: [RealtimeKey] = []
    var location = fixture.subject.locations.first
    for (depth, key) in keys.enumerated() {
      let variable = location.flatMap { fixture.subject.variableChild(of: $0) }
      let exampleKey: RealtimeKey
      switch key {
      case .literal(let text): exampleKey = RealtimeKey(text.string)
      case .userID: exampleKey = RealtimeKey(fixture.actors.ownerID.string)
      case .new(let number): exampleKey = RealtimeKey("-New\(number)")
      case .unknown:
        let isOther = others.map { $0 == Array(keys[..<depth]) } ?? false
        exampleKey =
          isOther
          ? RealtimeKey(fixture.actors.memberID.string)
          : variable.flatMap { fixture.binding(uid: fixture.actors.ownerID).variables[$0.variable ?? ""] }
            ?? RealtimeKey("key1")
      }
      guard exampleKey.defect == nil else { return nil }
      path.append(exampleKey)
      location = location.flatMap { fixture.subject.child(exampleKey.text, of: $0) } ?? variable
    }
    return path.count <= RealtimePath.maximumDepth ? RealtimePath(path) : nil
  }

  /// Nil for a value that cannot be stored.
  func value(_ value: WrittenValue, at keys: [WrittenKey]) -> RealtimeValue? {
    node(value, at: keys).map { RealtimeValue($0) }
  }

  private func node(_ value: WrittenValue, at keys: [WrittenKey]) -> RealtimeNode? {
    switch value {
    case .unknown: return generatedNode(at: keys)
    case .null: return .absent
    case .boolean(let value): return RealtimeNode(.boolean(value))
    case .integer(let number): return RealtimeNode(.number(Double(number)))
    case .number, .increment, .changed: return RealtimeNode(.number(1))
    case .serverTime: return RealtimeNode(.number(fixture.now))
    case .text(let text): return RealtimeNode(.string(text))
    case .someText: return RealtimeNode(.string("text"))
    case .userID: return RealtimeNode(.string(fixture.actors.ownerID))
    case .list(let elements, _):
      return children(
        elements.enumerated().map {
          (key: RealtimeKey(String($0.offset)), value: $0.element, at: keys + [.literal(Text(String($0.offset)))])
        })
    case .map(let entries, _):
      let known = entries.compactMap { entry in
        path(keys + [entry.key])?.last.map { (key: $0, value: entry.value, at: keys + [entry.key]) }
      }
      return known.count == entries.count ? children(known) : nil
    }
  }

  private func children(_ entries: [(key: RealtimeKey, value: WrittenValue, at: [WrittenKey])]) -> RealtimeNode? {
    var node = RealtimeNode.absent
    for entry in entries {
      guard let child = self.node(entry.value, at: entry.at) else { return nil }
      node = node.replacing(RealtimePath([entry.key]), with: child)
    }
    return node
  }

  /// A value that fits the rules of the path.
  private func generatedNode(at keys: [WrittenKey]) -> RealtimeNode {
    var location = fixture.subject.locations.first
    var binding = fixture.binding(uid: fixture.actors.ownerID)
    guard let path = path(keys) else { return RealtimeNode(.string("text")) }
    for key in path.keys {
      let next = location.flatMap { fixture.subject.child(key.text, of: $0) ?? fixture.subject.variableChild(of: $0) }
      if let variable = next?.variable { binding = binding.with(variable, key) }
      location = next
    }
    guard let location else { return RealtimeNode(.string("text")) }
    let node = NodeGenerator(
      subject: fixture.subject, binding: binding, now: fixture.now, otherMembers: [fixture.actors.memberID]
    )
    .makeNode(
      at: location)
    return node.exists ? node : RealtimeNode(.string("text"))
  }
}

extension RealtimeWriteShape {
  /// The paths of the changes that are made in every run of the code.
  fileprivate var certainPaths: [[WrittenKey]] { changes.filter(\.isCertain).map { path + $0.path } }
}

extension WrittenKey {
  fileprivate var isNew: Bool { if case .new = self { true } else { false } }

  /// Whether it may be the id of a user.
  fileprivate var isUserLike: Bool { !isNew }
}
