import Diagnostics
import DocumentStore
package import FirestoreModel
import FirestoreService
import FoundationEssentials
import Project
import RealtimeDatabase
import RealtimeService
import StructuredText
import Synchronization

// An export is a folder. It is written beside and then renamed, so that an earlier one is there until the new one is.
//
// Google's format has one database, that of the emulator's own project; further databases are files of lines beside it,
// one for each, those of other projects in a folder of their project. In the format of lines all are such files.

extension Emulation {
  typealias OpenSink = (String) throws(ExchangeFailure) -> any ExportSink

  /// Writes every document of every database, as it is now, to a folder. An earlier export there is replaced; what it holds
  /// of products that are not emulated stays.
  ///
  /// - Parameter format: nil: that of the earlier export, and Google's where there is none.
  package func exportDocuments(to folder: String, as format: ExchangeFormat? = nil) throws(ExchangeFailure) {
    try exporting.withLock { (_: inout ()) throws(ExchangeFailure) in
      try exportDocuments(to: folder, as: format) { path throws(ExchangeFailure) in try OutputFile(path: path) }
    }
  }

  /// Writes the documents of one database in Google's format, without anything beside them.
  package func exportDatabase(_ name: DatabaseName, to folder: String) throws(ExchangeFailure) {
    let database: FirestoreDatabase
    do throws(FirestoreError) { database = try self.database(name) } catch { throw .refused(error) }
    try exporting.withLock { (_: inout ()) throws(ExchangeFailure) in
      let target = try ExportFolder.target(folder)
      try ExportFolder.requireReplaceable(target, asEntities: true)
      try ExportFolder.replace(target) { temporary throws(ExchangeFailure) in
        try EntityExport(database: name, name: DisplayPath.name(of: target), clock: clock).write(
          database.store.current, into: temporary
        ) { path throws(ExchangeFailure) in try OutputFile(path: path) }
      }
    }
  }

  /// - Parameter open: makes a new file.
  func exportDocuments(to folder: String, as wanted: ExchangeFormat?, open: OpenSink) throws(ExchangeFailure) {
    let target = try ExportFolder.target(folder)
    let earlier = try ExportFolder.requireReplaceable(target)
    let format: ExchangeFormat
    if let wanted { format = wanted } else { format = try ExportFolder.format(of: target, earlier) ?? .google }
    try ExportFolder.replace(target) { temporary throws(ExchangeFailure) in
      var manifest = ExportManifest(others: earlier?.others ?? [])
      for path in manifest.others.compactMap(\.path) {
        try ExportFolder.copy(path, from: target, to: temporary)
      }
      if format == .google { manifest.documents = try writeEntities(into: temporary, open: open) }
      for database in databases where isWrittenAsLines(database, format) {
        try writeLines(database, into: temporary, open: open)
      }
      if try writeRealtimeInstances(into: temporary, open: open) { manifest.realtime = ExportFileName.realtimeFolder }
      // The lines speak for themselves; without the manifest nobody would find the rest.
      if format == .google || !manifest.others.isEmpty {
        let file = try open(DisplayPath.join(temporary, ExportManifest.fileName))
        try file.write(manifest.file(version: settings.version))
        try file.finish()
      }
    }
  }

  /// The database that Google's format has room for.
  private var ownDatabase: DatabaseName { DatabaseName(project: Text(settings.project.projectID)) }

  /// Databases that were only looked at leave nothing behind.
  private func isWrittenAsLines(_ database: FirestoreDatabase, _ format: ExchangeFormat) -> Bool {
    database.store.current.documentCount > 0 && (format == .lines || database.name != ownDatabase)
  }

  // MARK: - Documents

  /// - Returns: the path of the metadata.
  private func writeEntities(into folder: String, open: OpenSink) throws(ExchangeFailure) -> String {
    let name = ExportFileName.entityFolder
    let database: FirestoreDatabase
    do throws(FirestoreError) { database = try self.database(ownDatabase) } catch { throw .refused(error) }
    let metadata = try EntityExport(database: ownDatabase, name: name, clock: clock).write(
      database.store.current, into: DisplayPath.join(folder, name), open: open)
    return "\(name)/\(metadata)"
  }

  private func writeLines(
    _ database: FirestoreDatabase, into folder: String, open: OpenSink
  ) throws(ExchangeFailure) {
    let snapshot = database.store.current
    let isOwn = database.name.project == Text(settings.project.projectID)
    var place = folder
    if !isOwn {
      place = DisplayPath.join(folder, ExportFileName.encoded(database.name.project))
      try ExportFolder.make(place)
    }
    let path = DisplayPath.join(place, ExportFileName.encoded(database.name.database) + ExportFileName.suffix)
    let file = try open(path)
    try file.write(
      ExportLines.header(database.name, isOwnProject: isOwn, at: clock.now, documents: snapshot.documentCount))
    try snapshot.forEachByName { document throws(ExchangeFailure) in try file.write(ExportLines.document(document)) }
    try file.finish()
  }

  // MARK: - Realtime Database

  /// `database_export/<instance>.json`, with priorities: what the Firebase CLI exports and imports.
  ///
  /// - Returns: whether there is anything.
  private func writeRealtimeInstances(into folder: String, open: OpenSink) throws(ExchangeFailure) -> Bool {
    let instances = realtimeInstances.map { (name: $0.name, data: $0.data) }.filter(\.data.exists)
    guard !instances.isEmpty else { return false }
    let place = DisplayPath.join(folder, ExportFileName.realtimeFolder)
    try ExportFolder.make(place)
    for instance in instances {
      let name = ExportFileName.encoded(instance.name) + ExportFileName.realtimeSuffix
      let file = try open(DisplayPath.join(place, name))
      try file.write(instance.data.exportBytes)
      try file.finish()
    }
    return true
  }
}
