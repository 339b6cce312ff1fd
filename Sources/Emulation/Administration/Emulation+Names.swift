package import FirestoreModel
import FirestoreService
import Project
import Synchronization

extension Emulation {
  /// The databases of a project that are known: those of `firebase.json`, and those that requests have named. The
  /// default database is always one.
  package func databaseNames(of project: Text) -> [DatabaseName] {
    state.withLock { state in
      let configured = state.files.databases.map { DatabaseName(project: project, database: Text($0.id)) }
      let named = state.databases.keys.filter { $0.project == project }
      return Set(configured + named + [DatabaseName(project: project)]).sorted { $0.database < $1.database }
    }
  }

  package func isEnterprise(_ database: Text) -> Bool { state.withLock { $0.files.isEnterprise(database) } }

  /// Removes the documents of collections wherever they lie; those below them stay. No rules are asked, nothing is billed.
  package func clear(
    _ name: DatabaseName, collectionGroups: Set<Text>
  ) async throws(FirestoreError) {
    guard let database = state.withLock({ $0.databases[name]?.database }) else { return }
    try await database.clear(collectionGroups: collectionGroups)
  }
}
