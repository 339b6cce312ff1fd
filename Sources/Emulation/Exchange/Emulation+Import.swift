import DatastoreExport
import Diagnostics
import DocumentStore
package import FirestoreModel
import FirestoreService
import Project
import RealtimeDatabase
import RealtimeService
import StructuredText
import Synchronization

extension Emulation {
  /// Stores the documents of an export in place of what is there under their names. Those of lines have the times they
  /// had; Google's format has none, so they have that of the import, and belong to the emulator's own project.
  ///
  /// Everything is read before anything is stored, so that a folder with a mistake in it changes nothing.
  ///
  /// - Parameter onlyShowing: nothing is stored.
  @discardableResult
  package func importDocuments(from folder: String, onlyShowing: Bool = false) async throws(ExchangeFailure)
    -> ImportReport
  {
    let own = Text(settings.project.projectID)
    let time = clock.now
    var content = ImportContent()
    let files = try ImportFolder(folder)
    for path in files.realtime {
      try await content.add { content throws(ExchangeFailure) in
        content.instances.append(try ImportedInstance.read(path))
      }
    }
    for path in files.lines {
      try await content.add { content throws(ExchangeFailure) in
        content.databases.append(try await ImportedDatabase.read(path, project: own, at: time))
      }
    }
    for path in files.entities {
      try await content.add { content throws(ExchangeFailure) in
        try await content.addEntities(of: path, to: DatabaseName(project: own), at: time)
      }
    }
    content.report.leftOut = files.leftOut
    content.report.replaced = replaced(by: content)
    return onlyShowing ? try content.whole : try await store(content, at: time)
  }

  /// Stores the documents of one database in Google's format.
  ///
  /// - Parameter metadata: a file of overall metadata, or the folder that it is in.
  @discardableResult
  package func importDatabase(
    _ name: DatabaseName, from metadata: String
  ) async throws(ExchangeFailure) -> ImportReport {
    let time = clock.now
    var content = ImportContent()
    let paths = InputFile.kind(metadata) == .folder ? try ImportFolder(metadata).entities : [metadata]
    for path in paths { try await content.addEntities(of: path, to: name, at: time) }
    return try await store(content, at: time)
  }

  // MARK: - Storing

  private func store(_ content: ImportContent, at time: Timestamp) async throws(ExchangeFailure) -> ImportReport {
    let report = try content.whole
    for database in content.databases { try await store(database, at: time) }
    for imported in content.instances { try await store(imported) }
    return report
  }

  /// Documents that are others than those under their names.
  private func replaced(by content: ImportContent) -> Int {
    content.databases.reduce(0) { count, imported in
      guard let store = state.withLock({ $0.databases[imported.name]?.database.store }) else { return count }
      let snapshot = store.current
      return count
        + imported.documents.count { document in
          snapshot.document(document.path).map { $0.fields != document.fields } ?? false
        }
    }
  }

  private func store(_ imported: ImportedDatabase, at time: Timestamp) async throws(ExchangeFailure) {
    do throws(FirestoreError) {
      let database = try database(imported.name)
      var version: Int?
      var start = 0
      while start < imported.documents.count {
        let end = min(start + Self.importedAtOnce, imported.documents.count)
        version = database.store.load(imported.documents[start..<end], at: time)?.version ?? version
        start = end
        await Task.yield()
      }
      database.changes.raise(.commits)
      if let version, let journal = journal(of: imported.name) { try await journal.waitUntilDurable(version) }
    } catch {
      throw .refused(error)
    }
  }

  private func store(_ imported: ImportedInstance) async throws(ExchangeFailure) {
    do throws(RealtimeRefusal) {
      let instance = try realtimeInstance(imported.name)
      instance.load(imported.data)
      try await instance.waitUntilDurable()
    } catch {
      throw .unsuitable(error.text)
    }
  }

  /// Documents of one commit: other requests come in between.
  private static let importedAtOnce = 1_000

  private func journal(of name: DatabaseName) -> (any CommitJournal)? { state.withLock { $0.databases[name]?.journal } }
}

/// What was read of an export.
private struct ImportContent {
  var databases: [ImportedDatabase] = []
  var instances: [ImportedInstance] = []
  var findings: [Diagnostic] = []
  var report = ImportReport()

  var whole: ImportReport {
    get throws(ExchangeFailure) {
      guard findings.isEmpty else { throw .unreadable(findings) }
      var report = report
      report.documents = databases.reduce(0) { $0 + $1.documents.count }
      report.instances = instances.count
      return report
    }
  }

  /// Collects what is wrong with one file, so that all files are looked at.
  mutating func add(
    _ read: (inout ImportContent) async throws(ExchangeFailure) -> Void
  ) async throws(ExchangeFailure) {
    do throws(ExchangeFailure) {
      try await read(&self)
    } catch {
      guard case .unreadable(let found) = error else { throw error }
      findings += found
    }
  }

  mutating func addEntities(
    of path: String, to name: DatabaseName, at time: Timestamp
  ) async throws(ExchangeFailure) {
    let imported = try await ImportedEntities.read(path, into: name, at: time)
    databases.append(ImportedDatabase(name: name, documents: imported.documents))
    report.origins += imported.projects.subtracting([name.project]).sorted()
  }
}
