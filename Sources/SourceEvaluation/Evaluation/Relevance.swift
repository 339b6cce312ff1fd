import SourceSemantics
import SourceSyntax
import SourceTokens

/// Which functions may ask a database, by the names that they mention: those with a word that asks, and those that
/// mention the name of such a function.
struct Relevance: Sendable {
  private(set) var names: Set<NameID> = []
  private var functions: Set<FunctionKey> = []
  /// Functions that call one of their parameters.
  private var callingParameters: Set<FunctionKey> = []
  /// The functions, as far as names say it those that are called before those that call them.
  private(set) var order: [FunctionKey] = []

  /// How far from a unit that mentions an SDK a function may lie that only gets its queries handed.
  private static let reach = 3

  init() {}

  func contains(_ key: FunctionKey) -> Bool { functions.contains(key) }

  /// Whether it asks something, or calls what it gets.
  func mayAsk(_ key: FunctionKey) -> Bool { functions.contains(key) || callingParameters.contains(key) }

  /// - Parameter near: the units that may ask, or may have what asks from those that they import.
  /// - Parameter reached: where units have nothing of one another but by imports, the units that those may call.
  init(_ program: Program, _ models: ModelTables, near: [Bool], reached: [Bool]?) {
    var all: [Function] = []
    var held = HeldObjects()
    for (place, unit) in program.units.enumerated() {
      var walk = Walk(place, unit, models.dispatching)
      walk.enter(0, unit.tree.root)
      all += walk.functions
      held.read(unit.tree, invokeMethod: unit.rules.invokeMethod)
    }
    var isNear = all.map { near[$0.key.unit] }
    var declared: [NameID: [Int]] = [:]
    for (index, function) in all.enumerated() { declared[function.name, default: []].append(index) }
    var edge = all.indices.filter { isNear[$0] }
    for _ in 0..<Self.reach {
      var next: [Int] = []
      for index in edge {
        for name in all[index].mentions {
          for found in declared[name] ?? [] where !isNear[found] {
            guard reached?[all[found].key.unit] ?? true else { continue }
            isNear[found] = true
            next.append(found)
          }
        }
      }
      edge = next
    }
    callingParameters = Set(all.lazy.filter(\.runsWhatItGets).map(\.key))
    var mentioning: [NameID: [Int]] = [:]
    for (index, function) in all.enumerated() {
      for name in function.mentions { mentioning[name, default: []].append(index) }
    }
    let aliases = Self.aliases(program)
    let asking = Self.names(of: models.steps.union(models.asking.keys), aliases)
    var rest = all.indices.filter { isNear[$0] && !all[$0].mentions.isDisjoint(with: asking) }
    var seen = Set(rest)
    var dispatched: Set<NameID> = []
    while let index = rest.popLast() {
      functions.insert(all[index].key)
      noteRunning(from: index, all, declared, reached)
      // Whoever makes an object may have it asked.
      var met = [all[index].name, all[index].type]
      dispatched.formUnion(all[index].dispatched)
      // An object that is called like a function goes by the names of what holds it.
      if held.isInvoked(all[index].name) { met += held.names(of: all[index].type) }
      while let name = met.popLast() {
        guard name != .empty, names.insert(name).inserted else { continue }
        met += aliases[name] ?? []
        // Where imports lead to nothing that asks, the name is that of something else.
        for other in mentioning[name] ?? [] where (reached?[all[other].key.unit] ?? true) && seen.insert(other).inserted
        {
          rest.append(other)
        }
      }
    }
    // Whoever makes what is handled is of interest, and not who calls that.
    for name in dispatched.sorted() where names.insert(name).inserted {
      for other in mentioning[name] ?? [] where (reached?[all[other].key.unit] ?? true) && seen.insert(other).inserted {
        functions.insert(all[other].key)
      }
    }
    order = Self.order(of: seen.sorted(), all, declared)
  }

