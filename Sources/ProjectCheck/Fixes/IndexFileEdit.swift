package import Diagnostics
import IndexCatalog
package import Project
package import QueryShapes

/// What a suggestion makes of the index file of its database.
package enum IndexFileEdit {
  case edited(FileEdit)
  /// Nothing is missing in the file of this path.
  case nothing(String)
  /// Something is missing, and there is no file that it could be added to.
  case refused(Diagnostic)

  package init(_ suggestion: IndexSuggestion, _ source: IndexSource, _ project: Project) {
    let named = project.databases.first { $0.id == source.database }?.indexes?.path
    let path = source.path ?? named ?? DisplayPath.join(project.root, "firestore.indexes.json")
    guard !suggestion.additions.isEmpty || suggestion.isCompleted else {
      self = .nothing(path)
      return
    }
    if let unnamed = source.unnamedAt {
      self = .refused(Self.noFile(of: source, project, at: unnamed))
    } else if source.file == nil, InputFile.kind(path) != .missing {
      // A file that was not read is another one's.
      self = .refused(Self.foreign(path, source))
    } else {
      let before = (try? InputFile.read(path)).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
      self = .edited(
        FileEdit(path: path, before: before, after: String(decoding: suggestion.editedText, as: UTF8.self)))
    }
  }

  private static func noFile(of source: IndexSource, _ project: Project, at place: SourceLocation) -> Diagnostic {
    let usual = DisplayPath.join(project.root, "firestore.indexes.json")
    let isTaken = project.databases.contains { $0.indexes?.path == usual }
    return Diagnostic(
      .indexFileMissing,
      "the database \(QuotedText.of(source.database)) names no index file, so there is none to write to", at: place,
      severity: .error,
      help:
        "add `\"indexes\": \"FILE\"` to its entry, for example `\(IndexSource.usualName(of: source.database, isTaken: isTaken))`; a file that is missing is created"
    )
  }

  private static func foreign(_ path: String, _ source: IndexSource) -> Diagnostic {
    Diagnostic(
      .indexFileMissing,
      "\(QuotedText.of(path, limit: 200)) is there, but is not the index file of the database \(QuotedText.of(source.database)): it is not replaced",
      at: SourceText(path: path, bytes: []).start, severity: .error,
      help: "name the file of the database in `firebase.json`")
  }
}
