package import FirestoreModel

/// Requests that end users cannot make, whatever the rules say (observed in production): what the network emulator
/// answers to them. Client SDKs need none: their transactions read outside and commit with preconditions.
package enum PrivilegedRequest: Hashable, Sendable, CaseIterable {
  /// Even when every write is allowed.
  case batchWrite
  case listCollectionIDs
  case partitionQuery
  /// Read-only transactions may be begun.
  case beginReadWriteTransaction
  /// BatchGetDocuments, RunQuery and RunAggregationQuery may begin read-only transactions of their own.
  case readInNewReadWriteTransaction
}

extension AccessControl {
  /// The refusal of a request that only privileged callers may make; nil when the caller is one.
  package static func refusal(of request: PrivilegedRequest, by caller: Caller) -> FirestoreError? {
    switch caller {
    case .admin: nil
    case .user: .missingPermissions
    }
  }
}

extension FirestoreError {
  /// Production never gives a reason.
  package static let missingPermissions = FirestoreError(
    .permissionDenied, "Missing or insufficient permissions.")
}
