import SourceSyntax
import SourceTokens

/// Reads first what others can name, without a look into bodies and values, then what these hold.
struct OutlineReader {
  let tree: SyntaxTree
  let words: ScriptNames
  private(set) var declarations: [Declaration] = []
  var imports: [ImportFact] = []
  var exports: [ExportFact] = []
  /// The place of the declaration that a node is; 0 where it is none.
  private var placeOf: [UInt32]
  private(set) var isLocal = false

  init(_ tree: SyntaxTree, _ words: ScriptNames) {
    self.tree = tree
    self.words = words
    placeOf = Array(repeating: 0, count: tree.nodes.count)
  }

  mutating func read() {
    declarations = [
      Declaration(
        kind: .unit, name: .empty, node: tree.root, binding: nil, body: tree.root, parent: 0, flags: [],
        extended: nil)
    ]
    readChildren(of: tree.root, in: 0)
    isLocal = true
    for (node, owner) in held() { readHeld(node, in: placeOf[Int(owner.raw)]) }
  }

  mutating func readChildren(of id: NodeID, in owner: UInt32) {
    for child in tree.children(of: id) { read(child, in: owner) }
  }

  mutating func read(_ id: NodeID, in owner: UInt32, _ flags: Declaration.Flags = []) {
    switch tree.kind(id) {
    case .import: readImport(id, in: owner)
    case .export: readExport(id, in: owner)
    case .function, .accessor: readFunction(id, in: owner, flags)
    case .typeDeclaration, .objectLiteral: readType(id, in: owner, flags)
    case .enumCase: readCase(id, in: owner)
    case .typeAlias: declare(.typeAlias, id, in: owner, flags)
    case .initializerBlock: declare(.initializerBlock, id, body: tree.child(.block, of: id), in: owner)
    case .variables: readVariables(id, in: owner, flags)
    case .assign: readTargets(id, in: owner)
    case .forEach, .withItem:
      readBindings(id, in: owner)
      readChildren(of: id, in: owner)
    case .block, .if, .guard, .try, .catch, .finally, .with, .for, .while, .doWhile, .labeled, .switch, .case:
      readChildren(of: id, in: owner)
    default: break
    }
  }

  // MARK: - What bodies hold

  /// Nodes in bodies and values that matter, in the order of the text, each with the declaration that holds it.
  private func held() -> [(node: NodeID, owner: NodeID)] {
    let isScript = tree.unit.language.family == .script
    var around = [tree.root]
    var found: [(node: NodeID, owner: NodeID)] = []
    // Backwards, what holds a node comes before the node.
    for index in tree.nodes.indices.dropLast().reversed() {
      let id = NodeID(UInt32(index))
      let node = tree.nodes[index]
      while let last = around.last, around.count > 1, !(tree[last].first <= node.first && node.end <= tree[last].end) {
        around.removeLast()
      }
      let (isHeld, holds) = Self.matters(node.kind, isScript)
      if isHeld, let owner = around.last { found.append((id, owner)) }
      if holds || placeOf[index] > 0 { around.append(id) }
    }
    return found.sorted { left, right in
      (tree[left.node].first, right.node) < (tree[right.node].first, left.node)
    }
  }

  /// Whether it is read in bodies, and whether it is a declaration that holds others.
  private static func matters(_ kind: NodeKind, _ isScript: Bool) -> (isHeld: Bool, holds: Bool) {
    switch kind {
    case .function, .accessor, .closure, .typeDeclaration, .objectLiteral, .initializerBlock: (true, true)
    case .import: (true, false)
    // `require` and `module.exports`.
    case .declarator, .assign: (isScript, false)
    default: (false, false)
    }
  }

  private mutating func readHeld(_ id: NodeID, in owner: UInt32) {
    switch tree.kind(id) {
    case .declarator: readRequire(id, in: functionOwner(owner))
    case .assign: readCommonExport(id)
    case .import: if !imports.contains(where: { $0.node == id }) { readImport(id, in: functionOwner(owner)) }
    case _ where placeOf[Int(id.raw)] > 0: break
    case .closure: declare(.closure, id, body: tree.function(id)?.body, in: owner)
    default: read(id, in: owner)
    }
  }

  /// A value belongs to what it is the value of, an import in it to what runs it.
  private func functionOwner(_ owner: UInt32) -> UInt32 {
    var place = owner
    while declarations[Int(place)].kind == .variable { place = declarations[Int(place)].parent }
    return place
  }

  // MARK: - Declarations

  @discardableResult
  mutating func declare(
    _ kind: Declaration.Kind, _ node: NodeID, binding: NodeID? = nil, body: NodeID? = nil, in owner: UInt32,
    _ flags: Declaration.Flags = []
  ) -> UInt32 {
    let name = tree.name(binding ?? node)
    if placeOf[Int(node.raw)] == 0 { placeOf[Int(node.raw)] = UInt32(declarations.count) }
    declarations.append(
      Declaration(
        kind: kind, name: name, node: node, binding: binding, body: body, parent: owner,
        flags: isLocal ? flags.union(.isLocal) : flags, extended: extended(by: node)))
    return UInt32(declarations.count - 1)
  }

