import FirestoreModel
import IndexCatalog
import Synchronization

/// Refuses documents with too many or too large index entries, by the index definitions that hold at the moment.
final class EntryLimitCheck: Sendable {
  private let catalog: Mutex<IndexCatalog>
  /// Google's emulator has no such limits.
  private let isEnforced: Bool

  init(catalog: IndexCatalog, isEnforced: Bool) {
    self.catalog = Mutex(catalog)
    self.isEnforced = isEnforced
  }

  func replace(_ catalog: IndexCatalog) { self.catalog.withLock { $0 = catalog } }

  func check(_ document: Document) throws(FirestoreError) {
    guard isEnforced else { return }
    let catalog = catalog.withLock { $0 }
    if let refusal = catalog.fanOut(of: document.path, fields: document.fields).refusal(of: document.path) {
      throw refusal
    }
  }
}
