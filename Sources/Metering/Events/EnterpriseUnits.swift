// Units of the Enterprise edition. Sizes are in bytes; negative ones count as none.

package enum EnterpriseUnits {
  /// Reading a document by its name, or one found through an index: one unit per started 4 KiB.
  package static func pointRead(documentBytes: Int64) -> Int64 { max(1, startedUnits(of: 4096, in: documentBytes)) }

  /// Scanning a collection or an index.
  package static func scan(bytes: Int64) -> Int64 { startedUnits(of: 4096, in: bytes) }

  /// Scanning so many items whose contents are not needed: at least 32 bytes count for each.
  package static func scan(items: Int64, bytesPerItem: Int64 = 0) -> Int64 {
    scan(bytes: SaturatingSum.product(items, max(32, bytesPerItem)))
  }

  /// A query: what it scans, the documents it fetches one by one, and at least one unit.
  package static func query(scannedBytes: Int64, fetchedDocuments: [Int64] = []) -> Int64 {
    let fetched = fetchedDocuments.reduce(into: SaturatingSum()) { $0.add(pointRead(documentBytes: $1)) }
    return max(1, SaturatingSum.of(scan(bytes: scannedBytes), fetched.value))
  }

  /// Creating, changing or deleting a document, and one entry per index entry created or removed.
  /// - Parameter entryBytes: a changed entry counts as one removed and one created.
  package static func write(documentBytes: Int64, entryBytes: [Int64] = []) -> Int64 {
    let entries = entryBytes.reduce(into: SaturatingSum()) { $0.add(startedUnits(of: 1024, in: $1)) }
    return SaturatingSum.of(max(1, startedUnits(of: 1024, in: documentBytes)), entries.value)
  }

  package static let writeWithoutEffect: Int64 = 1

  /// Building or removing an index.
  package static func indexChange(entries: Int64, entryBytes: Int64) -> Int64 {
    SaturatingSum.product(entries, startedUnits(of: 1024, in: entryBytes))
  }

  /// Real-time units of one change that a listener hears of.
  package static func listenerChange(_ cause: ListenerCause, documentBytes: Int64 = 0) -> Int64 {
    switch cause {
    case .updated: pointRead(documentBytes: documentBytes)
    case .leftByChange: 1
    case .deleted: 0
    }
  }

  package enum ListenerCause: String, Hashable, Sendable, CaseIterable { case updated, leftByChange, deleted }
}
