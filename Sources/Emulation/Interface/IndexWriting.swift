import Diagnostics
package import FirestoreModel
import IndexCatalog
import Project
import QueryPlanner
import QueryShapes
package import StructuredText
import Synchronization

// How the page writes indexes into the file of a database: all that are missing, or one.

extension Emulation {
  /// Which definitions are written.
  package enum IndexChoice {
    /// The fewest that serve everything that was asked.
    case everythingMissing
    /// One object of `indexes` or of `fieldOverrides`.
    case single(member: String, Node)
  }

  /// `{"file", "etag", "written": definitions, "before", "after"}`: the text of the file as it was and as it is with them;
  /// `etag` is that of the file as it is in the end. Nil where `firebase.json` names no file.
  ///
  /// - Parameters:
  ///   - database: its id.
  ///   - onlyShowing: nothing is written.
  ///   - expected: the version that the change was made for.
  package func writeIndexes(
    _ choice: IndexChoice, of database: Text, onlyShowing: Bool, expecting expected: FileWriting.Expectation = .any
  ) throws(FileWriting.Failure) -> JSONValue? {
    try changingDefinitions.withLock { (_: inout ()) throws(FileWriting.Failure) in
      // The suggestion is made of what is followed: it is to be the file as it is now.
      reloadFiles()
      let files = state.withLock { $0.files }
      guard let file = files.indexes(of: database) else { return nil }
      let current = FileWriting.bytes(of: file.path)
      try expected.check(current, of: file.path)
      if let problem = file.breakage, !file.isMissing {
        throw .refused("The index file is not used as it is: \(Self.text(problem))")
      }
      let source = files.source(of: database)
      let before = source.file?.source.bytes ?? []
      guard before == current ?? [] else { throw .refused("The index file is being changed; ask again.") }
      let (count, text) = try change(choice, source, database)
      let writes = count > 0 && !onlyShowing
      if writes {
        try FileWriting.replace(file.path, with: text)
        reloadFiles()
      }
      return [
        "file": .string(source.name), "etag": .string(FileWriting.tag(of: writes ? text : current)),
        "written": .integer(Int64(onlyShowing ? 0 : count)),
        "before": .string(String(decoding: before, as: UTF8.self)),
        "after": .string(String(decoding: text, as: UTF8.self)),
      ]
    }
  }

  /// How many definitions are added, and the text of the file with them.
  private func change(
    _ choice: IndexChoice, _ source: IndexSource, _ database: Text
  ) throws(FileWriting.Failure) -> (Int, [UInt8]) {
    switch choice {
    case .everythingMissing:
      let suggestion = suggestedIndexes(for: database)
      return (suggestion.additions.count, suggestion.editedText)
    case .single(let member, let definition):
      let repair = try Self.repair(member, JSONValue(definition), of: database, source.edition)
      return source.catalog.has(repair) ? (0, source.file?.source.bytes ?? []) : (1, source.text(with: repair))
    }
  }

  /// Read as a file is that has nothing else.
  static func repair(
    _ member: String, _ definition: JSONValue, of database: Text, _ edition: Edition
  ) throws(FileWriting.Failure) -> IndexRepair {
    let known = ["indexes", "fieldOverrides"]
    guard known.contains(member) else {
      throw .refused("`member` has to be `indexes` or `fieldOverrides`")
    }
    let members = known.map { JSONValue.Member($0, .array($0 == member ? [definition] : [])) }
    let text = SourceText(path: "body", text: JSONWriter.text(.object(members)))
    let file = IndexFile(reading: text, database: database, edition: edition)
    if let problem = file.diagnostics.first(where: { $0.severity == .error }) {
      throw .refused(problem.message)
    }
    if let index = file.composites.first?.value { return .composite(index) }
    if let override = file.overrides.first?.value { return .fieldOverride(override) }
    throw .refused("`definition` is no index")
  }
}

extension IndexCatalog {
  fileprivate func has(_ repair: IndexRepair) -> Bool {
    switch repair {
    case .composite(let index): composites.contains(index)
    case .fieldOverride(let override): overrides.contains(override)
    }
  }
}

extension IndexSource {
  /// The file with one more definition, every other byte as it was.
  func text(with repair: IndexRepair) -> [UInt8] {
    let (composites, overrides): ([IndexDefinition], [FieldOverride]) =
      switch repair {
      case .composite(let index): ([index], [])
      case .fieldOverride(let override): ([], [override])
      }
    guard let file = completedFile ?? file, let editor = file.editor else {
      return Array(IndexCatalog(composites: composites, overrides: overrides).fileText.utf8)
    }
    return editor.adding(composites: composites, overrides: overrides)
  }
}
