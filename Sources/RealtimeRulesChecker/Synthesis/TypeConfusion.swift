import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Generates writes of values that have another type than the rules or the stored data expect.
struct TypeConfusion {
  let fixture: RulesFixture
  let actor: RealtimeActor
  let binding: Binding

  /// A text that contains the ids of all users: `contains(auth.uid)` is then true for each of them.
  var allUserIDs: RealtimeNode {
    let users = [actor.uid, fixture.actors.ownerID, fixture.actors.memberID].compactMap(\.self)
    return RealtimeNode(.string(Text(users.map(\.string).joined(separator: " "))))
  }

  /// Writes in which a list of users is a text, and in which the node itself or one of its children has another type.
  func operations(
    _ location: RuleLocation, _ path: RealtimePath, _ simulator: RequestSimulator, _ current: RealtimeNode
  ) -> [RealtimeRuleRequest.Operation] {
    let expectedValues = expectedValues(location, path, simulator, current)
    var writes: [RealtimeRuleRequest.Operation] = []
    for list in listsWithoutOwnRules(location, path) {
      guard let inner = list.relative(to: path) else { continue }
      for expected in expectedValues { writes.append(.write(path, expected.replacing(inner, with: allUserIDs))) }
      writes.append(.write(list, allUserIDs))
    }
    for expected in expectedValues {
      let other: RealtimeNode =
        switch expected.leaf {
        case .string: RealtimeNode(RealtimeChildren([(key: RealtimeKey("k1"), node: RealtimeNode(.boolean(true)))]))
        case .number, .boolean: RealtimeNode(.string("text"))
        case nil: allUserIDs
        }
      writes.append(.write(path, other))
      for (key, node) in expected.children.prefix(8)
      where current.exists && node.leaf != nil && !fixture.subject.hasOwnWriteRules(key, below: location) {
        let child: RealtimeNode =
          if case .string = node.leaf { RealtimeNode(.number(7)) } else { RealtimeNode(.string("text")) }
        writes.append(.write(path.child(key), child))
      }
    }
    let others: [RealtimeLeaf] = [.string("text"), .number(7), .boolean(true)]
    for leaf in others where !expectedValues.contains(where: { $0.leaf?.kind == leaf.kind }) {
      writes.append(.write(path, RealtimeNode(leaf)))
    }
    return writes
  }

  /// Values of the expected type: the stored value, or else values that the rules describe.
  func expectedValues(
    _ location: RuleLocation, _ path: RealtimePath, _ simulator: RequestSimulator, _ current: RealtimeNode
  ) -> [RealtimeNode] {
    current.exists ? [current] : Array(simulator.candidateValues(location, path, variant: 0).prefix(3))
  }

  /// The lists of users below a location that no write rule further down protects.
  func listsWithoutOwnRules(_ location: RuleLocation, _ path: RealtimePath) -> [RealtimePath] {
    userLists(below: path).filter { $0 != path && !hasOwnRules($0, below: location) }
  }

  /// Whether a location from below the given one down to the list has a write rule that can be true.
  private func hasOwnRules(_ list: RealtimePath, below location: RuleLocation) -> Bool {
    var current = location
    for key in list.keys.dropFirst(location.keys.count) {
      let children = fixture.subject.children(of: current)
      guard
        let child = children.first(where: { $0.keys.last?.literal == key.text })
          ?? fixture.subject.variableChild(of: current)
      else { return false }
      if child.conditions(.write).contains(where: { !$0.isAlwaysFalse }) { return true }
      current = child
    }
    return false
  }

  /// The paths, at or below the given one, in which rules look up ids of users.
  func userLists(below path: RealtimePath) -> [RealtimePath] {
    let paths = fixture.subject.membershipLists.compactMap { $0.path(binding) }.filter { path.contains($0) }
    return Set(paths).sorted { $0.description < $1.description }
  }
}

extension RealtimeSubject {
  /// Whether a child, or something below it, has a write rule that can be true.
  func hasOwnWriteRules(_ key: RealtimeKey, below location: RuleLocation) -> Bool {
    guard let child = child(key.text, of: location) ?? variableChild(of: location) else { return false }
    return subtree(of: child).contains { $0.conditions.contains { $0.rule.kind == .write && !$0.isAlwaysFalse } }
  }

  /// Whether the entries of a list have a write rule that can be true.
  func entriesHaveOwnWriteRules(_ list: RealtimePath) -> Bool {
    let reference = DataReference(.before, list.keys.map { KeyPattern([.text($0.text)]) })
    guard let location = location(at: reference), location.keys.count == list.depth else { return false }
    return variableChild(of: location).map { $0.conditions(.write).contains { !$0.isAlwaysFalse } } ?? false
  }
}
