import Diagnostics
import SourceSyntax
import SourceTokens

/// Walks through one piece of code in the order of its text, and says of listeners what tells whether another one listens
/// beside them.
struct ListenerSearch {
  private let tree: SyntaxTree
  private let names: NameTable
  private let piece: Int
  /// Where the names of the calls stand that attach listeners.
  private let wanted: Set<Int>
  private var branches: [ListenerSite.Branch] = []
  private var declarations: [NameID: Int] = [:]
  /// Where each name was last declared or assigned.
  private var values: [NameID: Int] = [:]
  private(set) var found: [Int: ListenerSite] = [:]

  static func sites(
    in tree: SyntaxTree, _ names: NameTable, at wanted: Set<Int>
  ) -> [Int: ListenerSite] {
    var search = ListenerSearch(tree, names, wanted)
    search.visitAll(tree.root, declares: true)
    return search.found
  }

  private init(_ tree: SyntaxTree, _ names: NameTable, _ wanted: Set<Int>) {
    self.tree = tree
    self.names = names
    self.wanted = wanted
    piece = tree.unit.isShown ? tree.unit.span.start : 0
  }

  private func start(_ node: NodeID) -> Int { tree.span(of: node).start }

  // MARK: - Statements

  /// - Parameter declares: names may be used before they are declared: in files and types.
  private mutating func visitAll(_ node: NodeID, declares: Bool = false) {
    if declares {
      for child in tree.children(of: node) where tree.kind(child) == .variables {
        declare(bindings(child), start(child))
      }
    }
    let outer = branches
    for child in tree.children(of: node) {
      visit(child)
      let rest = waysPast(child)
      if !rest.isEmpty { branches.append(ListenerSite.Branch(decision: start(child), ways: rest)) }
    }
    branches = outer
  }

  private mutating func visit(_ node: NodeID, holder: NameID? = nil) {
    switch tree.kind(node) {
    case .block, .source: visitAll(node)
    case .if, .guard: visitBranches(of: node)
    case .conditional: visitChoice(node, holder)
    case .switch: visitCases(of: node)
    case .try: visitAttempt(node)
    case .function, .closure, .accessor: visitFunction(node)
    case .typeDeclaration, .objectLiteral: visitType(node)
    case .declarator: visitDeclarator(node)
    case .assign: visitAssignment(node)
    case .call: visitCall(node, holder)
    case .member, .unary, .cast, .parenthesized, .cascade: visitChildren(node, holder)
    case .binary where tree[node].operation == .coalesce: visitChildren(node, holder)
    case .binding: declare([node], start(node))
    default: visitChildren(node)
    }
  }

  /// - Parameter holder: the variable that keeps what the first child makes.
  private mutating func visitChildren(_ node: NodeID, _ holder: NameID? = nil) {
    for child in tree.children(of: node) { visit(child, holder: holder) }
  }

  private mutating func visit(_ node: NodeID, way: [Int], of decision: Int) {
    branches.append(ListenerSite.Branch(decision: decision, ways: way))
    visit(node)
    branches.removeLast()
  }

  private mutating func visitBranches(of node: NodeID) {
    var way = 0
    for child in tree.children(of: node) {
      if tree.kind(child) == .conditions {
        visitChildren(child)
      } else {
        visit(child, way: [way], of: start(node))
        way += 1
      }
    }
  }

  private mutating func visitChoice(_ node: NodeID, _ holder: NameID?) {
    guard let view = tree.conditional(node) else { return visitChildren(node) }
    visit(view.condition)
    for (way, value) in [view.then, view.otherwise].enumerated() {
      branches.append(ListenerSite.Branch(decision: start(node), ways: [way]))
      visit(value, holder: holder)
      branches.removeLast()
    }
  }

  private mutating func visitCases(of node: NodeID) {
    var falling: [Int] = []
    var way = 0
    for child in tree.children(of: node) {
      guard tree.kind(child) == .case else {
        visit(child)
        continue
      }
      // Those before it that fall through run it as well.
      visit(child, way: falling + [way], of: start(node))
      falling = fallsThrough(child) ? falling + [way] : []
      way += 1
    }
  }

  private mutating func visitAttempt(_ node: NodeID) {
    var way = 0
    for child in tree.children(of: node) {
      guard [.block, .catch].contains(tree.kind(child)) else {
        visit(child)
        continue
      }
      visit(child, way: [way], of: start(node))
      way += 1
    }
  }

  /// A function or closure: what it declares, nobody else sees.
  private mutating func visitFunction(_ node: NodeID) {
    let (outerDeclarations, outerValues, outerBranches) = (declarations, values, branches)
    for name in Self.impliedNames {
      if let name = names.id(of: name) {
        declarations[name] = start(node)
        values[name] = start(node)
      }
    }
    visitChildren(node)
    (declarations, values, branches) = (outerDeclarations, outerValues, outerBranches)
  }

  private static let impliedNames = ["it", "$0", "$1", "$2"]

  private mutating func visitType(_ node: NodeID) {
    let (outerDeclarations, outerValues) = (declarations, values)
    for child in tree.children(of: node) {
      if tree.kind(child) == .block { visitAll(child, declares: true) } else { visit(child) }
    }
    (declarations, values) = (outerDeclarations, outerValues)
  }

