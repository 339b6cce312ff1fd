import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreService
import Project
import RealtimeDatabase
import RealtimeService
import StructuredText
import Synchronization

extension Emulation {
  /// Stores the documents of an export with the times they had, in place of what is there under their names.
  ///
  /// Everything is read before anything is stored, so that a folder with a mistake in it changes nothing.
  ///
  /// - Returns: how many documents there were.
  @discardableResult
  package func importDocuments(from folder: String) async throws(ExchangeFailure) -> Int {
    let own = Text(settings.project.projectID)
    let time = clock.now
    var databases: [ImportedDatabase] = []
    var findings: [Diagnostic] = []
    var instances: [ImportedInstance] = []
    let files = try ImportFolder.files(of: folder)
    for path in files.realtime {
      do throws(ExchangeFailure) {
        instances.append(try ImportedInstance.read(path))
      } catch {
        guard case .unreadable(let found) = error else { throw error }
        findings += found
      }
    }
    for path in files.documents {
      do throws(ExchangeFailure) {
        databases.append(try await ImportedDatabase.read(path, project: own, at: time))
      } catch {
        guard case .unreadable(let found) = error else { throw error }
        findings += found
      }
    }
    guard findings.isEmpty else { throw .unreadable(findings) }
    for database in databases { try await store(database, at: time) }
    for imported in instances { try await store(imported) }
    return databases.reduce(0) { $0 + $1.documents.count }
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

enum ImportFolder {
  struct Files {
    var documents: [String] = []
    /// Of instances of the Realtime Database.
    var realtime: [String] = []
  }

  /// The files of an export, in order.
  static func files(of folder: String) throws(ExchangeFailure) -> Files {
    switch InputFile.kind(folder) {
    case .missing: throw .unreadable([InputFileError(path: folder, reason: .missing).diagnostic])
    case .file:
      throw .unreadable([
        Diagnostic(
          .malformedInput, "\(QuotedText.of(folder, limit: 200)) is a file; an export is a folder",
          at: SourceText(path: folder, bytes: []).start)
      ])
    case .folder: break
    }
    let entries = try ExportFolder.entries(of: folder)
    // Of the Realtime Database the Firebase CLI exports plain JSON.
    let hasDocuments = entries.contains {
      DisplayPath.name(of: $0).contains("firestore_export") || $0.hasSuffix(".overall_export_metadata")
    }
    let hasRealtime = entries.contains { DisplayPath.name(of: $0) == ExportFileName.realtimeFolder }
    if hasDocuments || !hasRealtime, let foreign = entries.first(where: isGoogleExport) {
      throw .unreadable([unsupported(foreign)])
    }
    var files = Files()
    for entry in entries {
      if entry.hasSuffix(ExportFileName.suffix) {
        files.documents.append(entry)
      } else if InputFile.kind(entry) == .folder, DisplayPath.name(of: entry) == ExportFileName.realtimeFolder {
        files.realtime = try ExportFolder.entries(of: entry).filter { $0.hasSuffix(ExportFileName.realtimeSuffix) }
      } else if InputFile.kind(entry) == .folder, !DisplayPath.name(of: entry).hasPrefix(".") {
        files.documents += try ExportFolder.entries(of: entry).filter { $0.hasSuffix(ExportFileName.suffix) }
      }
    }
    guard !files.documents.isEmpty || !files.realtime.isEmpty else {
      throw .unreadable([
        Diagnostic(
          .malformedInput,
          "\(QuotedText.of(folder, limit: 200)) holds no export: there is no file `<database>.jsonl` "
            + "and no folder `database_export`",
          at: SourceText(path: folder, bytes: []).start)
      ])
    }
    return files
  }

  /// Of the Firebase CLI, or of `gcloud firestore export`.
  private static func isGoogleExport(_ path: String) -> Bool {
    if DisplayPath.name(of: path) == "firebase-export-metadata.json" { return true }
    return path.hasSuffix(".overall_export_metadata")
  }

  private static func unsupported(_ path: String) -> Diagnostic {
    Diagnostic(
      .unsupportedFeature, "exports in Google's own format (LevelDB) cannot be imported yet",
      at: SourceText(path: path, bytes: []).start,
      help: "load the data with a client, and use `--export-on-exit` for the next time")
  }
}

/// One instance of the Realtime Database, from a file as the Firebase CLI writes it.
struct ImportedInstance {
  var name: Text
  var data: RealtimeNode

  static func read(_ path: String) throws(ExchangeFailure) -> ImportedInstance {
    let fileName = DisplayPath.name(of: path).dropLast(ExportFileName.realtimeSuffix.count)
    let source: SourceText
    do throws(InputFileError) { source = try InputFile.read(path) } catch { throw .unreadable([error.diagnostic]) }
    guard let name = ExportFileName.decoded(fileName) else {
      throw .unreadable([Diagnostic(.malformedInput, "the file is named after no instance", at: source.start)])
    }
    let result = JSONReader.read(source, JSONReader.Options(limits: ReadLimits(bytes: 512 << 20)))
    guard let node = result.node else { throw .unreadable(result.diagnostics) }
    do throws(RealtimeWriteError) { return ImportedInstance(name: name, data: try RealtimeNode(node: node)) } catch {
      let place = QuotedText.of("/" + error.property.joined(separator: "/"), limit: 200)
      throw .unreadable([
        Diagnostic(.malformedInput, "the file holds at \(place) what the Realtime Database cannot", at: source.start)
      ])
    }
  }
}
