import DatastoreExport
import DocumentStore
import FirestoreModel
import FirestoreService
import Project

/// Writes the documents of one database in Google's format:
///
///     NAME.overall_export_metadata
///     all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata
///     all_namespaces/all_kinds/output-0
struct EntityExport {
  let database: DatabaseName
  let name: String
  let clock: any ServiceClock

  private static let partFolder = "all_namespaces/all_kinds"
  private static let partFile = "all_namespaces_all_kinds.export_metadata"
  private static let outputFile = "output-0"

  /// - Returns: the name of the overall metadata in the folder.
  @discardableResult
  func write(
    _ snapshot: Snapshot, into folder: String, open: Emulation.OpenSink
  ) throws(ExchangeFailure) -> String {
    let start = clock.now
    var overall = OverallMetadata(parts: [])
    try ExportFolder.make(folder)
    if snapshot.documentCount > 0 {
      let place = DisplayPath.join(folder, Self.partFolder)
      try ExportFolder.make(place)
      let byteCount = try writeDocuments(snapshot, to: try open(DisplayPath.join(place, Self.outputFile)))
      let part = PartMetadata(name: name, start: start, end: clock.now, files: [Self.outputFile])
      try Self.write(part.file, to: try open(DisplayPath.join(place, Self.partFile)))
      overall.parts = [
        .init(
          path: "\(Self.partFolder)/\(Self.partFile)", documentCount: snapshot.documentCount, byteCount: byteCount)
      ]
    }
    let fileName = name + OverallMetadata.suffix
    try Self.write(overall.file, to: try open(DisplayPath.join(folder, fileName)))
    return fileName
  }

  private func writeDocuments(_ snapshot: Snapshot, to file: any ExportSink) throws(ExchangeFailure) -> Int {
    let entities = EntityWriter(database: database)
    var records = RecordWriter()
    try snapshot.forEachByName { document throws(ExchangeFailure) in
      try file.write(records.bytes(of: entities.record(document)))
    }
    try file.finish()
    return records.byteCount
  }

  private static func write(_ bytes: [UInt8], to file: any ExportSink) throws(ExchangeFailure) {
    try file.write(bytes)
    try file.finish()
  }
}
