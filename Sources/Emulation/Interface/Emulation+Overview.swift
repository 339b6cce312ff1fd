import DocumentStore
package import FirestoreModel
import FirestoreService
import Project
import QueryPlanner
import QueryShapes
package import StructuredText
import Synchronization

extension Emulation {
  /// The database that an id means, in the project of the emulator, or a whole name.
  package func databaseName(_ text: String) -> DatabaseName {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "projects", parts[2] == "databases" else {
      return DatabaseName(project: Text(settings.project.projectID), database: Text(text))
    }
    return DatabaseName(project: Text(String(parts[1])), database: Text(String(parts[3])))
  }

  /// What a page begins with: `{"run", "project", "mode", "folder", "databases": [{"name", "project", "database", "rules", "indexes",
  /// "isConfigured", "documents"}], "realtime": [names]}`. Databases of `firebase.json` first, then what clients named.
  package var overview: JSONValue {
    let project = settings.project.projectID
    let configured = configuredDatabases
    let served = databases
    var rows = configured.map { database in
      let store = served.first { $0.name.project.string == project && $0.name.database.string == database.id }
      return Self.row(project, database.id, database, documents: store?.store.current.documentCount ?? 0)
    }
    for database in served {
      let name = database.name
      let files = configured.first { $0.id == name.database.string }
      if files != nil, name.project.string == project { continue }
      rows.append(
        Self.row(name.project.string, name.database.string, files, documents: database.store.current.documentCount))
    }
    return .object([
      .init("run", .string(settings.run)), .init("project", .string(project)),
      .init("mode", .string(settings.mode.rawValue)),
      .init("folder", .string(DisplayPath.absolute(settings.project.root, from: ProjectFolder.workingDirectory))),
      .init("databases", .array(rows)),
      .init("realtime", .array(configuredRealtimeDatabases.map { .string($0.name) })),
    ])
  }

  private static func row(
    _ project: String, _ database: String, _ configured: ConfiguredDatabase?, documents: Int
  ) -> JSONValue {
    [
      "name": .string("projects/\(project)/databases/\(database)"), "project": .string(project),
      "database": .string(database), "rules": configured?.rules.map(JSONValue.string) ?? .null,
      "indexes": configured?.indexes.map(JSONValue.string) ?? .null,
      "isOpen": .boolean(configured?.isOpen ?? false),
      "documents": .integer(Int64(documents)),
    ]
  }

  /// Figures of a moment: `run`, `{"first", "last"}` of the requests that are kept, and the sums of the ledger with
  /// `since`, `missing` (indexes that are not declared by now), `status` and the files that are `broken`.
  package var pulse: JSONValue {
    let (first, last) = recording.history?.bounds ?? (1, 0)
    let (ledger, lacking) = recording.state.withLock { state in
      ((since: state.ledger.since, total: state.ledger.total), state.shapes.records.filter { !$0.missing.isEmpty })
    }
    let (files, changes) = state.withLock { ($0.files, $0.definitionChanges) }
    let broken = files.broken
    let missing = Set(
      lacking.flatMap { record in
        stillMissing(record.missing.map(\.index), for: record.shape.query, record.shape.aggregations, files)
          .map(\.definition)
      }
    ).count
    return .object(
      [
        .init("run", .string(settings.run)), .init("first", .integer(Int64(first))),
        .init("last", .integer(Int64(last))), .init("since", .string(ledger.since.rfc3339)),
        .init("missing", .integer(Int64(missing))),
        .init("definitions", .integer(Int64(changes))),
        .init("status", .string(broken.isEmpty ? "ok" : "degraded")),
        .init("broken", .array(broken.map(JSONValue.string))),
      ] + ledger.total.figures)
  }
}
