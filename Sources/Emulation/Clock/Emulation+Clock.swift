package import FirestoreModel
import FirestoreService
import IndexCatalog
import Synchronization

extension Emulation {
  /// Moves the clock forwards, for everything that goes by it. Documents whose time to live is over then are deleted.
  ///
  /// - Returns: how many documents were deleted.
  @discardableResult
  package func moveClock(_ movement: ClockMovement) async throws(FirestoreError) -> Int {
    guard let clock = clock as? VirtualClock else {
      throw FirestoreError(.failedPrecondition, "The clock of this emulator cannot be moved.")
    }
    guard clock.move(movement) else {
      throw FirestoreError(
        .invalidArgument, "The clock shows \(clock.now.rfc3339) and is only moved forwards: times never go back.")
    }
    var count = 0
    for database in databases {
      count += try await database.deleteExpired(by: timesToLive(of: database.name.database))
    }
    return count
  }

  /// The fields of `fieldOverrides` with `"ttl": true`.
  private func timesToLive(of database: Text) -> [(group: Text, field: FieldPath)] {
    state.withLock { $0.files.catalog(of: database) }.overrides.compactMap { override in
      guard override.ttl == true, case .field(let path) = override.target else { return nil }
      return (override.collectionGroup, path)
    }
  }
}
