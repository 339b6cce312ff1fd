import Diagnostics
import SourceSyntax
import SourceTokens

/// Looks in one file for `db.collection("users").get()` where nothing says what `db` is.
struct UnknownDatabaseSearch {
  private let tree: SyntaxTree
  private let names: NameTable
  /// Names that the file declares with a value or a type, or imports from a package: these are not Firestore's, or it
  /// would have been seen.
  private var known: Set<NameID> = []

  static func find(in tree: SyntaxTree, _ names: NameTable) -> UnknownDatabase? {
    guard let collection = names.id(of: "collection"), tree.nodes.contains(where: { $0.name == collection }) else {
      return nil
    }
    var search = UnknownDatabaseSearch(tree, names)
    search.noteAll()
    return search.found()
  }

  private init(_ tree: SyntaxTree, _ names: NameTable) {
    self.tree = tree
    self.names = names
  }

  private func found() -> UnknownDatabase? {
    var first: UnknownDatabase?
    for index in tree.nodes.indices where tree.nodes[index].kind == .call {
      guard let (name, place) = database(askedBy: NodeID(UInt32(index))) else { continue }
      if first == nil {
        let location = Diagnostics.SourceLocation(source: tree.unit.source, span: place)
        first = UnknownDatabase(name: name, location: location, count: 0)
      }
      first?.count += 1
    }
    return first
  }

  private static let sending: Set<String> = ["get", "stream", "getDocuments", "snapshots"]
  private static let narrowing: Set<String> = ["limit", "offset"]

  /// The names of the database that a call asks, and where the name of the call stands.
  private func database(askedBy node: NodeID) -> (name: String, place: Span)? {
    guard let call = tree.call(node), call.arguments.isEmpty, tree.kind(call.callee) == .member,
      Self.sending.contains(names.text(tree.name(call.callee))), let base = tree.children(of: call.callee).first,
      let path = database(of: base), !path.contains(where: known.contains),
      let place = tree.place(of: call.callee)
    else { return nil }
    return (path.map { names.text($0) }.joined(separator: "."), place)
  }

  /// The names before `.collection("…")`, behind which only limits may stand.
  private func database(of base: NodeID) -> [NameID]? {
    guard let call = tree.call(base), tree.kind(call.callee) == .member,
      let inner = tree.children(of: call.callee).first
    else { return nil }
    let name = names.text(tree.name(call.callee))
    if Self.narrowing.contains(name) { return database(of: inner) }
    guard name == "collection", call.arguments.count == 1, isText(call.arguments[0]) else { return nil }
    return dottedName(inner)
  }

  private func isText(_ argument: NodeID) -> Bool {
    let value = tree.kind(argument) == .argument ? tree.children(of: argument).last ?? argument : argument
    return [.text, .template].contains(tree.kind(value))
  }

  private func dottedName(_ node: NodeID) -> [NameID]? {
    switch tree.kind(node) {
    case .name: return [tree.name(node)]
    case .member: return tree.children(of: node).first.flatMap { dottedName($0) }.map { $0 + [tree.name(node)] }
    default: return nil
    }
  }

  // MARK: - What the file says

  private mutating func noteAll() {
    for index in tree.nodes.indices {
      let node = NodeID(UInt32(index))
      switch tree.kind(node) {
      case .declarator, .parameter: noteDeclared(node)
      case .assign: tree.children(of: node).first.map { noteTarget($0) }
      case .import: noteImported(node)
      case .bindingCondition: noteBindings(node)
      default: break
      }
    }
  }

  /// A parameter without a type says nothing.
  private mutating func noteDeclared(_ node: NodeID) {
    let children = tree.children(of: node).dropFirst()
    let isTyped = tree.children(of: node).contains { tree.kind($0).isType }
    let hasValue = tree.kind(node) == .declarator && children.contains { tree.kind($0).isExpression }
    if isTyped || hasValue { noteBindings(node) }
  }

  private mutating func noteBindings(_ node: NodeID) {
    if tree.kind(node) == .binding { known.insert(tree.name(node)) }
    for child in tree.children(of: node) where tree.kind(child).isPattern { noteBindings(child) }
  }

  private mutating func noteTarget(_ node: NodeID) {
    if [.name, .member].contains(tree.kind(node)) { known.insert(tree.name(node)) }
  }

  private mutating func noteImported(_ node: NodeID) {
    let module = tree.child(.modulePath, of: node).map { names.bytes(of: tree.name($0)).first } ?? nil
    guard module != UInt8(ascii: "."), module != UInt8(ascii: "/") else { return }
    for item in tree.children(.importItem, of: node) {
      known.insert(tree.child(.binding, of: item).map { tree.name($0) } ?? tree.name(item))
    }
  }
}
