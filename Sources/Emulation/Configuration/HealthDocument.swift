import Diagnostics
import DocumentStore
import FirestoreModel
import IndexCatalog
import Project
import RealtimeDatabase
import RealtimeService
package import StructuredText
import Synchronization

extension Emulation {
  /// `{"status": "ok" | "degraded", "mode", "databases": [{"name", "rules", "indexes", "isOpen"}], "findings": […]}`:
  /// the databases of `firebase.json`, and what is wrong with their files as they are now,
  /// and with those that their documents are kept in. Degraded: a rules or index file is not used as it is on disk, or
  /// commits cannot be stored any more.
  package var health: JSONValue {
    let (files, failures) = state.withLock { ($0.files, $0.storageFailures) }
    return .object([
      .init("status", .string(files.isBroken || !failures.isEmpty ? "degraded" : "ok")),
      .init("mode", .string(settings.mode.rawValue)),
      .init("databases", .array(configuredDatabases.map(\.json))),
      .init("findings", .findings(FindingList(files.findings + failures))),
    ])
  }

  /// What a banner shows of the databases of `firebase.json`.
  package var configuredDatabases: [ConfiguredDatabase] {
    state.withLock { state in
      state.files.databases.map { database in
        let id = Text(database.id)
        let name = DatabaseName(project: Text(settings.project.projectID), database: id)
        return ConfiguredDatabase(
          id: database.id, rules: database.rules?.path, indexes: database.indexes?.path,
          indexCount: state.files.catalog(of: id).composites.count, isOpen: isOpen(name, in: state))
      }
    }
  }
}

extension EmulationState {
  /// Databases that answer every write with an error, since nothing would be left of it.
  fileprivate var storageFailures: [Diagnostic] {
    let failures = databases.sorted { ($0.key.project, $0.key.database) < ($1.key.project, $1.key.database) }
      .compactMap { $0.value.journal?.failure }
    return (failures + realtime.all.compactMap { $0.journal?.failure })
      .map { Diagnostic(.malformedInput, $0.message, help: "check the data folder, and start the emulator again") }
  }
}

/// One database of `firebase.json`.
package struct ConfiguredDatabase: Hashable, Sendable {
  package var id: String
  /// As it is printed; nil: none is named.
  package var rules: String?
  package var indexes: String?
  /// Composite and vector indexes that are declared.
  package var indexCount: Int
  /// Everybody may do everything.
  package var isOpen: Bool

  fileprivate var json: JSONValue {
    [
      "name": .string(id), "rules": rules.map(JSONValue.string) ?? .null,
      "indexes": indexes.map(JSONValue.string) ?? .null, "isOpen": .boolean(isOpen),
    ]
  }
}
