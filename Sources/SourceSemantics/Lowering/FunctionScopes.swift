package import SourceSyntax
package import SourceTokens

/// The functions, closures and classes of a unit, and the names that each of them declares.
package struct FunctionScopes: Sendable {
  package struct Scope: Sendable {
    package var node: NodeID
    package var parent: Int?
    package var names: Set<NameID> = []
    /// Names that it says belong to a scope around it.
    package var outer: Set<NameID> = []
    /// Names that it assigns without declaring them.
    package var assigned: Set<NameID> = []
    package var isType = false
    /// A function that is a member of a class.
    package var isMember = false
    /// A function of a record that is called on it.
    package var isOfRecord = false
    /// The type that a function names to be called on: it extends that.
    package var receiver: NodeID?
    package var extends: Bool { receiver != nil }
    /// Variables that hold functions which are called on something, and how many arguments these take.
    var receiverFunctions: [NameID: Int] = [:]
    /// Functions that have the name of a variable which stands beside them.
    package var functionsBesideVariables: Set<NameID> { functions.intersection(variables) }
    var functions: Set<NameID> = []
    var variables: Set<NameID> = []
    /// A closure that runs where it stands: a block of the function around it, with names of its own.
    package var isInPlace = false
    /// What a function is declared to return; of an accessor the type of its property.
    var resultType: NodeID?
  }

  package private(set) var scopes: [Scope] = []
  private var places: [NodeID: Int] = [:]
  /// The functions inside of each function that give its variables other values, by the names of the variables.
  package private(set) var writers: [Int: [NameID: [Int]]] = [:]
  /// By name: scopes that give something of that name another value.
  private var assigning: [NameID: [Int]] = [:]
  private let seesMembers: Bool
  private let receiverIsParameter: Bool
  /// Methods that call a function for each element, where they stand.
  let loopMethods: Set<NameID>
  /// Calls that run a closure where it stands.
  package private(set) var inPlaceCalls: [NodeID: (call: InPlaceCall, closure: NodeID)] = [:]
  /// Labels of closures that run where they stand.
  package private(set) var labels: [NodeID: NameID] = [:]
  /// What flows call the names of closures that run where they stand.
  private var keys: [BlockName: NameID] = [:]

  private struct BlockName: Hashable {
    var block: Int
    var name: NameID
  }

  package init(_ tree: SyntaxTree, _ rules: ScopeRules) {
    (seesMembers, receiverIsParameter) = (rules.implicitReceiver, rules.receiverIsParameter)
    loopMethods = rules.loopMethods
    let aliases = rules.closureReceiver == .empty ? [:] : tree.receiverFunctionAliases()
    var walk = Walk(tree: tree, rules: rules, ownFunctions: Self.functionNames(tree, rules), aliases: aliases)
    walk.enter(tree.root, isType: false, in: nil)
    scopes = walk.scopes
    (inPlaceCalls, labels) = (walk.inPlaceCalls, walk.labels)
    nameBlocks()
    for (index, scope) in scopes.enumerated() { places[scope.node] = index }
    writers = rules.assignmentDeclares ? [:] : findWriters()
    for (place, scope) in scopes.enumerated() {
      for name in scope.assigned.union(scope.outer) { assigning[name, default: []].append(place) }
    }
  }

  package func scope(of node: NodeID) -> Int? { places[node] }

  /// Functions of the unit, and those that extend a type: a call of one of these names is not the language's.
  private static func functionNames(_ tree: SyntaxTree, _ rules: ScopeRules) -> OwnFunctions {
    var found = OwnFunctions()
    guard !rules.inPlaceMethods.isEmpty else { return found }
    for index in tree.nodes.indices where tree.nodes[index].kind == .function {
      let isExtension = tree.child(.receiver, of: NodeID(UInt32(index))) != nil
      if isExtension { found.extensions.insert(tree.nodes[index].name) }
      found.all.insert(tree.nodes[index].name)
    }
    return found
  }

  private struct OwnFunctions {
    var all: Set<NameID> = []
    var extensions: Set<NameID> = []
  }

  // MARK: - Closures that run in place

  private mutating func nameBlocks() {
    var next = UInt32(1) << 31
    for (block, scope) in scopes.enumerated() where scope.isInPlace {
      for name in scope.names.sorted() {
        keys[BlockName(block: block, name: name)] = NameID(next)
        next += 1
      }
    }
  }

  package func runsInPlace(_ closure: NodeID) -> Bool { places[closure].map { scopes[$0].isInPlace } ?? false }

  /// What flows call a name that a closure which runs in place declares.
  package func key(of name: NameID, in block: Int) -> NameID? { keys[BlockName(block: block, name: name)] }

  /// The same of the closures between a function and the one around it, the innermost first.
  package func keys(of name: NameID, around scope: Int) -> [NameID] {
    var found: [NameID] = []
    var next = scopes[scope].parent
    let passesTypes = scopes[scope].isMember || scopes[scope].isType
    while let place = next, scopes[place].isInPlace || passesTypes && scopes[place].isType {
      if let key = key(of: name, in: place) { found.append(key) }
      next = scopes[place].parent
    }
    return found
  }

  // MARK: - Names

  /// Where a name is declared, seen from a scope that does not declare it before this place itself.
  package enum NamePlace: Hashable, Sendable {
    /// A variable of a function that is so many functions further out.
    case captured(Int, NameID)
    /// A member of what the function is called on that is so many functions further out.
    case member(Int)
    /// Of the unit, or of something that is not written around the place.
    case unit
  }

  package func place(of name: NameID, from scope: Int) -> NamePlace {
    var distance = 0
    var at = scope
    while let parent = scopes[at].parent {
      if scopes[at].isType {
        // A member that is declared further down.
        if distance == 0, seesMembers, scopes[at].names.contains(name) { return .member(0) }
      } else if scopes[at].isMember, seesMembers, scopes[parent].names.contains(name) {
        return .member(distance)
      }
      if let key = keys(of: name, around: at).first { return .captured(distance + 1, key) }
      guard let next = function(around: at), scopes[next].parent != nil else { return .unit }
      distance += 1
      let isVisible = seesMembers || !scopes[next].isType
      // A function that extends another type is no method of the class that it is written in.
      if seesMembers, scopes[next].isType, scopes[at].extends, scopes[next].names.contains(name) {
        return .member(distance)
      }
      if isVisible, scopes[next].names.contains(name), !scopes[next].outer.contains(name) {
        return .captured(distance, name)
      }
      at = next
    }
    return .unit
  }

  /// How many arguments the function takes that a variable holds, where it is called on something.
  func argumentCount(ofReceiverFunction name: NameID, from scope: Int) -> Int? {
    var next: Int? = scope
    while let place = next {
      if scopes[place].names.contains(name) { return scopes[place].receiverFunctions[name] }
      next = scopes[place].parent
    }
    return nil
  }

  /// The functions that give a variable of the unit another value, in order.
  package func scopesAssigning(unitVariable name: NameID) -> [Int] {
    (assigning[name] ?? []).filter { assignsUnitVariable(name, $0) }
  }

  private func assignsUnitVariable(_ name: NameID, _ scope: Int) -> Bool {
    let own = scopes[scope]
    guard own.parent != nil else { return false }
    if own.outer.contains(name) { return true }
    // What the unit does not declare is a member of a base that is not read.
    if seesMembers, scopes.first?.names.contains(name) == false { return false }
    return own.assigned.contains(name) && !own.names.contains(name) && place(of: name, from: scope) == .unit
  }

  private func findWriters() -> [Int: [NameID: [Int]]] {
    var writers: [Int: [NameID: [Int]]] = [:]
    for (place, scope) in scopes.enumerated() where scope.parent != nil {
      for name in scope.assigned.union(scope.outer) where !scope.names.contains(name) || scope.outer.contains(name) {
        guard case .captured(let distance, let key) = self.place(of: name, from: place), key == name else { continue }
        var owner: Int? = place
        for _ in 0..<distance { owner = owner.flatMap { function(around: $0) } }
        if let owner, scopes[owner].parent != nil { writers[owner, default: [:]][name, default: []].append(place) }
      }
    }
    return writers
  }

  /// Whether a scope is another one or lies in it.
  package func lies(_ scope: Int, in outer: Int) -> Bool {
    var next: Int? = scope
    while let place = next {
      if place == outer { return true }
      next = scopes[place].parent
    }
    return false
  }

  /// Whether a method, the body of a class or an extension of a type.
  package func hasReceiver(_ scope: Int) -> Bool {
    scopes[scope].isMember || scopes[scope].isOfRecord || scopes[scope].extends
      || scopes[scope].isType && !receiverIsParameter
  }

  /// The function around a scope. Classes are left out, but for what is written in the value of a field.
  package func function(around scope: Int) -> Int? {
    var next = scopes[scope].parent
    while let place = next, scopes[place].isInPlace { next = scopes[place].parent }
    if !receiverIsParameter, !scopes[scope].isMember, !scopes[scope].isType { return next }
    while let place = next, scopes[place].isType || scopes[place].isInPlace { next = scopes[place].parent }
    return next
  }

  /// The class that a method belongs to.
  package func type(of scope: Int) -> Int? {
    guard scopes[scope].isMember else { return nil }
    return scopes[scope].parent
  }

  // MARK: - The walk

  private struct Walk {
    let tree: SyntaxTree
    let rules: ScopeRules
    let ownFunctions: OwnFunctions
    /// Names of types of functions that are called on something.
    let aliases: [NameID: Int]
    var scopes: [Scope] = []
    var inPlaceCalls: [NodeID: (call: InPlaceCall, closure: NodeID)] = [:]
    var inPlaceClosures: [NodeID: InPlaceCall] = [:]
    var labels: [NodeID: NameID] = [:]
    /// The type that the variable around this place extends.
    var extended: NodeID?
    /// That of the variable whose accessors are met.
    var variableType: NodeID?

    mutating func enter(_ node: NodeID, isType: Bool, isOfRecord: Bool = false, in parent: Int?) {
      let place = scopes.count
      var scope = Scope(node: node, parent: parent)
      scope.isOfRecord = isOfRecord
      scope.isType = isType
      scope.receiver = isType ? nil : tree.child(.receiver, of: node) ?? extended
      scope.isMember = !isType && !scope.extends && parent.map { scopes[$0].isType } == true && isMethod(node)
      scope.resultType = tree.kind(node) == .accessor ? variableType : resultType(of: node)
      if tree.kind(node) == .closure { noteParameters(of: node, &scope) }
      scopes.append(scope)
      for child in tree.children(of: node) { visit(child, in: place) }
    }

    private func resultType(of node: NodeID) -> NodeID? {
      tree.kind(node) == .function ? tree.declaredType(of: node) : nil
    }

    /// What closures are given without saying so.
    private func noteParameters(of closure: NodeID, _ scope: inout Scope) {
      let call = inPlaceClosures[closure]
      scope.isInPlace = call != nil
      if call?.isOnSubject == true { scope.names.insert(Word.this.name) }
      guard rules.implicitParameter != .empty, tree.child(.parameters, of: closure) == nil else { return }
      if let call, call.given == .nothing { return }
      scope.names.insert(rules.implicitParameter)
    }

    /// What is written in the value of a field is no method.
    private func isMethod(_ node: NodeID) -> Bool {
      rules.receiverIsParameter || [.function, .accessor].contains(tree.kind(node))
    }

    private mutating func declare(_ name: NameID, in scope: Int) {
      if name != .empty { scopes[scope].names.insert(name) }
    }

    private mutating func noteReceiverFunction(_ node: NodeID, in scope: Int) {
      guard let name = tree.child(.binding, of: node) else { return }
      if let count = tree.receiverFunction(below: node, aliases) {
        scopes[scope].receiverFunctions[tree.name(name)] = count
      }
    }

    private mutating func visit(_ node: NodeID, in scope: Int) {
      if rules.closureReceiver != .empty, [.parameter, .declarator].contains(tree.kind(node)) {
        noteReceiverFunction(node, in: scope)
      }
      switch tree.kind(node) {
      case .function:
        // The name of a constructor is that of its class.
        let type = scopes[scope].isType ? tree.name(scopes[scope].node) : .empty
        if tree[node].functionForm != .initializer || tree.name(node) != type { declare(tree.name(node), in: scope) }
        if rules.methodsStandApart { scopes[scope].functions.insert(tree.name(node)) }
        enter(node, isType: false, in: scope)
      case .closure, .accessor: enter(node, isType: false, in: scope)
      case .record where rules.recordsAreReceivers:
        for child in tree.children(of: node) { visitEntry(child, in: scope) }
      case .assign where tree.prototypeOwner(ofAssignment: node, rules) != nil:
        let children = tree.children(of: node)
        for child in children.dropLast() { visit(child, in: scope) }
        if let method = children.last { enter(method, isType: false, isOfRecord: true, in: scope) }
      case .typeDeclaration:
        if tree.child(.receiver, of: node) == nil { declare(tree.name(node), in: scope) }
        enter(node, isType: true, in: scope)
      case .objectLiteral: enter(node, isType: true, in: scope)
      case .labeled:
        if let closure = tree.children(of: node).last { labels[closure] = tree.name(node) }
        for child in tree.children(of: node) { visit(child, in: scope) }
      case .call:
        if let found = tree.inPlaceCall(node, rules), !mayBeOwn(node) {
          inPlaceCalls[node] = found
          inPlaceClosures[found.closure] = found.call
        }
        noteChanged(by: node, in: scope)
        for child in tree.children(of: node) {
          // The body of an anonymous class.
          if tree.kind(child) == .block { enter(child, isType: true, in: scope) } else { visit(child, in: scope) }
        }
      case .declarator where tree.child(.accessor, of: node) != nil:
        let outer = variableType
        variableType = tree.declaredType(of: node)
        for child in tree.children(of: node) { visit(child, in: scope) }
        variableType = outer
      case .typeParameter:
        declare(tree.name(node), in: scope)
        for child in tree.children(of: node) { visit(child, in: scope) }
      case .enumCase:
        declare(tree.name(node), in: scope)
        for child in tree.children(of: node) {
          if tree.kind(child) == .block { enter(child, isType: true, in: scope) } else { visit(child, in: scope) }
        }
      case .typeAlias:
        declare(tree.name(node), in: scope)
        for child in tree.children(of: node) { visit(child, in: scope) }
      case .binding:
        declare(tree.name(node), in: scope)
        if rules.methodsStandApart { scopes[scope].variables.insert(tree.name(node)) }
      case .variables where tree.child(.receiver, of: node) != nil:
        // It is read on what it extends, and no variable of this place.
        extended = tree.child(.receiver, of: node)
        for declarator in tree.children(.declarator, of: node) {
          for accessor in tree.children(.accessor, of: declarator) { enter(accessor, isType: false, in: scope) }
        }
        extended = nil
      case .scopeNames:
        for child in tree.children(of: node) { scopes[scope].outer.insert(tree.name(child)) }
      case .import: noteImport(node, in: scope)
      default:
        if rules.assignmentDeclares { noteTargets(node, in: scope) } else { noteAssigned(node, in: scope) }
        for child in tree.children(of: node) { visit(child, in: scope) }
      }
    }

    /// `{ a() {}, b: function () {} }`
    private mutating func visitEntry(_ entry: NodeID, in scope: Int) {
      if tree.kind(entry) == .function { return enter(entry, isType: false, isOfRecord: true, in: scope) }
      guard tree.kind(entry) == .entry, let value = tree.children(of: entry).last, tree.kind(value) == .function else {
        return visit(entry, in: scope)
      }
      enter(value, isType: false, isOfRecord: true, in: scope)
    }

    private func mayBeOwn(_ call: NodeID) -> Bool {
      guard let callee = tree.children(of: call).first else { return true }
      let names = tree.kind(callee) == .member ? ownFunctions.extensions : ownFunctions.all
      return names.contains(tree.name(callee))
    }

    private mutating func noteImport(_ node: NodeID, in scope: Int) {
      let items = tree.children(.importItem, of: node)
      for item in items { declare(tree.localName(ofImport: item), in: scope) }
      guard items.isEmpty, !rules.importsWholeNames, !tree[node].flags.contains(.all),
        let path = tree.child(.modulePath, of: node)
      else {
        return
      }
      let name = tree.firstToken(of: path).name
      if name != .empty { declare(name, in: scope) }
    }

    private mutating func noteTargets(_ node: NodeID, in scope: Int) {
      switch tree.kind(node) {
      case .assign, .forEach, .comprehensionFor: noteTarget(tree.children(of: node).first, in: scope)
      case .withItem: noteTarget(tree.children(of: node).dropFirst().first, in: scope)
      default: break
      }
    }

    private mutating func noteAssigned(_ node: NodeID, in scope: Int) {
      guard tree.kind(node) == .assign || tree.kind(node) == .unary && tree[node].operation.counts,
        let target = tree.children(of: node).first
      else { return }
      noteAssigned(target: target, in: scope)
    }

    /// A list or object that a method fills is another one for whoever reads the variable later.
    private mutating func noteChanged(by call: NodeID, in scope: Int) {
      guard let callee = tree.children(of: call).first, tree.kind(callee) == .member,
        rules.changingMethods.contains(tree.name(callee))
      else { return }
      var place = callee
      while [.member, .index].contains(tree.kind(place)), let base = tree.children(of: place).first { place = base }
      if tree.kind(place) == .name { noteAssigned(target: place, in: scope) }
    }

    private mutating func noteAssigned(target: NodeID, in scope: Int) {
      switch tree.kind(target) {
      case .name:
        var place = scope
        while scopes[place].isInPlace, let parent = scopes[place].parent { place = parent }
        scopes[place].assigned.insert(tree.name(target))
      case .list, .tuple, .record, .spread, .parenthesized, .argument:
        for child in tree.children(of: target) { noteAssigned(target: child, in: scope) }
      case .member where rules.recordsAreReceivers, .index where rules.recordsAreReceivers:
        if let base = tree.children(of: target).first, tree.name(base) != Word.this.name {
          noteAssigned(target: base, in: scope)
        }
      case .entry, .assign:
        if let inner = tree.kind(target) == .entry ? tree.children(of: target).last : tree.children(of: target).first {
          noteAssigned(target: inner, in: scope)
        }
      default: break
      }
    }

    private mutating func noteTarget(_ node: NodeID?, in scope: Int) {
      guard let node else { return }
      switch tree.kind(node) {
      case .name: declare(tree.name(node), in: scope)
      case .tuple, .list, .spread, .parenthesized, .argument, .listPattern, .rest:
        for child in tree.children(of: node) { noteTarget(child, in: scope) }
      default: break
      }
    }
  }
}

extension SyntaxTree {
  /// The name whose prototype gets a method: `Shop.prototype.show = function () { … }`
  package func prototypeOwner(ofAssignment node: NodeID, _ rules: ScopeRules) -> NameID? {
    let children = Array(children(of: node))
    guard rules.prototypeName != .empty, children.count == 2, kind(children[0]) == .member,
      kind(children[1]) == .function, let base = self.children(of: children[0]).first,
      kind(base) == .member, name(base) == rules.prototypeName,
      let owner = self.children(of: base).first, kind(owner) == .name
    else { return nil }
    return name(owner)
  }

  /// The name under which an imported thing is known here.
  package func localName(ofImport item: NodeID) -> NameID {
    if let binding = child(.binding, of: item) { return name(binding) }
    guard name(item) == .empty, let path = child(.modulePath, of: item) else { return name(item) }
    // `import a.b` makes `a` known.
    return firstToken(of: path).name
  }
}

extension NameID {
  /// What flows call a name of a closure that runs in place: no name of the code.
  package var isOfBlock: Bool { raw >= 1 << 31 }

  /// What a function goes by that has the name of a variable beside it: no name of the code.
  package var ofFunction: NameID { NameID(raw | 1 << 30) }
}