  private func extended(by node: NodeID) -> NameID? {
    guard let receiver = tree.child(.receiver, of: node) else { return nil }
    return tree.children(of: receiver).first.flatMap { tree.path(of: $0)?.last }
  }

  private mutating func readFunction(_ id: NodeID, in owner: UInt32, _ flags: Declaration.Flags) {
    let kind: Declaration.Kind = tree.kind(id) == .accessor ? .accessor : .function
    declare(kind, id, body: tree.function(id)?.body, in: owner, flags.union(visibility(of: id)))
    // `constructor(private db: Firestore)`
    if tree.unit.language.family == .script, declarations[Int(owner)].kind == .type {
      readProperties(of: id, in: owner)
    }
  }

  private mutating func readProperties(of id: NodeID, in owner: UInt32) {
    for parameter in tree.parameterFacts(of: id) where parameter.flags.contains(.property) {
      guard let pattern = parameter.pattern else { continue }
      declare(.variable, parameter.node, binding: pattern, body: parameter.value, in: owner)
    }
  }

  private mutating func readType(_ id: NodeID, in owner: UInt32, _ flags: Declaration.Flags) {
    let body = tree.child(.block, of: id)
    let place = declare(.type, id, body: body, in: owner, flags.union(visibility(of: id)))
    readProperties(of: id, in: place)
    if let body { readChildren(of: body, in: place) }
  }

  private mutating func readCase(_ id: NodeID, in owner: UInt32) {
    let place = declare(.enumCase, id, in: owner)
    if let body = tree.child(.block, of: id) { readChildren(of: body, in: place) }
  }

  private func visibility(of id: NodeID) -> Declaration.Flags {
    var flags: Declaration.Flags = []
    for modifier in tree.children(.modifier, of: id) {
      switch tree[modifier].word {
      case .private?, .fileprivate?: flags.insert(.isPrivate)
      case .static?: flags.insert(.isStatic)
      case .public?, .open?, .export?: flags.insert(.isExported)
      default: break
      }
    }
    return flags
  }

  // MARK: - Variables

  /// Variables of bodies are the business of who follows values.
  private mutating func readVariables(_ id: NodeID, in owner: UInt32, _ flags: Declaration.Flags) {
    var own = flags.union(visibility(of: id))
    if tree[id].flags.contains(.constant) { own.insert(.isConstant) }
    for declarator in tree.children(.declarator, of: id) {
      let children = tree.children(of: declarator)
      let value = value(of: declarator)
      let places = bindings(in: children.first).map { binding in
        declare(.variable, declarator, binding: binding, body: value, in: owner, own)
      }
      guard let place = places.first else { continue }
      for accessor in tree.children(.accessor, of: declarator) { read(accessor, in: place) }
    }
  }

  func value(of declarator: NodeID) -> NodeID? {
    tree.children(of: declarator).first { tree.kind($0).isExpression || tree.kind($0) == .delegate }
  }

  /// A plain assignment declares what it assigns in Python: `a = b = 1`, `a, b = c`.
  private mutating func readTargets(_ id: NodeID, in owner: UInt32) {
    guard tree.unit.language == .python, [.assign, .assignInside].contains(tree[id].operation) else { return }
    let children = tree.children(of: id)
    guard children.count == 2, let target = children.first, let value = children.last else { return }
    declareTargets(target, of: id, value, in: owner)
    if tree.kind(value) == .assign { readTargets(value, in: owner) }
  }

  private mutating func declareTargets(_ target: NodeID, of id: NodeID, _ value: NodeID, in owner: UInt32) {
    switch tree.kind(target) {
    case .name: declare(.variable, id, binding: target, body: value, in: owner)
    case .tuple, .list, .parenthesized, .argument, .spread:
      for part in tree.children(of: target) { declareTargets(part, of: id, value, in: owner) }
    default: break
    }
  }

  /// What a loop or a `with` binds at the top level stays there in Python.
  private mutating func readBindings(_ id: NodeID, in owner: UInt32) {
    guard tree.unit.language == .python else { return }
    let value = tree.children(of: id).first { tree.kind($0).isExpression }
    for pattern in tree.children(of: id) where tree.kind(pattern).isPattern {
      for binding in bindings(in: pattern) { declare(.variable, id, binding: binding, body: value, in: owner) }
    }
  }

  /// The names that a pattern binds, in their order.
  func bindings(in pattern: NodeID?) -> [NodeID] {
    guard let pattern else { return [] }
    if tree.kind(pattern) == .binding { return [pattern] }
    return tree.kind(pattern).isPattern ? tree.children(of: pattern).flatMap { bindings(in: $0) } : []
  }
}
