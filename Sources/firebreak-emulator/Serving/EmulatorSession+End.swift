import ArgumentParser
import Diagnostics
import Emulation
import FirestoreModel
import Project
import QueryShapes
import SQLiteJournal
import StructuredText
import Terminal

// Documents that come from and go to folders, and what a run leaves behind.

extension EmulatorSession {
  func importDocuments() async throws {
    guard let folder = settings.importFolder else { return }
    do throws(ExchangeFailure) {
      let before = emulation.documentCount
      let report = try await emulation.importDocuments(from: folder)
      console.report(FindingList(report.leftOut))
      let origins = report.origins.isEmpty ? "" : " of \(report.origins.map(\.string).joined(separator: ", "))"
      let merged =
        before == 0 ? "" : " into \(Counted.text(before, "document")) that \(before == 1 ? "was" : "were") there"
      console.note("imported \(Counted.text(report.documents, "document"))\(origins) from \(folder)\(merged)")
    } catch {
      throw failure(error, during: "the import from `\(folder)`")
    }
  }

  /// When clients are served no more: the record of what was asked, the export, and the data folder.
  func close() throws {
    saveRecording()
    try exportDocuments()
    do throws(FirestoreError) { try journals?.close() } catch { throw EnvironmentFailure(error) }
  }

  private func exportDocuments() throws {
    guard let folder = settings.exportFolder else { return }
    do throws(ExchangeFailure) {
      try emulation.exportDocuments(to: folder, as: settings.exportFormat)
      console.note("exported to \(folder)")
    } catch {
      throw failure(error, during: "the export to `\(folder)`")
    }
  }

  private func failure(_ failure: ExchangeFailure, during work: String) -> any Error {
    switch failure {
    case .unreadable(let findings):
      console.report(FindingList(findings))
      return ExitCode(Outcome.usage.exitCode)
    case .unsuitable, .file, .refused: return EnvironmentFailure(message: "\(work) failed: \(failure.message)")
    }
  }

  /// For `--from-recording`, and for the inventory where a project keeps one. A run that asked nothing leaves what an
  /// earlier one has recorded; a folder that cannot be written to spoils no run.
  private func saveRecording() {
    guard emulation.recording.shapeCount > 0 else { return }
    let text = JSONWriter.text(emulation.recording.document) + "\n"
    let path = DisplayPath.join(project.root, QueryRecording.path)
    do throws(EnvironmentFailure) {
      try console.makeFolder(DisplayPath.folder(of: path))
      try console.write(text, toFile: path)
      try addToInventory(QueryRecording.read(SourceText(path: path, bytes: Array(text.utf8))).recording)
    } catch {
      console.standardError.writeLine("warning: \(error.message)")
    }
  }

  private func addToInventory(_ recording: QueryRecording) throws(EnvironmentFailure) {
    guard InputFile.kind(DisplayPath.join(project.root, QueryInventory.folder)) == .folder else { return }
    let inventory = QueryInventory.read(root: project.root)
    guard !inventory.findings.contains(where: { $0.severity == .error }) else {
      console.note(
        "inventory: \(inventory.folder) cannot be read, so nothing is added; `firebreak queries verify` says why")
      return
    }
    let new = inventory.difference(from: recording.entries.merged).unrecorded
    guard !new.isEmpty else { return }
    for (path, entry) in inventory.places(for: new) { try console.write(QueryInventory.text(of: entry), toFile: path) }
    console.note("inventory: \(Counted.text(new.count, "new shape")) recorded in \(inventory.folder) (commit them)")
  }
}
