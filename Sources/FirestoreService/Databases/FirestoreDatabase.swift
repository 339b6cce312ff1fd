package import DocumentStore
package import FirestoreModel
import Synchronization

/// One database as clients see it: documents, indexes, rules, transactions and listeners together.
///
/// Every operation asks in production's order: is the request valid, do the rules allow it, and only then what the
/// documents and indexes say. Each is reported once to the observer, with what it bills.
package final class FirestoreDatabase: Sendable {
  package let name: DatabaseName
  package let store: DocumentStore
  package let clock: any ServiceClock
  package let transactions: TransactionTable
  /// Wakes the listeners.
  package let changes = ChangeSignal()
  /// Those that are attached now.
  package let listeners = OpenListeners()
  let observer: any RequestObserver
  /// Nil: in memory only.
  let journal: (any CommitJournal)?
  /// When this process took the database up. What was handed out before is about versions that are not known any more.
  let openTime: Timestamp
  private let settings: Mutex<DatabaseConfiguration>

  /// - Parameter journal: the one that `store` reports its commits to.
  package init(
    store: DocumentStore, configuration: DatabaseConfiguration, transactions: TransactionTable,
    clock: any ServiceClock, observer: any RequestObserver, journal: (any CommitJournal)? = nil
  ) {
    name = store.database
    self.store = store
    self.clock = clock
    self.transactions = transactions
    self.observer = observer
    self.journal = journal
    openTime = clock.now
    settings = Mutex(configuration)
  }

  /// Every request takes it once, so that a replacement never falls into the middle of one.
  package var configuration: DatabaseConfiguration { settings.withLock { $0 } }

  /// Replaces rules or indexes; listeners are judged anew.
  package func configure(_ change: (inout DatabaseConfiguration) -> Void) {
    settings.withLock { change(&$0) }
    changes.raise(.configuration)
  }
}
