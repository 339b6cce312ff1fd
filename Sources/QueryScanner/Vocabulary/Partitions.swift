package import Diagnostics
import FirestoreModel
import QueryModel

extension QueryDraft {
  /// `getPartitions(count)` of the server SDKs: pieces of a collection group, each between two names of documents.
  package func partitions(at location: SourceLocation) -> ScannedValue {
    let name = QueryConstraint.order(.documentName, .known(.ascending))
    let piece = applying(name, at: location)
      .applying(.start(DraftCursor(.values([.unknown]), before: true)), at: location)
      .applying(.end(DraftCursor(.values([.unknown]), before: true)), at: location)
    return .list(ScannedList([.query(piece)], isOpen: true))
  }
}
