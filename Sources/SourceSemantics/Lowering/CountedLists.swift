import SourceSyntax
import SourceTokens

/// Loops that count through a list are loops over it: `for (let i = 1; i < xs.length; i++)`, `for i in range(1, len(xs))`.
extension FunctionLowering {
  /// A list, the variable that counts its items, and those that a loop goes through.
  struct CountedLoop {
    var list: [NameID]
    var counter: NameID
    var rest: GraphNode
  }

  /// - Parameter rest: what changes the counter, and the body.
  mutating func countedList(_ first: NodeID?, _ test: NodeID?, _ rest: [NodeID]) -> CountedLoop? {
    guard let first, let test, rest.count > 1, let body = rest.last,
      let comparison = tree.children(of: test).first, tree.kind(comparison) == .binary,
      [.less, .lessOrEqual, .notEqual, .notSame].contains(tree[comparison].operation),
      let left = tree.children(of: comparison).first, tree.kind(left) == .name,
      let right = tree.children(of: comparison).dropFirst().first,
      CountedRounds.isByOne(rest[0], tree.name(left), tree)
    else { return nil }
    let declarators = tree.children(of: first).flatMap { tree.children(.declarator, of: $0) }
    func value(_ name: NameID) -> NodeID? {
      let own = declarators.first { tree.children(of: $0).first.map { tree.name($0) } == name }
      return own.flatMap { tree.children(of: $0).last }
    }
    let end = tree.kind(right) == .name ? value(tree.name(right)) ?? right : right
    guard let start = value(tree.name(left)) else { return nil }
    let isOpen = tree[comparison].operation != .lessOrEqual
    return countedList(tree.name(left), from: start, to: (end, isOpen), [body])
  }

  /// `for i in 1..<xs.count`, `for (i in xs.indices)`, `for i in range(1, len(xs))`.
  mutating func countedList(_ target: NodeID, in sequence: NodeID, _ bodies: [NodeID]) -> CountedLoop? {
    guard tree.kind(target) == .binding || tree.kind(target) == .name else { return nil }
    let counter = tree.name(target)
    let children = Array(tree.children(of: sequence))
    switch tree.kind(sequence) {
    case .binary where children.count == 2 && isRange(sequence):
      let isOpen = tree[sequence].operation != .range
      return countedList(counter, from: children[0], to: (children[1], isOpen), bodies)
    case .member where isNamed(sequence, ["indices"]):
      return countedList(counter, from: nil, to: (sequence, true), bodies)
    case .call:
      guard let view = tree.call(sequence), tree.text(of: children[0]) == "range" else { return nil }
      let ends = view.arguments.compactMap { tree.children(of: $0).last }
      guard let end = ends.last, ends.count <= 2, tree.kind(end) == .call else { return nil }
      return countedList(counter, from: ends.count == 2 ? ends[0] : nil, to: (end, true), bodies)
    default: return nil
    }
  }

  private func isRange(_ node: NodeID) -> Bool {
    switch tree[node].operation {
    case .openRange, .range: true
    // Kotlin's `until`, and not `downTo`.
    case .other: tree.text(of: node).contains(" until ")
    default: false
    }
  }

  /// The last name of a member.
  private func isNamed(_ member: NodeID, _ names: Set<Substring>) -> Bool {
    tree.text(of: member).split(separator: ".").last.map(names.contains) ?? false
  }

  private static let sizes: Set<Substring> = ["length", "size", "count"]

  /// Whatever ends where a list does of which the body takes nothing but items by the counter goes through the list.
  private mutating func countedList(
    _ counter: NameID, from start: NodeID?, to last: (node: NodeID, isOpen: Bool), _ bodies: [NodeID]
  ) -> CountedLoop? {
    guard let end = last.isOpen ? last.node : before(last.node), let measured = measured(end),
      let list = tree.path(of: measured), let first = list.first,
      start.map({ tree.kind($0) == .number }) != false,
      let count = start.map({ Int64(tree.text(of: $0)) }) ?? 0,
      bodies.contains(where: { takesItem(of: list, by: counter, below: $0) })
    else { return nil }
    let assigned = AssignedNames(tree, scopes)
    let changed = bodies.reduce(into: Set<NameID>()) { $0.formUnion(assigned.names(below: $1)) }
    guard changed.isDisjoint(with: [counter, first]), !bodies.contains(where: { declares(counter, below: $0) }),
      !bodies.contains(where: { takesOtherwise(list, counter, below: $0) })
    else { return nil }
    let all = expression(measured)
    let rest = [all, builder.integer(count, site: end), GraphBuilder.absent]
    return CountedLoop(list: list, counter: counter, rest: count == 0 ? all : builder.add(.slice, rest, site: end))
  }

