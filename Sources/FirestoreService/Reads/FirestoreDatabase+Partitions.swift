import DocumentStore
package import FirestoreModel
import FirestoreRulesEnforcement
import IndexCatalog
import Metering
package import QueryModel

extension FirestoreDatabase {
  /// Names that cut a collection group into parts of equal size; each is the first document of its part.
  ///
  /// Found by rank in the index by name: no document is touched.
  /// - Parameter count: the most points, which is one less than there are parts.
  package func partition(
    _ query: Query, count: Int64, pageSize: Int32 = 0, pageToken: Text = "",
    _ consistency: ReadConsistency, _ context: RequestContext
  ) async throws(FirestoreError) -> (cursors: [DocumentPath], nextPageToken: Text) {
    try await serve(.partitionQuery, RequestTarget.source(query.source), billedAs: .partition, context) {
      (_, served) async throws(FirestoreError) in
      let group = try partitionedGroup(query)
      guard count > 0 else {
        throw FirestoreError(.invalidArgument, "Partition count must be greater than zero.")
      }
      try PageToken.checkSize(pageSize)
      let page = try PageToken.partition(pageToken)
      let snapshot = try await snapshot(consistency)
      try served.requirePrivilege(for: .partitionQuery, billedAs: .partition)
      let points = PartitionPoints(group, of: snapshot)
      // A token may promise more parts than there are documents left: then there is nothing more to tell.
      let parts = min(page?.parts ?? points.partCount(atMost: count), max(1, points.names.count))
      served.billing = .partition()
      return points.page(from: page?.next ?? 1, of: parts, size: pageSize == 0 ? nil : Int(pageSize))
    }
  }

  /// - Throws: INVALID_ARGUMENT for anything but all documents of a collection group by name.
  private func partitionedGroup(_ query: Query) throws(FirestoreError) -> Text {
    _ = try query.normalized(database: name)
    // What production answers is documented as an error; its texts are not known.
    guard query.source.parent.segments.isEmpty, query.source.allDescendants,
      let group = query.source.collectionID?.literal
    else {
      throw FirestoreError(
        .invalidArgument, "Partition queries are only allowed for a collection group at the root parent.")
    }
    guard query.orders == [Order(.documentName)] else {
      throw FirestoreError(.invalidArgument, "Partition queries must be ordered by __name__ ascending.")
    }
    guard query == Query(source: query.source, orders: query.orders, projection: query.projection) else {
      throw FirestoreError(
        .invalidArgument, "Partition queries cannot have filters, cursors, an offset, a limit or a vector search.")
    }
    return group
  }
}

/// The names of one collection group by rank.
private struct PartitionPoints {
  /// SDKs expect that fewer documents are not worth a part of their own.
  static let smallestPart = 128

  let names: IndexTree

  init(_ group: Text, of snapshot: Snapshot) {
    names = snapshot.index(
      IndexLayout(collectionGroup: group, partition: .group, fields: [IndexField(.documentName, .ascending)]))
  }

  func partCount(atMost points: Int64) -> Int {
    let most = names.count / Self.smallestPart
    return points >= Int64(most) ? max(1, most) : Int(points) + 1
  }

  func page(from first: Int, of parts: Int, size: Int?) -> (cursors: [DocumentPath], nextPageToken: Text) {
    let end = size.map { min(parts, first.addingReportingOverflow($0).partialValue) } ?? parts
    guard first < end else { return ([], "") }
    var cursors: [DocumentPath] = []
    for point in first..<end {
      guard let path = path(ofPoint: point, of: parts), path != cursors.last else { continue }
      cursors.append(path)
    }
    return (cursors, end < parts ? PageToken.partition(end, of: parts) : "")
  }

  private func path(ofPoint point: Int, of parts: Int) -> DocumentPath? {
    // A token may come from a client: no product of it fits for certain.
    let (high, low) = point.multipliedFullWidth(by: names.count)
    guard high < parts else { return nil }
    let rank = parts.dividingFullWidth((high, low)).quotient
    let key = names.key(atRank: rank)
    var offset = 0
    return KeyDecoder.path(in: key, at: &offset)
  }
}
