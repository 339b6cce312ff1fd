import DocumentStore
package import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryExecution
import QueryModel
import QueryPlanner

extension FirestoreDatabase {
  package func listDocuments(
    _ request: DocumentListing, _ consistency: ReadConsistency, _ context: RequestContext
  ) async throws(FirestoreError) -> DocumentListingAnswer {
    let recorded = request.isByName ? nil : (try? request.query()).map { RecordedQuery(kind: .get, query: $0) }
    return try await serve(
      .listDocuments, request.collection?.description ?? "\(RequestTarget.parent(request.parent))/*", billedAs: .list,
      query: recorded, context
    ) { (configuration, served) async throws(FirestoreError) in
      let listing = try request.query()
      let normalized = try listing.normalized(database: name)
      let start = try PageToken.start(request.pageToken, of: listing, database: name)
      let first = try request.isByName ? startName(of: request, start) : nil
      let lock = request.isByName ? request.collection.map { TransactionRead.collection($0, after: first) } : nil
      var looked = normalized
      looked.limit = Int32(clamping: request.size)
      let read = try await reading(lock ?? .query(looked), consistency, &served) {
        (snapshot, served) throws(FirestoreError) in
        let ruleReads = try served.admit(
          judge(request, normalized, configuration.access, context.caller, snapshot, served.time)
        ) { .denied(.list, ruleReads: $0) }
        let page =
          request.isByName
          ? pageByName(request, behind: first, snapshot)
          : try page(of: listing, size: request.size, start, configuration.engine, snapshot, &served)
        served.billing = page.billingEvent(ruleReads: ruleReads, in: name)
        return page
      }
      if let id = read.transaction ?? consistency.transaction, read.answer.hasNext, let last = read.answer.entries.last
      {
        switch (lock, last) {
        case (.collection(let collection, let first)?, _):
          transactions.narrow(collection, after: first, to: last.path, in: id)
        case (_, .document(let document)): transactions.narrow(looked, to: document, in: id)
        case (_, .missing): break
        }
      }
      return read.answer.answer(for: listing, in: name)
    }
  }

  /// The name behind which a page by name begins; nil: at the first one.
  private func startName(of request: DocumentListing, _ start: Cursor?) throws(FirestoreError) -> DocumentPath? {
    guard let start else { return nil }
    guard case .reference(let name)? = start.values.last?.knownValue,
      name.path.collection.parent == request.parent,
      request.collectionID.map({ $0 == name.path.collection.id }) ?? true
    else { throw PageToken.refusal }
    return name.path
  }

  /// Rules see the page size as the limit, and none when none is given (observed in production).
  private func judge(
    _ request: DocumentListing, _ query: NormalizedQuery, _ access: AccessControl, _ caller: Caller,
    _ snapshot: Snapshot, _ time: Timestamp
  ) -> AccessDecision {
    let limit = request.pageSize == 0 ? nil : request.pageSize
    if request.orders.isEmpty, let collection = request.collection {
      return access.list(documentsOf: collection, pageSize: limit, by: caller, on: snapshot, at: time)
    }
    var query = query
    query.limit = limit
    query.explicitOrderCount = request.orders.count
    return access.list(query, by: caller, on: snapshot, at: time)
  }

  /// Any other order is a query and needs its index.
  private func page(
    of listing: Query, size: Int, _ start: Cursor?, _ engine: QueryEngine, _ snapshot: Snapshot,
    _ served: inout ServedRequest
  ) throws(FirestoreError) -> ListedPage {
    var query = listing
    query.start = start
    query.limit = Int32(clamping: size + 1)
    let normalized = try query.normalized(database: name)
    let result = try served.noteMissingIndexes(normalized, [], engine) { () throws(FirestoreError) in
      try engine.run(normalized, on: snapshot)
    }
    served.plan = result.plan
    served.missingIndexes = result.missingIndexes
    return ListedPage(result.documents().map { .document($0) }, size: size)
  }

  /// Collection by collection, documents and missing ones in one order.
  private func pageByName(
    _ request: DocumentListing, behind last: DocumentPath?, _ snapshot: Snapshot
  ) -> ListedPage {
    var entries: [DocumentListingAnswer.Entry] = []
    var next =
      request.collectionID ?? last?.collection.id
      ?? snapshot.collectionIDs(below: request.parent, limit: 1).first
    while let id = next, entries.count <= request.size {
      let collection = CollectionPath(parent: request.parent, id: id)
      entries += snapshot.entries(
        of: collection, after: last?.collection == collection ? last?.id : nil, showMissing: request.showMissing,
        limit: request.size + 1 - entries.count)
      next =
        request.collectionID == nil
        ? snapshot.collectionIDs(below: request.parent, after: id, limit: 1).first : nil
    }
    return ListedPage(entries, size: request.size)
  }
}

extension Snapshot {
  fileprivate func entries(
    of collection: CollectionPath, after id: Text?, showMissing: Bool, limit: Int
  ) -> [DocumentListingAnswer.Entry] {
    let found = Array(documents(of: collection, after: id).prefix(limit))
    guard showMissing else { return found.map { .document($0) } }
    let missing = missingDocuments(in: collection, after: id, limit: limit)
    let entries = found.map(DocumentListingAnswer.Entry.document) + missing.map { .missing($0) }
    return Array(entries.sorted { $0.path < $1.path }.prefix(limit))
  }
}

extension DocumentListingAnswer.Entry {
  var path: DocumentPath {
    switch self {
    case .document(let document): document.path
    case .missing(let path): path
    }
  }
}

/// The entries of a page, and whether others follow.
private struct ListedPage {
  var entries: [DocumentListingAnswer.Entry]
  var hasNext: Bool

  /// - Parameter entries: one more than the page holds, when there is one.
  init(_ entries: [DocumentListingAnswer.Entry], size: Int) {
    self.entries = Array(entries.prefix(size))
    hasNext = entries.count > size
  }

  func billingEvent(ruleReads: Int64, in database: DatabaseName) -> BillingEvent {
    var documents: Int64 = 0
    var bytes: Int64 = WireBytes.message
    for case .document(let document) in entries {
      documents += 1
      bytes += WireBytes.document(document, database)
    }
    var event = BillingEvent.list(
      documents: documents, missing: Int64(entries.count) - documents, ruleReads: ruleReads)
    event.responseBytes = bytes
    return event
  }

  func answer(for listing: Query, in database: DatabaseName) -> DocumentListingAnswer {
    guard hasNext, let last = entries.last else { return DocumentListingAnswer(entries: entries, nextPageToken: "") }
    let values = listing.orders.map { order -> Value in
      if order.path.isDocumentName { return .reference(DocumentName(database: database, path: last.path)) }
      guard case .document(let document) = last else { return .null }
      // Every document of an ordered listing has the field.
      return document.fields[order.path] ?? .null
    }
    return DocumentListingAnswer(
      entries: entries, nextPageToken: PageToken.position(behind: values, in: listing, database: database))
  }
}
