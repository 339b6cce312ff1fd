import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Values of another type than the rules expect.
struct Confusion {
  let fixture: RulesFixture
  let actor: RealtimeActor
  let binding: Binding

  /// The ids of everybody, in one text.
  var everybody: RealtimeNode {
    let users = [actor.uid, fixture.actors.ownerID, fixture.actors.memberID].compactMap(\.self)
    return RealtimeNode(.string(Text(users.map(\.string).joined(separator: " "))))
  }

  /// Writes of the whole with a list of users as a text, of the list alone, and of the whole as something else.
  func values(
    _ location: RuleLocation, _ path: RealtimePath, _ simulator: RequestSimulator, _ current: RealtimeNode
  ) -> [RealtimeRuleRequest.Operation] {
    let shapes = shapes(location, path, simulator, current)
    var writes: [RealtimeRuleRequest.Operation] = []
    for list in openLists(location, path) {
      guard let inner = list.relative(to: path) else { continue }
      for shape in shapes { writes.append(.write(path, shape.replacing(inner, with: everybody))) }
      writes.append(.write(list, everybody))
    }
    for shape in shapes {
      let other: RealtimeNode =
        switch shape.leaf {
        case .string: RealtimeNode(RealtimeChildren([(key: RealtimeKey("k1"), node: RealtimeNode(.boolean(true)))]))
        case .number, .boolean: RealtimeNode(.string("text"))
        case nil: everybody
        }
      writes.append(.write(path, other))
      for (key, node) in shape.children.prefix(8)
      where current.exists && node.leaf != nil && !fixture.subject.isRow(key, below: location) {
        let child: RealtimeNode =
          if case .string = node.leaf { RealtimeNode(.number(7)) } else { RealtimeNode(.string("text")) }
        writes.append(.write(path.child(key), child))
      }
    }
    let others: [RealtimeLeaf] = [.string("text"), .number(7), .boolean(true)]
    for leaf in others where !shapes.contains(where: { $0.leaf?.kind == leaf.kind }) {
      writes.append(.write(path, RealtimeNode(leaf)))
    }
    return writes
  }

  /// What is expected: what stands there, or what the rules describe.
  func shapes(_ location: RuleLocation, _ path: RealtimePath, _ simulator: RequestSimulator, _ current: RealtimeNode)
    -> [RealtimeNode]
  {
    current.exists ? [current] : Array(simulator.candidateValues(location, path, variant: 0).prefix(3))
  }

  /// The lists of users inside of a location that it decides about itself.
  func openLists(_ location: RuleLocation, _ path: RealtimePath) -> [RealtimePath] {
    lists(below: path).filter { $0 != path && !hasOwnRules($0, below: location) }
  }

  /// Whether a location between the two decides about writes itself.
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

  /// Where ids of users are looked up, at a path or below.
  func lists(below path: RealtimePath) -> [RealtimePath] {
    let paths = fixture.subject.membershipLists.compactMap { $0.path(binding) }.filter { path.contains($0) }
    return Set(paths).sorted { $0.description < $1.description }
  }
}
