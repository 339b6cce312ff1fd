import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Makes a node that fits the rules of its location: with the children that have rules, of the types that `.validate`
/// requires.
struct NodeGenerator {
  let subject: RealtimeSubject
  let binding: Binding
  let now: Double
  var variant = 0
  /// The users beside the caller who get an entry in lists of members.
  var otherMembers: [Text] = []
  /// Leaves out children of variables, unless they are entries of a list of members.
  var isMinimal = false

  func makeNode(at location: RuleLocation, depth: Int = 0) -> RealtimeNode {
    guard depth <= RealtimePath.maximumDepth else { return .absent }
    // No value can be valid here.
    if location.conditions(.validate).contains(where: \.isAlwaysFalse) { return .absent }
    var node = RealtimeNode.absent
    for child in subject.children(of: location) where !child.isClosed {
      for key in keys(of: child) {
        var inner = self
        if let variable = child.variable { inner.bind(variable, key) }
        node = node.replacing(RealtimePath([key]), with: inner.makeNode(at: child, depth: depth + 1))
      }
    }
    guard let path = DataReference(.after, location.keys).path(binding) else { return node }
    if !node.exists { node = subject.children(of: location).isEmpty ? leaf(location) : node }
    // In a tree without anything else: a rule may also require data at other places, which does not belong to this
    // node.
    var tree = RealtimeNode.absent.replacing(path, with: node)
    for condition in location.conditions(.validate) {
      let solver = ConstraintSolver(subject: subject, binding: binding, now: now, variant: variant, before: .absent)
      tree = self.tree(tree, satisfying: condition, at: path, with: solver)
    }
    return tree[path]
  }

  /// The tree, changed to satisfy the first conjunction that can be satisfied completely, or else the first at all.
  private func tree(
    _ tree: RealtimeNode, satisfying condition: Condition, at path: RealtimePath, with solver: ConstraintSolver
  ) -> RealtimeNode {
    var fallback = tree
    for conjunction in condition.conjunctions.prefix(8) {
      let local = conjunction.filter { literal in
        // A new node has no earlier data to be compared with.
        !literal.isTrue || !literal.atom.references.contains { $0.side == .before }
      }
      let (changed, unsatisfied) = solver.solve(local, on: .after, in: tree)
      guard changed[path].exists else { continue }
      if unsatisfied.isEmpty { return changed }
      if fallback == tree { fallback = changed }
    }
    return fallback
  }

  private func keys(of child: RuleLocation) -> [RealtimeKey] {
    guard let variable = child.variable else {
      return [child.node.pattern.last.map { RealtimeKey($0) }].compactMap(\.self)
    }
    if isMinimal, !subject.isMemberEntry(child) { return [] }
    guard subject.isUserKey(child) else { return [binding.variables[variable] ?? RealtimeKey("k1")] }
    var users = [binding.uid, binding.variables[variable]?.text].compactMap(\.self)
    // A list of members has several entries; a branch per user needs only one.
    if !subject.isMemberEntry(child) { users = Array(users.prefix(1)) }
    for user in subject.isMemberEntry(child) ? otherMembers : [] where !users.contains(user) { users.append(user) }
    return users.map { RealtimeKey($0.string) }
  }

  /// The value of a location without rules for children: `true` where the key is a user, else a text.
  private func leaf(_ location: RuleLocation) -> RealtimeNode {
    if subject.isUserKey(location) { return RealtimeNode(.boolean(true)) }
    return RealtimeNode(.string(variant == 0 ? "text" : "other"))
  }

  private mutating func bind(_ variable: Text, _ key: RealtimeKey) {
    self = NodeGenerator(
      subject: subject, binding: binding.with(variable, key), now: now, variant: variant, otherMembers: otherMembers,
      isMinimal: isMinimal)
  }
}

extension Binding {
  func with(_ variable: Text, _ key: RealtimeKey) -> Binding {
    var binding = self
    binding.variables[variable] = key
    return binding
  }

  func with(uid: Text?) -> Binding { Binding(variables: variables, uid: uid) }
}
