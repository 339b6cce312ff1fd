package import FirestoreModel
package import QueryModel

/// ListDocuments: one page of a collection, or of all collections directly below a document or the root.
package struct DocumentListing: Hashable, Sendable {
  /// Nil: the root.
  package var parent: DocumentPath?
  /// Nil: every collection.
  package var collectionID: Text?
  /// 0: the service chooses.
  package var pageSize: Int32
  /// Empty: the first page.
  package var pageToken: Text
  /// Empty: by name.
  package var orders: [Order]
  /// Lists names, too, that have no document but documents below them.
  package var showMissing: Bool

  package init(
    parent: DocumentPath?, collectionID: Text?, pageSize: Int32 = 0, pageToken: Text = "", orders: [Order] = [],
    showMissing: Bool = false
  ) {
    self.parent = parent
    self.collectionID = collectionID
    self.pageSize = pageSize
    self.pageToken = pageToken
    self.orders = orders
    self.showMissing = showMissing
  }
}

package struct DocumentListingAnswer: Hashable, Sendable {
  package enum Entry: Hashable, Sendable {
    case document(Document)
    case missing(DocumentPath)
  }

  package var entries: [Entry]
  /// Empty on the last page, also when that is full (observed in production).
  package var nextPageToken: Text
}

extension DocumentListing {
  /// Reported of production, not verified.
  private static let defaultPageSize: Int32 = 20
  private static let maximumPageSize: Int32 = 300

  /// Entries of this page, at most.
  var size: Int { Int(pageSize == 0 ? Self.defaultPageSize : min(pageSize, Self.maximumPageSize)) }

  var isByName: Bool { orders.isEmpty || orders == [Order(.documentName)] }

  /// The collection; nil when all of them are listed.
  var collection: CollectionPath? { collectionID.map { CollectionPath(parent: parent, id: $0) } }

  /// All pages together.
  func query() throws(FirestoreError) -> Query {
    try PageToken.checkSize(pageSize)
    guard !showMissing || orders.isEmpty else {
      throw FirestoreError(.invalidArgument, "cannot specify an order when show_missing is true")
    }
    var complete = orders
    // The name follows, as it would without being written, so that a page can end at any document.
    if !complete.contains(where: \.path.isDocumentName) {
      complete.append(Order(.documentName, complete.last?.direction ?? .ascending))
    }
    let source = QuerySource(
      parent: parent.map(PathTemplate.init) ?? .root, collectionID: collectionID.map { .literal($0) })
    return Query(source: source, orders: complete)
  }
}
