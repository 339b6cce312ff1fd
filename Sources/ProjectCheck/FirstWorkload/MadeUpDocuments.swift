import FirestoreModel
import QueryModel

/// The documents that a first workload starts with: of every collection that a step asks, with the fields that it asks for.
struct MadeUpDocuments {
  /// By the path of a collection, `users/me/items`, or of one document.
  private(set) var entries: [(path: [Text], fields: FieldTree)] = []

  mutating func add(document path: [Text]) { _ = index(of: path) }

  mutating func add(_ query: Query) {
    guard let collection = query.source.collectionID?.literal, let parent = query.source.parent.literals else { return }
    let position = index(of: parent + [collection])
    query.filter?.forEachTest { entries[position].fields.add($0) }
    for order in query.orders where !order.path.isDocumentName { entries[position].fields.add(order: order.path) }
  }

  private mutating func index(of path: [Text]) -> Int {
    if let known = entries.firstIndex(where: { $0.path == path }) { return known }
    entries.append((path, FieldTree()))
    return entries.count - 1
  }
}

/// The fields of one kind of documents; maps within maps as paths say.
struct FieldTree {
  /// What a field has to hold to be found.
  struct Content {
    var values: [Value] = []
    var members: [Value] = []
    /// What it is compared with by `<` and its like.
    var bounds: [Value] = []
  }

  private(set) var fields: [(name: Text, content: Content, inner: FieldTree)] = []

  mutating func add(order path: FieldPath) { change(path.segments[...]) { _ in } }

  mutating func add(_ test: Filter) {
    switch test {
    case .field(let filter) where !filter.path.isDocumentName:
      let value = filter.operand.knownValue ?? .null
      change(filter.path.segments[...]) { $0.add(value, filter.op) }
    case .unary(let filter) where filter.op == .isNull:
      change(filter.path.segments[...]) { $0.values.append(.null) }
    case .unary(let filter): change(filter.path.segments[...]) { _ in }
    case .field, .and, .or: break
    }
  }

  private mutating func change(_ path: ArraySlice<Text>, _ action: (inout Content) -> Void) {
    guard let name = path.first else { return }
    let position: Int
    if let known = fields.firstIndex(where: { $0.name == name }) {
      position = known
    } else {
      position = fields.count
      fields.append((name, Content(), FieldTree()))
    }
    if path.count == 1 {
      action(&fields[position].content)
    } else {
      fields[position].inner.change(path.dropFirst(), action)
    }
  }
}

extension FieldTree.Content {
  fileprivate mutating func add(_ value: Value, _ op: FieldOperator) {
    switch (op, value) {
    case (.equal, _): values.append(value)
    case (.in, .array(let all)): values += all
    case (.arrayContains, _): members.append(value)
    case (.arrayContainsAny, .array(let all)): members += all
    case (.lessThan, _), (.lessThanOrEqual, _), (.greaterThan, _), (.greaterThanOrEqual, _): bounds.append(value)
    default: break
    }
  }
}

extension Filter {
  fileprivate func forEachTest(_ action: (Filter) -> Void) {
    switch self {
    case .and(let parts), .or(let parts): for part in parts { part.forEachTest(action) }
    case .field, .unary: action(self)
    }
  }
}
