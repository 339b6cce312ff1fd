import SourceSyntax
import SourceTokens

extension OutlineReader {
  mutating func readImport(_ id: NodeID, in owner: UInt32) {
    let items = tree.children(.importItem, of: id)
    let modules = items.filter { tree.child(.modulePath, of: $0) != nil }
    // Python's `import a.b as c, d`: each has a module of its own.
    for item in modules { addModule(item, of: id, in: owner) }
    if modules.isEmpty {
      let module = tree.child(.modulePath, of: id)
      let named = module.flatMap { lastName(of: $0, in: id, items) }
      add(id, module: module, items: named.map { [$0] } ?? items.map(item), in: owner)
    }
  }

  private mutating func addModule(_ item: NodeID, of id: NodeID, in owner: UInt32) {
    guard let module = tree.child(.modulePath, of: item) else { return }
    let alias = tree.child(.binding, of: item).map { tree.name($0) }
    let path = modulePath(module)
    // Without an alias the first name of the path is bound, to the module of that name.
    let bound = ImportFact.Item(
      kind: .module, name: alias == nil ? path.names.first ?? .empty : .empty,
      binding: alias ?? path.names.first ?? .empty, node: item)
    add(id, module: module, items: [bound], in: owner)
  }

  private mutating func add(_ id: NodeID, module: NodeID?, items: [ImportFact.Item], in owner: UInt32) {
    let flags = tree[id].flags
    imports.append(
      ImportFact(
        word: tree.name(id), module: module.map { tree.name($0) } ?? .empty,
        path: module.map { modulePath($0) } ?? ModulePath(levels: 0, names: []), items: items,
        bringsAll: flags.contains(.all), isTypeOnly: flags.contains(.typeOnly), node: id, owner: owner))
  }

  /// The JVM's `import a.b.C`, `import a.b.C as D`: the last name is what is imported.
  private func lastName(of module: NodeID, in id: NodeID, _ items: [NodeID]) -> ImportFact.Item? {
    guard tree.unit.language.family == .jvm, tree.name(id) != Word.package.name, !tree[id].flags.contains(.all),
      let last = modulePath(module).names.last
    else { return nil }
    let alias = items.first.flatMap { tree.child(.binding, of: $0) }.map { tree.name($0) }
    return ImportFact.Item(kind: .member, name: last, binding: alias ?? last, node: id)
  }

  private func item(_ id: NodeID) -> ImportFact.Item {
    let flags = tree[id].flags
    let kind: ImportFact.Item.Kind =
      flags.contains(.all)
      ? .module : flags.contains(.isDefault) ? .isDefault : flags.contains(.negated) ? .hidden : .member
    let alias = tree.child(.binding, of: id).map { tree.name($0) }
    return ImportFact.Item(kind: kind, name: tree.name(id), binding: alias ?? tree.name(id), node: id)
  }

  /// Names of a module that is written as names; none where it is a text.
  private func modulePath(_ id: NodeID) -> ModulePath {
    var levels = 0
    var names: [NameID] = []
    for token in Int(tree[id].first)..<Int(tree[id].end) {
      let token = tree.tokens[token]
      switch token.kind {
      case .name, .quotedName: names.append(token.name)
      case .sign where names.isEmpty: levels += token.sign.map { $0.text.utf8.count { $0 == UInt8(ascii: ".") } } ?? 0
      default: break
      }
    }
    return ModulePath(levels: levels, names: names)
  }

  /// `const a = require('m')`, `const { b, c: d } = await import('m')`.
  mutating func readRequire(_ declarator: NodeID, in owner: UInt32) {
    guard tree.unit.language.family == .script, let value = value(of: declarator), let module = requiredModule(value),
      let pattern = tree.children(of: declarator).first
    else { return }
    let items: [ImportFact.Item]
    switch tree.kind(pattern) {
    case .binding: items = [.init(kind: .module, name: .empty, binding: tree.name(pattern), node: pattern)]
    case .recordPattern: items = tree.children(.patternEntry, of: pattern).flatMap(entryItems)
    default: items = []
    }
    add(declarator, module: module, items: items, in: owner)
  }

  private func entryItems(_ entry: NodeID) -> [ImportFact.Item] {
    bindings(in: tree.children(of: entry).last).map { binding in
      let key = tree.name(entry)
      return .init(
        kind: .member, name: key == .empty ? tree.name(binding) : key, binding: tree.name(binding), node: entry)
    }
  }

  /// The text in `require('m')` or `await import('m')`.
  private func requiredModule(_ value: NodeID) -> NodeID? {
    if tree.kind(value) == .unary, tree[value].operation == .await {
      return tree.children(of: value).first.flatMap { requiredModule($0) }
    }
    guard let call = tree.call(value), tree.kind(call.callee) == .name, call.arguments.count == 1,
      let argument = tree.children(of: call.arguments[0]).first
    else { return nil }
    let callee = tree.name(call.callee)
    // What a compiler has put around it hands the module on.
    if words.interoperations.contains(callee) { return requiredModule(argument) }
    return [words.require, Word.import.name].contains(callee) && tree.kind(argument) == .text ? argument : nil
  }
}
