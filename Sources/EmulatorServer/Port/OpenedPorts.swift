import Synchronization

/// The ports that are open.
final class OpenedPorts: Sendable {
  struct Addresses: Sendable {
    var firestore: ListeningAddress?
    var database: ListeningAddress?
    var page: ListeningAddress?
  }

  private let hasDatabase: Bool
  private let hasPage: Bool
  private let addresses = Mutex(Addresses())

  /// What is opened beside the port of Firestore.
  init(hasDatabase: Bool, hasPage: Bool) {
    self.hasDatabase = hasDatabase
    self.hasPage = hasPage
  }

  /// Nil: not all of them are known yet.
  var served: ServedAddresses? {
    let known = addresses.withLock { $0 }
    guard let firestore = known.firestore, known.database != nil || !hasDatabase, known.page != nil || !hasPage else {
      return nil
    }
    return ServedAddresses(firestore: firestore, database: known.database, page: known.page)
  }

  /// - Returns: nil while not all of them are known.
  func add(_ change: (inout Addresses) -> Void) -> ServedAddresses? {
    addresses.withLock { change(&$0) }
    return served
  }
}
