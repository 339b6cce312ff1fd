import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreService
import FoundationEssentials
import Project
import RealtimeDatabase
import RealtimeService
import StructuredText
import Synchronization

// An export is a folder with one file for each database; those of other projects than the emulator's own are in a
// folder of their project. It is written beside and then renamed, so that an earlier one is there until the new one is.

extension Emulation {
  /// Writes every document of every database, as it is now, to a folder. An earlier export there is replaced.
  package func exportDocuments(to folder: String) throws(ExchangeFailure) {
    try exporting.withLock { (_: inout ()) throws(ExchangeFailure) in
      try exportDocuments(to: folder) { path throws(ExchangeFailure) in try OutputFile(path: path) }
    }
  }

  /// - Parameter open: makes a new file.
  func exportDocuments(
    to folder: String, open: (String) throws(ExchangeFailure) -> any ExportSink
  ) throws(ExchangeFailure) {
    let target = DisplayPath.absolute(folder, from: ProjectFolder.workingDirectory)
    guard !DisplayPath.name(of: target).isEmpty, target != "/" else {
      throw .unsuitable("an export cannot take the place of the folder `/`; choose an empty or new folder")
    }
    try ExportFolder.requireReplaceable(target)
    let temporary = DisplayPath.join(DisplayPath.folder(of: target), ".\(DisplayPath.name(of: target)).writing")
    ExportFolder.remove(temporary)
    do throws(ExchangeFailure) {
      try ExportFolder.make(temporary)
      for database in databases where isExported(database) { try write(database, into: temporary, open: open) }
      try writeRealtimeInstances(into: temporary, open: open)
      try ExportFolder.replace(target, with: temporary)
    } catch {
      ExportFolder.remove(temporary)
      throw error
    }
  }

  /// Databases that were only looked at leave nothing behind.
  private func isExported(_ database: FirestoreDatabase) -> Bool {
    database.store.current.documentCount > 0
  }

  /// `database_export/<instance>.json`, with priorities: what the Firebase CLI exports and imports.
  private func writeRealtimeInstances(
    into folder: String, open: (String) throws(ExchangeFailure) -> any ExportSink
  ) throws(ExchangeFailure) {
    let instances = realtimeInstances.map { (name: $0.name, data: $0.data) }.filter(\.data.exists)
    guard !instances.isEmpty else { return }
    let place = DisplayPath.join(folder, ExportFileName.realtimeFolder)
    try ExportFolder.make(place)
    for instance in instances {
      let name = ExportFileName.encoded(instance.name) + ExportFileName.realtimeSuffix
      let file = try open(DisplayPath.join(place, name))
      try file.write(instance.data.exportBytes)
      try file.finish()
    }
  }

  private func write(
    _ database: FirestoreDatabase, into folder: String, open: (String) throws(ExchangeFailure) -> any ExportSink
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
}

/// The folders of exports.
enum ExportFolder {
  /// Only what was exported before may be replaced: nobody wants to lose a folder of other files to a mistyped name.
  static func requireReplaceable(_ folder: String) throws(ExchangeFailure) {
    switch InputFile.kind(folder) {
    case .missing: return
    case .file: throw .unsuitable("\(QuotedText.of(folder, limit: 200)) is a file, not a folder")
    case .folder: break
    }
    for path in try entries(of: folder) {
      if InputFile.kind(path) == .folder {
        let inside = try entries(of: path)
        let isRealtime = DisplayPath.name(of: path) == ExportFileName.realtimeFolder
        if !inside.isEmpty, inside.allSatisfy({ isRealtime ? isRealtimeExport($0) : isExport($0) }) { continue }
      } else if isExport(path) {
        continue
      }
      throw .unsuitable(
        "\(QuotedText.of(folder, limit: 200)) holds other things than an export, such as "
          + "\(QuotedText.of(DisplayPath.name(of: path))); choose an empty or new folder")
    }
  }

  private static func isExport(_ path: String) -> Bool {
    path.hasSuffix(ExportFileName.suffix) && InputFile.kind(path) == .file
  }

  private static func isRealtimeExport(_ path: String) -> Bool {
    path.hasSuffix(ExportFileName.realtimeSuffix) && InputFile.kind(path) == .file
  }

  /// In order.
  static func entries(of folder: String) throws(ExchangeFailure) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw .file("cannot read the folder \(QuotedText.of(folder, limit: 200))")
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { DisplayPath.join(folder, $0) }
  }

  static func make(_ folder: String) throws(ExchangeFailure) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .file("cannot create the folder \(QuotedText.of(folder, limit: 200))")
    }
  }

  static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }

  /// Until the last step the old folder is there, under its own or another name.
  static func replace(_ folder: String, with new: String) throws(ExchangeFailure) {
    let old = new + ".old"
    remove(old)
    let exists = InputFile.kind(folder) == .folder
    if exists { try move(folder, to: old) }
    do throws(ExchangeFailure) { try move(new, to: folder) } catch {
      if exists { try move(old, to: folder) }
      throw error
    }
    remove(old)
  }

  private static func move(_ path: String, to other: String) throws(ExchangeFailure) {
    do { try FileManager.default.moveItem(atPath: path, toPath: other) } catch {
      throw .file("cannot rename \(QuotedText.of(path, limit: 200)) to \(QuotedText.of(other, limit: 200))")
    }
  }
}
