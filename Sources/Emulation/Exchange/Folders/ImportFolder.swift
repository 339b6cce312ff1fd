import DatastoreExport
import Diagnostics
import Project

/// What a folder holds to be imported.
struct ImportFolder {
  /// Files of lines.
  var lines: [String] = []
  /// Overall metadata of exports in Google's format.
  var entities: [String] = []
  /// Of instances of the Realtime Database.
  var realtime: [String] = []
  var leftOut: [Diagnostic] = []

  /// The files of an export, in order.
  init(_ folder: String) throws(ExchangeFailure) {
    ExportFolder.restore(folder)
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
    let manifestPath = DisplayPath.join(folder, ExportManifest.fileName)
    let hasManifest = InputFile.kind(manifestPath) == .file
    if hasManifest { try add(ExportManifest(reading: manifestPath), of: folder) }
    try addEntries(of: folder, isNamed: hasManifest)
    guard hasManifest || !lines.isEmpty || !entities.isEmpty || !realtime.isEmpty else {
      throw .unreadable([
        Diagnostic(
          .malformedInput,
          "\(QuotedText.of(folder, limit: 200)) holds no export: there is no `\(ExportManifest.fileName)`, no file "
            + "`<database>.jsonl` and no folder `database_export`",
          at: SourceText(path: folder, bytes: []).start)
      ])
    }
  }

  private mutating func add(_ manifest: ExportManifest, of folder: String) throws(ExchangeFailure) {
    if let path = manifest.documents { entities = [DisplayPath.join(folder, path)] }
    if let path = manifest.realtime {
      let whole = DisplayPath.join(folder, path)
      switch InputFile.kind(whole) {
      case .folder: realtime = try Self.realtimeFiles(whole)
      case .file: realtime = [whole]
      // Version control leaves empty folders out.
      case .missing: break
      }
    }
    leftOut += manifest.others.map { other in
      Diagnostic(
        .unsupportedFeature,
        "`\(other.name)` of the export is not imported: only Firestore and the Realtime Database are",
        at: other.location, severity: .info)
    }
  }

  /// - Parameter isNamed: a manifest says where the files of Google's format are.
  private mutating func addEntries(of folder: String, isNamed: Bool) throws(ExchangeFailure) {
    for entry in try ExportFolder.entries(of: folder) {
      let name = DisplayPath.name(of: entry)
      switch InputFile.kind(entry) {
      case .missing: continue
      case .file:
        if entry.hasSuffix(ExportFileName.suffix) { lines.append(entry) }
        // What `gcloud firestore export` has written, as it is.
        if !isNamed, entry.hasSuffix(OverallMetadata.suffix) { entities.append(entry) }
      case .folder where name == ExportFileName.realtimeFolder:
        if !isNamed { realtime = try Self.realtimeFiles(entry) }
      case .folder where !name.hasPrefix("."):
        let inside = try ExportFolder.entries(of: entry)
        lines += inside.filter { $0.hasSuffix(ExportFileName.suffix) }
        if !isNamed, name == ExportFileName.entityFolder {
          entities += inside.filter { $0.hasSuffix(OverallMetadata.suffix) }
        }
      case .folder: continue
      }
    }
  }

  private static func realtimeFiles(_ folder: String) throws(ExchangeFailure) -> [String] {
    try ExportFolder.entries(of: folder).filter { $0.hasSuffix(ExportFileName.realtimeSuffix) }
  }
}
