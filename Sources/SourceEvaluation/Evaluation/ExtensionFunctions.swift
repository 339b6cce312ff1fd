import SourceSemantics
import SourceSyntax
import SourceTokens

/// Functions and properties that extend a type without being written in it: `fun Query.newest() = …`.
extension Evaluator {
  /// Functions of one name beyond which nothing says which is meant.
  private static let mostExtensions = 4

  /// What extends the value under a name; a property is read.
  mutating func extensionMember(_ receiver: ValueID, _ name: NameID, _ site: Site) -> ValueID? {
    let found = extensionFunctions(name).filter { isSeen($0, from: site) && mayExtend($0, receiver) }
    let own = found.filter { functions[$0].key.unit == functions[site.function].key.unit }
    let chosen = own.isEmpty ? found : own
    guard !chosen.isEmpty, chosen.count <= Self.mostExtensions else { return nil }
    let values = chosen.map { extended($0, receiver, site) }
    return anyOf(values, origin(site.function, site.node))
  }

  private mutating func extended(_ function: Int, _ receiver: ValueID, _ site: Site) -> ValueID {
    var value = closure(function, receiver: ValueArena.absent)
    // It may be written in a class, and use what that has.
    if let outer = functions[function].outer, let type = functions[outer].type, functions[outer].hasReceiver {
      value = substitute(value, bodyBinding(type, dispatched(type, site)))
    }
    guard arena.kind(value) == .function else { return value }
    var words = Array(arena.words(value))
    words[0] = receiver.raw
    let method = arena.intern(
      .function, variant: FunctionForm.own, payload: UInt32(function), words, isOpen: isOpenFunction(words))
    return isAccessor(function) ? read(method, site) : method
  }

  /// The object in whose class a function is called that extends something else.
  private mutating func dispatched(_ type: Int, _ site: Site) -> ValueID {
    var next: Int? = site.function
    while let place = next {
      if functions[place].hasReceiver, let own = functions[place].type, lineage(own).contains(type) {
        return symbol(.this(function: place))
      }
      next = functions[place].outer
    }
    return instance(of: type) ?? ValueArena.absent
  }

  private mutating func extensionFunctions(_ name: NameID) -> [Int] {
    if extensionKeys == nil { extensionKeys = allExtensions() }
    return (extensionKeys?[name] ?? []).map { function($0) }
  }

  private func allExtensions() -> [NameID: [FunctionKey]] {
    var all: [NameID: [FunctionKey]] = [:]
    for (place, unit) in program.units.enumerated() {
      for scope in unit.scopes.scopes where scope.extends {
        let name = unit.tree.kind(scope.node) == .accessor ? unit.variable(of: scope.node) : unit.tree.name(scope.node)
        all[name, default: []].append(FunctionKey(unit: place, node: scope.node))
      }
      for scope in unit.scopes.scopes where scope.isMember {
        guard let type = scope.parent.map({ unit.scopes.scopes[$0].node }), unit.tree.child(.receiver, of: type) != nil
        else { continue }
        all[unit.tree.name(scope.node), default: []].append(FunctionKey(unit: place, node: scope.node))
      }
    }
    return all
  }

  /// Whether the place may name it: what is private is of its own file alone.
  private func isSeen(_ function: Int, from site: Site) -> Bool {
    let key = functions[function].key
    guard site.node != NodeID(0), key.unit != functions[site.function].key.unit else { return true }
    let unit = program.units[key.unit]
    var next = key.node
    while next != unit.tree.root {
      let isPrivate = unit.tree.children(.modifier, of: next).contains { modifier in
        [.private, .fileprivate].contains(unit.tree[modifier].word)
      }
      if isPrivate { return false }
      next = unit.parents[Int(next.raw)]
    }
    return true
  }

  private mutating func mayExtend(_ function: Int, _ receiver: ValueID) -> Bool {
    guard let type = extendedType(function) else { return false }
    switch arena.kind(type) {
    case .type where arena.kind(receiver) == .object:
      return lineage(Int(arena[receiver].payload)).contains(Int(arena[type].payload))
    case .type: return arena.kind(receiver) == .unknown
    case .external:
      guard let typical = typeRow(type) else { return sort(receiver) == .any || !isHandle(receiver) }
      return sort(receiver) == .unknown || sort(typical) == sort(receiver)
    default: return true
    }
  }

  private mutating func extendedType(_ function: Int) -> ValueID? {
    if let node = functions[function].graph.receiverType { return value(node, of: function) }
    return functions[function].type.flatMap { extended($0) }
  }

  func isHandle(_ value: ValueID) -> Bool {
    switch sort(value) {
    case .database, .query, .document, .batch, .transaction, .realtime: true
    default: false
    }
  }
}

extension Program.Unit {
  /// The variable that an accessor belongs to.
  func variable(of accessor: NodeID) -> NameID {
    tree.children(of: parents[Int(accessor.raw)]).first.map { tree.name($0) } ?? .empty
  }
}