  /// Functions that run what they are given, as far as one that asks mentions them: they may be given what asks.
  private mutating func noteRunning(
    from index: Int, _ all: [Function], _ declared: [NameID: [Int]], _ reached: [Bool]?
  ) {
    var rest = [index]
    while let next = rest.popLast() {
      for name in all[next].mentions {
        for found in declared[name] ?? [] where all[found].runsWhatItGets {
          guard reached?[all[found].key.unit] ?? true else { continue }
          if functions.insert(all[found].key).inserted { rest.append(found) }
        }
      }
    }
  }

  /// Functions of one name beyond which it says nothing about which is called.
  private static let mostOfName = 8

  /// Each behind the functions whose names it mentions, except where these mention it in turn.
  private static func order(of relevant: [Int], _ all: [Function], _ declared: [NameID: [Int]]) -> [FunctionKey] {
    var state: [Int: Bool] = [:]
    for index in relevant { state[index] = false }
    var order: [FunctionKey] = []
    for root in relevant where state[root] == false {
      var rest = [root]
      while let next = rest.popLast() {
        if next < 0 {
          order.append(all[-1 - next].key)
          continue
        }
        guard state[next] == false else { continue }
        state[next] = true
        rest.append(-1 - next)
        for name in all[next].mentions.sorted() {
          guard let called = declared[name], called.count <= mostOfName else { continue }
          rest += called.filter { state[$0] == false }
        }
      }
    }
    return order
  }

  /// The words with all names that units give them: `import { getDocs as read }`.
  private static func names(of words: Set<NameID>, _ aliases: [NameID: [NameID]]) -> Set<NameID> {
    var all = words
    var rest = aliases.keys.filter(words.contains)
    while let word = rest.popLast() {
      for name in aliases[word] ?? [] where all.insert(name).inserted { rest.append(name) }
    }
    return all
  }

  /// Other names that imports and exports give to a name.
  private static func aliases(_ program: Program) -> [NameID: [NameID]] {
    var aliases: [NameID: [NameID]] = [:]
    for outline in program.modules.outlines {
      for fact in outline.imports {
        for item in fact.items {
          let name = item.kind == .isDefault ? Word.default.name : item.name
          if name != .empty, name != item.binding { aliases[name, default: []].append(item.binding) }
        }
      }
      for export in outline.exports {
        guard case .local(let own) = export.source, own != export.name else { continue }
        aliases[own, default: []].append(export.name)
      }
    }
    return aliases
  }

  private struct Function {
    var key: FunctionKey
    /// By which others call it; of an initialiser that of its class.
    var name: NameID
    /// The class that it is a member of.
    var type: NameID
    var mentions: Set<NameID>
    /// Names that it calls, not on anything.
    var calls: Set<NameID>
    /// Classes whose objects it has handled, wherever they are made.
    var dispatched: [NameID]
    /// It calls one of its parameters.
    var runsWhatItGets: Bool
  }

  private struct Walk {
    let unit: Int
    let tree: SyntaxTree
    let parents: [NodeID]
    let scopes: FunctionScopes
    let initializer: NameID
    let indexAssignmentMethod: NameID
    /// Texts may be names of methods that the unit calls.
    let textsNameMethods: Bool
    var functions: [Function] = []
    /// Names that the function around this place calls.
    private var calls: Set<NameID> = []
    private var dispatched: [NameID] = []
    private let dispatching: Set<NameID>

    init(_ unit: Int, _ source: Program.Unit, _ dispatching: Set<NameID>) {
      self.dispatching = dispatching
      self.unit = unit
      (tree, parents, scopes) = (source.tree, source.parents, source.scopes)
      initializer = source.words.initializer
      indexAssignmentMethod = source.rules.indexAssignmentMethod
      let tree = source.tree
      textsNameMethods =
        source.rules.indexNamesMembers
        && tree.nodes.indices.contains { place in
          let node = NodeID(UInt32(place))
          return tree.kind(node) == .call && tree.children(of: node).first.map { tree.kind($0) == .index } == true
        }
    }

