import FirestoreRulesLanguage

/// Lists match blocks and functions with what is visible in them.
struct ScopeCollector {
  private let ruleset: Ruleset
  private(set) var scopes: [MatchScope] = []
  private(set) var functions: [FunctionView] = []

  init(_ ruleset: Ruleset) { self.ruleset = ruleset }

  mutating func collect() {
    let foreign = foreignFunctions()
    let outermost = declare(ruleset.functions, scope: nil, visible: [:]) { !foreign.contains($0) }
    for service in ruleset.services where service.name.text == "cloud.firestore" {
      let visible = declare(service.functions, scope: nil, visible: outermost) { _ in true }
      for block in service.matches { collect(block, parent: nil, visible: visible) }
    }
  }

  private mutating func collect(_ block: MatchBlock, parent: Int?, visible: [String: Int]) {
    let around = parent.map { scopes[$0] }
    let id = scopes.count
    scopes.append(
      MatchScope(
        id: id, parent: parent, block: block, depth: around.map { $0.depth + 1 } ?? 0,
        segments: (around?.segments ?? []) + block.path.segments, visibleFunctions: visible))
    let own = declare(block.functions, scope: id, visible: visible) { _ in true }
    scopes[id].visibleFunctions = own
    for inner in block.matches { collect(inner, parent: id, visible: own) }
  }

  /// Adds the functions of one scope and returns what is visible with them. Of two functions of one name, which does not
  /// compile, the first counts.
  private mutating func declare(
    _ declarations: [FunctionDeclaration], scope: Int?, visible: [String: Int], isForFirestore: (String) -> Bool
  ) -> [String: Int] {
    let first = functions.count
    var own: [String: Int] = [:]
    for declaration in declarations {
      let id = functions.count
      if own[declaration.name.text] == nil { own[declaration.name.text] = id }
      functions.append(
        FunctionView(
          id: id, declaration: declaration, scope: scope, isForFirestore: isForFirestore(declaration.name.text),
          visibleFunctions: [:]))
    }
    let all = visible.merging(own) { _, inner in inner }
    for id in first..<functions.count { functions[id].visibleFunctions = all }
    return all
  }

  /// Functions at the top of the file that other services use and the rules of Firestore do not.
  private func foreignFunctions() -> Set<String> {
    var own: Set<String> = []
    var other: Set<String> = []
    for service in ruleset.services {
      if service.name.text == "cloud.firestore" {
        own.formUnion(calledNames(of: service))
      } else {
        other.formUnion(calledNames(of: service))
      }
    }
    return closed(other).subtracting(closed(own))
  }

  /// The names and what functions of these names at the top of the file call in turn.
  private func closed(_ names: Set<String>) -> Set<String> {
    var known = names
    var pending = Array(names)
    while let name = pending.popLast() {
      for function in ruleset.functions where function.name.text == name {
        for called in function.calledNames where known.insert(called).inserted { pending.append(called) }
      }
    }
    return known
  }

  private func calledNames(of service: Service) -> Set<String> {
    var names = service.functions.reduce(into: Set<String>()) { $0.formUnion($1.calledNames) }
    var pending = service.matches
    while let block = pending.popLast() {
      pending += block.matches
      for function in block.functions { names.formUnion(function.calledNames) }
      for condition in block.allows.compactMap(\.condition) { names.formUnion(condition.calledNames) }
    }
    return names
  }
}

extension Expression {
  /// The names of the functions that are called without receiver.
  var calledNames: Set<String> {
    var names: Set<String> = []
    for node in descendants {
      if case .call(let name, _) = node.kind { names.insert(name.text) }
    }
    return names
  }
}

extension FunctionDeclaration {
  var calledNames: Set<String> {
    lets.map(\.value).reduce(into: result.calledNames) { $0.formUnion($1.calledNames) }
  }
}
