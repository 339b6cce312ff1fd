import DocumentStore
import FirestoreModel
import Metering

// What writes are billed as. Transforms are part of their write, whether they came with it or on their own.

extension WriteWork {
  init(_ writes: [Write]) {
    let deletes = writes.count { $0.operation == .delete }
    let verifies = writes.count { $0.operation == .verify }
    self.init(
      writes: Int64(writes.count - deletes - verifies), deletes: Int64(deletes), verifies: Int64(verifies))
  }

  /// - Parameter result: says which of them had an effect.
  init(_ writes: [Write], _ result: CommitResult) {
    self.init(writes)
    let changed = Set(result.commit?.changes.map(\.path) ?? [])
    withoutEffect = Int64(writes.count { $0.operation.storesFields && !changed.contains($0.path) })
  }

  mutating func add(_ other: WriteWork) {
    writes += other.writes
    deletes += other.deletes
    verifies += other.verifies
    withoutEffect += other.withoutEffect
  }
}

extension Write.Operation {
  fileprivate var storesFields: Bool {
    switch self {
    case .set, .merge: true
    case .delete, .verify: false
    }
  }
}
