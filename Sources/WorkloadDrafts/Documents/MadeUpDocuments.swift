import Diagnostics
package import FirestoreModel
package import QueryModel

/// The documents that a workload starts with: of every collection that a step asks, with the fields that it asks for.
package struct MadeUpDocuments: Sendable {
  private(set) var entries: [Entry] = []

  struct Entry: Sendable {
    /// Of a collection, `users/me/items`, or of one document.
    var path: [Text]
    var fields = FieldTree()
    /// How many documents the collection has; nil: the parameter `documents`.
    var count: Int?
    /// Of a collection whose documents were seen: kinds of them with other fields than `fields`, and how many of them there were
    /// among `seen`.
    var others: [(fields: FieldTree, count: Int)] = []
    var seen = 0

    /// Only queries of a collection group ask for it: where its collections are, they do not say.
    var isGroup = false

    var isCollection: Bool { !path.count.isMultiple(of: 2) }
  }

  package init() {}

  package mutating func add(document path: [Text]) { _ = index(of: path) }

  package mutating func add(_ query: Query) {
    guard let collection = query.source.collectionID?.literal, let parent = query.source.parent.literals else { return }
    let isNew = !entries.contains { $0.path == parent + [collection] }
    let position = index(of: parent + [collection])
    entries[position].isGroup = query.source.allDescendants && (isNew || entries[position].isGroup)
    query.filter?.forEachTest { entries[position].fields.add($0) }
    for order in query.orders where !order.path.isDocumentName { entries[position].fields.add(order: order.path) }
  }

  /// The fields of a document that there is: those of a collection are made up like it, a single one is as it is.
  ///
  /// - Parameter user: who is called ``StandIn/user`` in the workload.
  package mutating func add(_ path: [Text], like document: MapValue, user: Text?) {
    let position = index(of: path)
    entries[position].fields.add(document, isAsItIs: !entries[position].isCollection, user: user)
  }

  /// Other kinds of documents are counted with the most frequent one.
  private static let kindLimit = 6

  /// Documents that a collection has: what is made up has the same fields as often, and the values that are asked for as often.
  ///
  /// - Parameter user: who is called ``StandIn/user``, of a document.
  package mutating func add(_ collection: [Text], like examples: [MapValue], user: (MapValue) -> Text?) {
    let position = index(of: collection)
    let tests = entries[position].fields
    let byNames = Dictionary(grouping: examples) { Set($0.fields.map(\.name)) }
    let kinds = byNames.values.sorted { ($1.count, text(of: $0)) < ($0.count, text(of: $1)) }
    guard let usual = kinds.first else { return }
    func tree(_ kind: [MapValue]) -> FieldTree {
      var tree = tests.keeping(kind[0])
      tree.add(kind[0], isAsItIs: false, user: user(kind[0]))
      tree.weigh(kind)
      return tree
    }
    entries[position].fields = tree(usual)
    entries[position].others = kinds.dropFirst().prefix(Self.kindLimit - 1).map { (tree($0), $0.count) }
    entries[position].seen = examples.count
  }

  private func text(of kind: [MapValue]) -> String { kind[0].fields.map(\.name.string).joined(separator: " ") }

  /// How many documents a collection has.
  package mutating func count(_ collection: [Text], _ count: Int) { entries[index(of: collection)].count = count }

  /// The collections that are not counted yet, and the single documents.
  package var paths: [[Text]] { entries.map(\.path) }

  mutating func limit(to most: Int) {
    for index in entries.indices { entries[index].count = entries[index].count.map { min($0, most) } }
  }

  /// A document of which nothing is known has the fields of its collection, and a collection those that queries of its group
  /// ask for, too: where one is known, the group needs none of its own.
  var whole: [Entry] {
    let groups = entries.filter(\.isGroup)
    var known: [[Text]: FieldTree] = [:]
    for entry in entries where entry.isCollection && !entry.isGroup {
      var fields = entry.fields
      for group in groups where group.path.last == entry.path.last { fields.add(group.fields) }
      known[entry.path] = fields
    }
    return entries.compactMap { entry in
      if entry.isGroup, known.keys.contains(where: { $0.last == entry.path.last }) { return nil }
      var whole = entry
      let isUnknown = !entry.isCollection && entry.fields.fields.isEmpty
      if let fields = known[isUnknown ? Array(entry.path.dropLast()) : entry.path] { whole.fields = fields }
      return whole
    }
  }

  /// Those of the document, or of the documents of its collection.
  func fields(of path: String) -> FieldTree? {
    let segments = path.split(separator: "/").map { Text(String($0)) }
    let own = entries.first { $0.path == segments } ?? entries.first { $0.path == Array(segments.dropLast()) }
    return own?.fields
  }

  private mutating func index(of path: [Text]) -> Int {
    if let known = entries.firstIndex(where: { $0.path == path }) { return known }
    entries.append(Entry(path: path))
    return entries.count - 1
  }
}

