import DocumentStore
package import FirestoreModel
import FirestoreService

extension Emulation {
  /// Documents of all databases.
  package var documentCount: Int { databases.reduce(0) { $0 + $1.store.current.documentCount } }

  /// The time of the newest commit, or of the start where there is none; later ones come after it whatever the clock says.
  package var lastCommitTime: Timestamp? { databases.map(\.store.current.time).max() }
}
