import Diagnostics
package import FirestoreModel
package import IndexCatalog
import Project
import QueryPlanner
package import StructuredText
import Synchronization

// What the administration of databases asks of the index file: single definitions to and from it.

extension Emulation {
  /// One change of an index file.
  package enum DefinitionChange: Hashable, Sendable {
    case add(IndexDefinition)
    case remove(IndexDefinition)
    /// In place of one for the same field.
    case set(FieldOverride)
    /// The settings of its field are those of the database again.
    case reset(FieldOverride)
  }

  /// The definitions that a database uses.
  package func indexCatalog(of database: Text) -> IndexCatalog { state.withLock { $0.files }.catalog(of: database) }

  /// Reads an object of `indexes`.
  ///
  /// - Throws: INVALID_ARGUMENT for what a deploy would refuse.
  package func index(_ json: JSONValue, of database: Text) throws(FirestoreError) -> IndexDefinition {
    guard case .composite(let index) = try definition("indexes", json, database) else { throw Self.noDefinition }
    return index
  }

  /// Reads an object of `fieldOverrides`.
  ///
  /// - Throws: INVALID_ARGUMENT for what a deploy would refuse.
  package func fieldOverride(_ json: JSONValue, of database: Text) throws(FirestoreError) -> FieldOverride {
    guard case .fieldOverride(let override) = try definition("fieldOverrides", json, database) else {
      throw Self.noDefinition
    }
    return override
  }

  private static let noDefinition = FirestoreError(.invalidArgument, "The definition says nothing.")

  private func definition(
    _ member: String, _ json: JSONValue, _ database: Text
  ) throws(FirestoreError) -> IndexRepair {
    let edition = state.withLock { $0.files }.source(of: database).edition
    do throws(FileWriting.Failure) {
      return try Self.repair(member, json, of: database, edition)
    } catch {
      throw FirestoreError(.invalidArgument, error.message)
    }
  }

  /// Writes a change into the index file of a database, every other byte as it was, and uses it. Where `firebase.json` names
  /// no file, the definitions last as long as the emulation.
  ///
  /// - Throws: FAILED_PRECONDITION where the file cannot be changed.
  package func change(_ change: DefinitionChange, of database: Text) throws(FirestoreError) {
    do throws(FileWriting.Failure) {
      try changingDefinitions.withLock { (_: inout ()) throws(FileWriting.Failure) in try write(change, database) }
    } catch {
      throw FirestoreError(.failedPrecondition, error.message)
    }
  }

  private func write(_ change: DefinitionChange, _ database: Text) throws(FileWriting.Failure) {
    let files = state.withLock { $0.files }
    guard let file = files.indexes(of: database) else {
      return keep(files.source(of: database).changed(by: change), of: database)
    }
    // As it is now: somebody may have edited it since it was read.
    let source = IndexSource.read(
      file.path, database: database.string, edition: files.source(of: database).edition)
    if let problem = source.findings.first(where: { $0.severity == .error }) {
      throw .refused("The index file is not used as it is: \(Self.text(problem))")
    }
    try FileWriting.replace(file.path, with: source.text(after: change))
    reloadFiles()
  }
}

extension IndexSource {
  /// With a change that no file on disk gets.
  fileprivate func changed(by change: Emulation.DefinitionChange) -> IndexSource {
    var changed = self
    let text = SourceText(path: name, bytes: text(after: change))
    changed.file = IndexFile(reading: text, database: Text(database), edition: edition)
    return changed
  }

  fileprivate func text(after change: Emulation.DefinitionChange) -> [UInt8] {
    switch change {
    case .add(let index): text(with: .composite(index))
    case .remove(let index): text { file in file.composites.first { $0.value == index }?.location }
    case .set(let override):
      replaced(by: override) ?? text(with: .fieldOverride(override))
    case .reset(let override):
      text { file in file.overrides.first { $0.value.hasTarget(of: override) }?.location }
    }
  }

  /// Nil: there is none for the same field. Of several the last one counts.
  private func replaced(by override: FieldOverride) -> [UInt8]? {
    guard let file = completedFile ?? file,
      let place = file.overrides.last(where: { $0.value.hasTarget(of: override) })?.location
    else { return nil }
    return file.editor?.replacing(at: place.span, with: override)
  }

  /// Without whatever is found, again and again: a file may say something twice.
  private func text(without found: (IndexFile) -> SourceLocation?) -> [UInt8] {
    var file = completedFile ?? file
    while let current = file, let place = found(current), let text = current.editor?.removing(at: place.span) {
      let source = SourceText(path: current.source.path, bytes: text)
      file = IndexFile(reading: source, database: Text(database), edition: edition)
    }
    return file?.source.bytes ?? []
  }
}
