import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// What stands at a location according to its rules: the children that have rules, of the kinds that `.validate` demands.
struct Shape {
  let subject: RealtimeSubject
  let binding: Binding
  let now: Double
  var variant = 0
  /// Who is entered beside the caller where ids of users are keys.
  var others: [Text] = []
  /// Without entries of lists that nothing demands.
  var isMinimal = false

  func node(_ location: RuleLocation, depth: Int = 0) -> RealtimeNode {
    guard depth <= RealtimePath.maximumDepth else { return .absent }
    // What is never valid does not stand there.
    if location.conditions(.validate).contains(where: \.isNever) { return .absent }
    var node = RealtimeNode.absent
    for child in subject.children(of: location) where !child.isClosed {
      for key in keys(of: child) {
        var inner = self
        if let variable = child.variable { inner.bind(variable, key) }
        node = node.replacing(RealtimePath([key]), with: inner.node(child, depth: depth + 1))
      }
    }
    guard let path = Place(.after, location.keys).path(binding) else { return node }
    if !node.exists { node = subject.children(of: location).isEmpty ? leaf(location) : node }
    // On a tree that holds nothing else: what the rules say of other places is not part of this one.
    var tree = RealtimeNode.absent.replacing(path, with: node)
    for condition in location.conditions(.validate) {
      let wishes = Wishes(subject: subject, binding: binding, now: now, variant: variant, before: .absent)
      tree = best(condition, wishes, tree, path)
    }
    return tree[path]
  }

  /// The way that can be fulfilled, or else the first.
  private func best(_ condition: Condition, _ wishes: Wishes, _ tree: RealtimeNode, _ path: RealtimePath)
    -> RealtimeNode
  {
    var fallback = tree
    for way in condition.ways.prefix(8) {
      let local = way.filter { literal in
        // Equal to what was there before says nothing of something new.
        !literal.isTrue || !literal.fact.places.contains { $0.side == .before }
      }
      let (changed, unmet) = wishes.applied(local, about: .after, to: tree)
      guard changed[path].exists else { continue }
      if unmet.isEmpty { return changed }
      if fallback == tree { fallback = changed }
    }
    return fallback
  }

  private func keys(of child: RuleLocation) -> [RealtimeKey] {
    guard let variable = child.variable else {
      return [child.node.pattern.last.map { RealtimeKey($0) }].compactMap(\.self)
    }
    if isMinimal, !subject.isMemberList(child) { return [] }
    guard subject.standsForUser(child) else { return [binding.variables[variable] ?? RealtimeKey("k1")] }
    var users = [binding.uid, binding.variables[variable]?.text].compactMap(\.self)
    // Members are several, the entry of a user is one.
    if !subject.isMemberList(child) { users = Array(users.prefix(1)) }
    for user in subject.isMemberList(child) ? others : [] where !users.contains(user) { users.append(user) }
    return users.map { RealtimeKey($0.string) }
  }

  /// Without rules of its own: a text, or a mark where a user is the key.
  private func leaf(_ location: RuleLocation) -> RealtimeNode {
    if subject.standsForUser(location) { return RealtimeNode(.boolean(true)) }
    return RealtimeNode(.string(variant == 0 ? "text" : "other"))
  }

  private mutating func bind(_ variable: Text, _ key: RealtimeKey) {
    self = Shape(
      subject: subject, binding: binding.with(variable, key), now: now, variant: variant, others: others,
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