/// The fields of one kind of documents; maps within maps as paths say.
struct FieldTree: Sendable {
  /// What a field has to hold to be found.
  struct Content: Sendable {
    var values: [Value] = []
    var members: [Value] = []
    /// What it is compared with by `<` and its like.
    var bounds: [Value] = []
    /// As in a workload, of a document that there is; said only where no query says more.
    var made: String?
    /// As in a workload, how many documents have each of the values; empty: nobody has counted them.
    var weights: [(value: String, count: Int)] = []
  }

  private(set) var fields: [(name: Text, content: Content, inner: FieldTree)] = []

  /// What another tree has and this one lacks.
  mutating func add(_ other: FieldTree) {
    for field in other.fields where !fields.contains(where: { $0.name == field.name }) { fields.append(field) }
  }

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

  /// - Parameter isAsItIs: with its texts; otherwise with texts of the same length.
  mutating func add(_ document: MapValue, isAsItIs: Bool, user: Text?) {
    for field in document.fields {
      let position = index(of: field.name)
      if case .map(let inner) = field.value, !inner.isEmpty {
        fields[position].inner.add(inner, isAsItIs: isAsItIs, user: user)
      } else {
        fields[position].content.made = YAMLScalar.like(field.value, isAsItIs: isAsItIs, user: user)
      }
    }
  }

  /// Of fields that are asked for those that a document has.
  func keeping(_ document: MapValue) -> FieldTree {
    var kept = FieldTree()
    kept.fields = fields.filter { document[$0.name] != nil }
    return kept
  }

  /// How many documents have each of the values that are asked for, and how many another one.
  mutating func weigh(_ documents: [MapValue]) {
    for position in fields.indices {
      let found = documents.compactMap { $0[fields[position].name] }
      fields[position].content.weigh(found)
      fields[position].inner.weigh(
        found.compactMap { value in
          guard case .map(let map) = value else { return nil }
          return map
        })
    }
  }

  private mutating func index(of name: Text) -> Int {
    if let known = fields.firstIndex(where: { $0.name == name }) { return known }
    fields.append((name, Content(), FieldTree()))
    return fields.count - 1
  }

  private mutating func change(_ path: ArraySlice<Text>, _ action: (inout Content) -> Void) {
    guard let name = path.first else { return }
    let position = index(of: name)
    if path.count == 1 {
      action(&fields[position].content)
    } else {
      fields[position].inner.change(path.dropFirst(), action)
    }
  }
}

extension FieldTree.Content {
  fileprivate mutating func weigh(_ found: [Value]) {
    let asked = values.uniqued()
    let isWritable = asked.allSatisfy { YAMLScalar.choice($0) != nil && $0 != .string(StandIn.user) }
    guard !asked.isEmpty, isWritable else { return }
    let others = found.filter { value in !asked.contains(value) }.compactMap(YAMLScalar.choice)
    let usual = Dictionary(grouping: others) { $0 }.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    weights = asked.compactMap { value in
      let count = found.count { $0 == value }
      return count > 0 ? YAMLScalar.choice(value).map { ($0, count) } : nil
    }
    if let usual { weights.append((usual.key, others.count)) }
  }

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