  /// What the last place is one less than: `xs.length` of `xs.length - 1`; `xs.lastIndex` says it by itself.
  private func before(_ end: NodeID) -> NodeID? {
    let children = Array(tree.children(of: end))
    guard tree.kind(end) == .binary else { return tree.kind(end) == .member && isNamed(end, ["lastIndex"]) ? end : nil }
    guard children.count == 2, tree[end].operation == .subtract, tree.text(of: children[1]) == "1" else { return nil }
    return children[0]
  }

  /// Whether the list is used but for its size and the items at the counter: another place of it is another item, and who
  /// gets all of it may change it.
  private func takesOtherwise(_ list: [NameID], _ counter: NameID, below node: NodeID) -> Bool {
    if isItem(node, of: list, by: counter) { return false }
    switch tree.kind(node) {
    case .name, .member:
      if tree.path(of: node) == list { return true }
      if let base = tree.children(of: node).first, tree.kind(node) == .member, tree.kind(base) != .index,
        tree.path(of: base) == list
      {
        return !isNamed(node, Self.sizes)
      }
    // `xs.length = 1`
    case .assign:
      if let target = tree.children(of: node).first, tree.path(of: target)?.starts(with: list) == true { return true }
    default: break
    }
    return tree.children(of: node).contains { takesOtherwise(list, counter, below: $0) }
  }

  /// Whether something else has the name of the counter there.
  private func declares(_ counter: NameID, below node: NodeID) -> Bool {
    tree.kind(node) != .name && tree[node].name == counter
      || tree.children(of: node).contains { declares(counter, below: $0) }
  }

  /// `xs` of `xs.length`, `xs.size()` and `len(xs)`.
  private func measured(_ end: NodeID) -> NodeID? {
    switch tree.kind(end) {
    case .member: return isNamed(end, Self.sizes.union(["indices", "lastIndex"])) ? tree.children(of: end).first : nil
    case .call:
      guard let view = tree.call(end), let callee = tree.children(of: end).first else { return nil }
      if tree.kind(callee) == .member, view.arguments.isEmpty, isNamed(callee, Self.sizes) {
        return tree.children(of: callee).first
      }
      return tree.text(of: callee) == "len" && view.arguments.count == 1
        ? tree.children(of: view.arguments[0]).last : nil
    default: return nil
    }
  }

  private func takesItem(of list: [NameID], by counter: NameID, below node: NodeID) -> Bool {
    isItem(node, of: list, by: counter)
      || tree.children(of: node).contains { takesItem(of: list, by: counter, below: $0) }
  }

  /// `xs[i]`, `xs.get(i)`
  private func isItem(_ node: NodeID, of list: [NameID], by counter: NameID) -> Bool {
    guard let base = tree.children(of: node).first, let arguments = tree.child(.arguments, of: node),
      tree.children(of: arguments).count == 1, let key = tree.children(of: arguments).first
    else { return false }
    let inner = tree.kind(key) == .argument ? tree.children(of: key).last ?? key : key
    guard tree.kind(inner) == .name, tree.name(inner) == counter else { return false }
    switch tree.kind(node) {
    case .index: return tree.kind(base) != .index && tree.path(of: base) == list
    case .call where tree.kind(base) == .member && tree.name(base) == Word.get.name:
      return tree.children(of: base).first.flatMap { tree.path(of: $0) } == list
    default: return false
    }
  }

  mutating func enter(_ loop: CountedLoop, _ place: Int, _ node: NodeID) {
    let element = builder.add(.element, payload: UInt32(place), site: node)
    let counter = flow.names[loop.counter] ?? GraphBuilder.absent
    counted.append(CountedList(list: loop.list, counter: loop.counter, place: counter, element: element))
  }

  /// The element of a loop around, where that is what an item of a list is.
  func countedElement(_ node: NodeID) -> GraphNode? {
    counted.last { flow.names[$0.counter] == $0.place && isItem(node, of: $0.list, by: $0.counter) }?.element
  }
}
