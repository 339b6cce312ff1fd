import Synchronization

/// The ports that are open.
final class OpenedPorts: Sendable {
  struct Addresses: Sendable {
    var firestore: ListeningAddress?
    var database: ListeningAddress?
  }

  private let count: Int
  private let addresses = Mutex(Addresses())

  /// - Parameter count: how many are to be opened: Firestore's, and that of the Realtime Database.
  init(count: Int) { self.count = count }

  /// Nil: not all of them are known yet.
  var served: ServedAddresses? {
    let (firestore, database) = addresses.withLock { ($0.firestore, $0.database) }
    guard let firestore, database != nil || count == 1 else { return nil }
    return ServedAddresses(firestore: firestore, database: database)
  }

  /// - Returns: nil while not all of them are known.
  func add(_ change: (inout Addresses) -> Void) -> ServedAddresses? {
    addresses.withLock { change(&$0) }
    return served
  }
}
