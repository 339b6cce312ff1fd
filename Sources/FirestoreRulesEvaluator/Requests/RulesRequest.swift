package import FirestoreModel

/// What a request does, as rules distinguish it.
package enum RulesMethod: String, Hashable, Sendable, CaseIterable {
  case get, list, create, update, delete

  package var isWrite: Bool { self == .create || self == .update || self == .delete }

  /// The words of an `allow` statement that cover this method: its own, and `read` or `write`.
  package func isCovered(by word: String) -> Bool { word == rawValue || word == (isWrite ? "write" : "read") }
}

/// Who asks, as `request.auth` shows it; nil stands for nobody signed in.
package struct AuthContext: Hashable, Sendable {
  package var uid: Text
  /// Every claim of the ID token.
  package var token: MapValue

  package init(uid: Text, token: MapValue = MapValue()) {
    self.uid = uid
    self.token = token
  }
}

/// A document as `resource`, `request.resource` and `get()` show it: `data`, `id` and `__name__`.
package struct RulesDocument: Hashable, Sendable {
  /// Below the documents root.
  package var path: DocumentPath
  package var fields: MapValue

  package init(path: DocumentPath, fields: MapValue) {
    self.path = path
    self.fields = fields
  }
}

/// What `request.query` shows of a list request.
package struct RulesQuery: Hashable, Sendable {
  /// Null in rules when absent.
  package var limit: Int64?
  package var offset: Int64
  /// Only explicit orders, as `'ASC'` or `'DESC'` by field path.
  package var orders: [(path: Text, isAscending: Bool)]

  package init(limit: Int64? = nil, offset: Int64 = 0, orders: [(path: Text, isAscending: Bool)] = []) {
    self.limit = limit
    self.offset = offset
    self.orders = orders
  }

  package static func == (lhs: RulesQuery, rhs: RulesQuery) -> Bool {
    lhs.limit == rhs.limit && lhs.offset == rhs.offset && lhs.orders.elementsEqual(rhs.orders, by: ==)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(limit)
    hasher.combine(offset)
    for order in orders { hasher.combine(order.path) }
  }
}

/// One request that rules decide. A commit of several writes is one per write, evaluated in one ``RequestSession``.
package struct RulesRequest: Sendable {
  package var method: RulesMethod
  /// The database id, such as `(default)`.
  package var database: Text
  package var path: RequestPath
  package var auth: AuthContext?
  package var time: RuleTimestamp
  /// The stored document; nil when there is none. In abstract evaluation the domain brings the candidate itself.
  package var resource: RulesDocument?
  /// The document as the write would leave it; nil for reads and deletes.
  package var newResource: RulesDocument?
  /// Present exactly on list.
  package var query: RulesQuery?

  package init(
    method: RulesMethod, database: Text = "(default)", path: RequestPath, auth: AuthContext? = nil,
    time: RuleTimestamp, resource: RulesDocument? = nil, newResource: RulesDocument? = nil, query: RulesQuery? = nil
  ) {
    self.method = method
    self.database = database
    self.path = path
    self.auth = auth
    self.time = time
    self.resource = resource
    self.newResource = newResource
    self.query = query
  }
}

/// The path of a request below the documents root, as far as it is known.
///
/// A list query knows its collection and not the document's id; a collection group query does not know what the
/// collection stands under, except that it begins with the segments of its parent.
package struct RequestPath: Hashable, Sendable {
  /// Known leading segments.
  package var head: [Text]
  /// Whether any number of unknown collection/document pairs may follow the head.
  package var hasUnknownMiddle: Bool
  /// What follows; nil is one segment of unknown text.
  package var tail: [Text?]

  package init(head: [Text], hasUnknownMiddle: Bool = false, tail: [Text?] = []) {
    self.head = head
    self.hasUnknownMiddle = hasUnknownMiddle
    self.tail = tail
  }

  package init(_ document: DocumentPath) { self.init(head: document.segments) }

  /// Every document of one collection.
  package init(documentsOf collection: CollectionPath) { self.init(head: collection.segments, tail: [nil]) }

  /// Every document of the collections of one id, at any depth below a document or the root.
  package init(groupOf collectionID: Text, below parent: [Text] = []) {
    self.init(head: parent, hasUnknownMiddle: true, tail: [collectionID, nil])
  }
}