  private mutating func visitDeclarator(_ node: NodeID) {
    let children = tree.children(of: node)
    let names = children.first.map { bindings($0) } ?? []
    let holder = names.first.map { tree.name($0) }
    for child in children { visit(child, holder: tree.kind(child).isExpression ? holder : nil) }
    declare(names, start(node))
  }

  private mutating func visitAssignment(_ node: NodeID) {
    guard let target = tree.children(of: node).first, let value = tree.children(of: node).last else { return }
    visit(target)
    visit(value, holder: ownName(target))
    if [.name, .member].contains(tree.kind(target)) { values[tree.name(target)] = start(node) }
  }

  private func bindings(_ node: NodeID) -> [NodeID] {
    if tree.kind(node) == .binding { return [node] }
    guard tree.kind(node).isPattern || tree.kind(node) == .variables || tree.kind(node) == .declarator else {
      return []
    }
    return tree.children(of: node).flatMap { bindings($0) }
  }

  private mutating func declare(_ bindings: [NodeID], _ place: Int) {
    for binding in bindings {
      declarations[tree.name(binding)] = place
      values[tree.name(binding)] = place
    }
  }

  // MARK: - Ways that end

  /// The ways of a decision that lead to what follows it; empty where all of them do.
  private func waysPast(_ node: NodeID) -> [Int] {
    let leaving: [Bool]
    let children = tree.children(of: node)
    switch tree.kind(node) {
    case .if:
      let blocks = children.filter { tree.kind($0) != .conditions }
      let hasElse = children.count { tree.kind($0) == .conditions } < blocks.count
      leaving = blocks.map { leaves($0) } + (hasElse ? [] : [false])
    case .guard: leaving = [true, false]
    case .switch: leaving = children.filter { tree.kind($0) == .case }.map { leavesSelection($0) } + [false]
    case .try: leaving = children.filter { [.block, .catch].contains(tree.kind($0)) }.map { leaves($0) }
    default: return []
    }
    return leaving.contains(true) ? leaving.indices.filter { !leaving[$0] } : []
  }

  private func leaves(_ node: NodeID) -> Bool {
    switch tree.kind(node) {
    case .return, .throw, .break, .continue: return true
    case .block, .catch, .case: return tree.children(of: node).last.map { leaves($0) } ?? false
    case .if:
      let children = tree.children(of: node)
      let blocks = children.filter { tree.kind($0) != .conditions }
      return blocks.count > children.count - blocks.count && blocks.allSatisfy { leaves($0) }
    default: return false
    }
  }

  /// `break` leads to what follows a selection.
  private func leavesSelection(_ node: NodeID) -> Bool {
    guard let block = tree.child(.block, of: node), let last = tree.children(of: block).last else { return false }
    return tree.kind(last) != .break && leaves(last)
  }

  private func fallsThrough(_ node: NodeID) -> Bool {
    if tree[node].flags.contains(.arrow) { return false }
    guard let block = tree.child(.block, of: node), let last = tree.children(of: block).last else { return true }
    if tree.kind(last) == .fallthrough { return true }
    let language = tree.unit.language
    return language.family == .script || language == .java ? !leaves(last) : false
  }

  // MARK: - Calls

  private mutating func visitCall(_ node: NodeID, _ holder: NameID?) {
    note(node, holder)
    for (place, child) in tree.children(of: node).enumerated() { visit(child, holder: place == 0 ? holder : nil) }
  }

  private mutating func note(_ node: NodeID, _ holder: NameID?) {
    guard let call = tree.call(node) else { return }
    let isMember = tree.kind(call.callee) == .member
    let place = isMember ? tree.place(of: call.callee)?.start ?? start(call.callee) : start(call.callee)
    guard wanted.contains(place), found[place] == nil else { return }
    let subject = subject(of: call).map { describe($0) }.joined()
    let kept = holder.map { ListenerSite.Holder(name: names.text($0), declaration: declarations[$0]) }
    found[place] = ListenerSite(piece: piece, branches: branches, holder: kept, subject: subject)
  }

  /// What is listened to stands before the call, or is its first argument: `onSnapshot(query, …)`.
  private func subject(of call: CallView) -> [NodeID] {
    var parts: [NodeID] = []
    if tree.kind(call.callee) == .member, let base = tree.children(of: call.callee).first { parts.append(base) }
    if parts.isEmpty || ownName(parts[0]) != nil, let first = call.arguments.first { parts.append(first) }
    return parts
  }

  /// Its code, and where the names in it were given their values.
  private func describe(_ node: NodeID) -> String {
    let span = tree.span(of: node)
    let bytes = tree.unit.source.bytes[span.start..<span.end]
    return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self) + places(in: node)
  }

  private func places(in node: NodeID) -> String {
    var text = ""
    if [.name, .member].contains(tree.kind(node)), let place = values[tree.name(node)] {
      text = "|\(names.text(tree.name(node)))@\(place)"
    }
    return text + tree.children(of: node).map { places(in: $0) }.joined()
  }

  /// `a` of `a`, `self.a` and `this.a`; nil for anything else.
  private func ownName(_ node: NodeID) -> NameID? {
    switch tree.kind(node) {
    case .name: return tree.name(node) == Word.underscore.name ? nil : tree.name(node)
    case .member:
      guard let base = tree.children(of: node).first, tree.kind(base) == .name,
        [Word.this.name, Word.selfName.name].contains(tree.name(base))
      else { return nil }
      return tree.name(node)
    case .argument, .parenthesized: return tree.children(of: node).last.flatMap { ownName($0) }
    default: return nil
    }
  }
}