    mutating func enter(_ scope: Int, _ node: NodeID) {
      var mentions: Set<NameID> = []
      let (outer, outerDispatched) = (calls, dispatched)
      (calls, dispatched) = ([], [])
      for child in tree.children(of: node) { visit(child, &mentions) }
      let runsWhatItGets = tree.child(.parameters, of: node).map { binds(calls, below: $0) } ?? false
      let type = scopes.type(of: scope).map { tree.name(scopes.scopes[$0].node) } ?? .empty
      functions.append(
        Function(
          key: FunctionKey(unit: unit, node: node), name: name(scope, node), type: type, mentions: mentions,
          calls: calls, dispatched: dispatched, runsWhatItGets: runsWhatItGets))
      (calls, dispatched) = (outer, outerDispatched)
    }

    /// Whether one of the names is bound by what stands below a node.
    private func binds(_ names: Set<NameID>, below node: NodeID) -> Bool {
      guard !names.isEmpty else { return false }
      if tree.kind(node) == .binding, names.contains(tree.name(node)) { return true }
      return tree.children(of: node).contains { binds(names, below: $0) }
    }

    private func name(_ scope: Int, _ node: NodeID) -> NameID {
      let own = tree.name(node)
      if tree.kind(node) == .accessor { return declared(by: node) }
      let isMaker = tree[node].functionForm == .initializer || tree[node].functionForm == .factory
      let isUnnamed = isMaker && (own == .empty || own == Word.initWord.name)
      if own == .empty, !isMaker { return holder(of: node) }
      guard isUnnamed || initializer != .empty && own == initializer, let type = scopes.type(of: scope) else {
        return own
      }
      return tree.name(scopes.scopes[type].node)
    }

    /// The variable, field or entry whose value a function is, or is made of.
    private func holder(of node: NodeID) -> NameID {
      var next = parents[Int(node.raw)]
      for _ in 0..<12 {
        switch tree.kind(next) {
        case .declarator, .assign:
          return tree.children(of: next).first.map { tree.name($0) } ?? .empty
        case .entry: return tree.name(next)
        case .parenthesized, .argument, .arguments, .call, .cast, .unary, .conditional, .binary, .list:
          next = parents[Int(next.raw)]
        case .export: return tree[next].flags.contains(.isDefault) ? Word.default.name : .empty
        default: return .empty
        }
      }
      return .empty
    }

    /// The variable that an accessor belongs to.
    private func declared(by accessor: NodeID) -> NameID {
      tree.children(of: parents[Int(accessor.raw)]).first.map { tree.name($0) } ?? .empty
    }

    private mutating func visit(_ node: NodeID, _ mentions: inout Set<NameID>) {
      switch tree.kind(node) {
      case .name, .member, .importItem: mentions.insert(tree.name(node))
      case .call:
        guard let callee = tree.children(of: node).first else { break }
        if tree.kind(callee) == .name { calls.insert(tree.name(callee)) }
        if dispatching.contains(tree.name(callee)), let types = tree.child(.typeArguments, of: node) {
          dispatched += tree.children(of: types).map { tree.name($0) }
        }
      case .text where textsNameMethods: mentions.insert(tree.name(node))
      case .assign where indexAssignmentMethod != .empty:
        if tree.children(of: node).first.map({ tree.kind($0) == .index }) == true {
          mentions.insert(indexAssignmentMethod)
        }
      default: break
      }
      if let scope = scopes.scope(of: node), !scopes.scopes[scope].isInPlace {
        enter(scope, node)
        // Whoever holds a function without a name may run it.
        if let inner = functions.last, inner.name == .empty || tree.name(inner.key.node) == .empty {
          mentions.formUnion(inner.mentions)
          calls.formUnion(inner.calls)
        }
        return
      }
      for child in tree.children(of: node) { visit(child, &mentions) }
    }
  }
}
