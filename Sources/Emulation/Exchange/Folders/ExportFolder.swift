import DatastoreExport
import Diagnostics
import FoundationEssentials
import Project

/// The folders of exports.
enum ExportFolder {
  /// The absolute path of a folder that may take an export.
  static func target(_ folder: String) throws(ExchangeFailure) -> String {
    let target = DisplayPath.absolute(folder, from: ProjectFolder.workingDirectory)
    guard !DisplayPath.name(of: target).isEmpty, target != "/" else {
      throw .unsuitable("an export cannot take the place of the folder `/`; choose an empty or new folder")
    }
    restore(target)
    return target
  }

  // MARK: - What may be replaced

  /// Only what was exported before may be replaced: nobody wants to lose a folder of other files to a mistyped name.
  ///
  /// - Parameter asEntities: the folder of Google's format alone.
  /// - Returns: what an export of the Firebase CLI says of itself.
  @discardableResult
  static func requireReplaceable(
    _ folder: String, asEntities: Bool = false
  ) throws(ExchangeFailure) -> ExportManifest? {
    switch InputFile.kind(folder) {
    case .missing: return nil
    case .file: throw .unsuitable("\(QuotedText.of(folder, limit: 200)) is a file, not a folder")
    case .folder: break
    }
    let manifest = asEntities ? nil : try manifest(of: folder)
    for path in try entries(of: folder) {
      let isKnown = try asEntities ? isPartOfEntities(path) : isExport(path, manifest)
      guard !isKnown else { continue }
      throw .unsuitable(
        "\(QuotedText.of(folder, limit: 200)) holds other things than an export, such as "
          + "\(QuotedText.of(DisplayPath.name(of: path))); choose an empty or new folder")
    }
    return manifest
  }

  private static func manifest(of folder: String) throws(ExchangeFailure) -> ExportManifest? {
    let path = DisplayPath.join(folder, ExportManifest.fileName)
    guard InputFile.kind(path) == .file else { return nil }
    do throws(ExchangeFailure) { return try ExportManifest(reading: path) } catch {
      throw .unsuitable("\(QuotedText.of(path, limit: 200)) cannot be read: \(error.message)")
    }
  }

  /// Of an earlier export; nil where there is none. In Google's format files of lines are of further databases.
  static func format(of folder: String, _ manifest: ExportManifest?) throws(ExchangeFailure) -> ExchangeFormat? {
    if manifest?.documents != nil { return .google }
    guard InputFile.kind(folder) == .folder else { return nil }
    let files = try entries(of: folder).filter { InputFile.kind($0) == .file }
    return files.contains { $0.hasSuffix(ExportFileName.suffix) } ? .lines : nil
  }

  private static func isExport(_ path: String, _ manifest: ExportManifest?) throws(ExchangeFailure) -> Bool {
    let name = DisplayPath.name(of: path)
    guard InputFile.kind(path) == .folder else {
      return path.hasSuffix(ExportFileName.suffix) || manifest != nil && name == ExportManifest.fileName
    }
    if let manifest {
      let named = [manifest.documents, manifest.documentFolder, manifest.realtime] + manifest.others.map(\.path)
      if named.contains(where: { $0?.split(separator: "/").first.map(String.init) == name }) { return true }
    }
    let isRealtime = name == ExportFileName.realtimeFolder
    let suffix = isRealtime ? ExportFileName.realtimeSuffix : ExportFileName.suffix
    let inside = try entries(of: path)
    return !inside.isEmpty && inside.allSatisfy { $0.hasSuffix(suffix) && InputFile.kind($0) == .file }
  }

  private static func isPartOfEntities(_ path: String) -> Bool {
    path.hasSuffix(OverallMetadata.suffix) || DisplayPath.name(of: path) == "all_namespaces"
  }

  // MARK: - Files

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

  /// What is there under the path in both folders is the same afterwards; what is not there is not missed.
  static func copy(_ path: String, from folder: String, to other: String) throws(ExchangeFailure) {
    let (source, target) = (DisplayPath.join(folder, path), DisplayPath.join(other, path))
    guard InputFile.kind(source) != .missing else { return }
    try make(DisplayPath.folder(of: target))
    do { try FileManager.default.copyItem(atPath: source, toPath: target) } catch {
      throw .file("cannot copy \(QuotedText.of(source, limit: 200))")
    }
  }

  private static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }

  private static func move(_ path: String, to other: String) throws(ExchangeFailure) {
    do { try FileManager.default.moveItem(atPath: path, toPath: other) } catch {
      throw .file("cannot rename \(QuotedText.of(path, limit: 200)) to \(QuotedText.of(other, limit: 200))")
    }
  }

  // MARK: - Replacing

  /// Until the last step the old folder is there, under its own or another name.
  static func replace(
    _ folder: String, writing write: (String) throws(ExchangeFailure) -> Void
  ) throws(ExchangeFailure) {
    let temporary = temporary(folder)
    remove(temporary)
    do throws(ExchangeFailure) {
      try make(temporary)
      try write(temporary)
      try exchange(folder, for: temporary)
    } catch {
      remove(temporary)
      throw error
    }
  }

  private static func exchange(_ folder: String, for new: String) throws(ExchangeFailure) {
    let old = old(folder)
    remove(old)
    let exists = InputFile.kind(folder) == .folder
    if exists { try move(folder, to: old) }
    do throws(ExchangeFailure) { try move(new, to: folder) } catch {
      if exists { try move(old, to: folder) }
      throw error
    }
    remove(old)
  }

  /// The earlier export, where a process ended between the two steps of putting a new one in its place.
  static func restore(_ folder: String) {
    let old = old(folder)
    guard InputFile.kind(folder) == .missing, InputFile.kind(old) == .folder else { return }
    try? FileManager.default.moveItem(atPath: old, toPath: folder)
  }

  private static func temporary(_ folder: String) -> String {
    DisplayPath.join(DisplayPath.folder(of: folder), ".\(DisplayPath.name(of: folder)).writing")
  }

  private static func old(_ folder: String) -> String { temporary(folder) + ".old" }
}

/// An export whose process ended while it put a new one in the place of an old one.
package enum InterruptedExport {
  /// Makes the old one be there again, if that is needed.
  package static func restore(_ folder: String) {
    ExportFolder.restore(DisplayPath.absolute(folder, from: ProjectFolder.workingDirectory))
  }
}
