package import Diagnostics
import FirestoreRulesLanguage
import IndexCatalog
import Project
import QueryShapes

/// What can be mended without deciding anything: definitions that are missing in the index file, and the layout of rules.
package struct SafeFixes {
  package private(set) var edits: [FileEdit] = []
  /// Files that something is missing in and that cannot be edited.
  package private(set) var refusals: [Diagnostic] = []

  package init(_ projects: [ProjectQueries]) {
    for queries in projects {
      let project = queries.scope.project
      for group in queries.groups { addIndexes(group, project) }
      for path in project.databases.compactMap(\.rules?.path).uniqued() { addLayout(of: path) }
    }
  }

  /// Where no index file was read, or not as what it is, there is nothing to be sure of.
  private mutating func addIndexes(_ group: QueryGroup, _ project: Project) {
    guard group.unsupported.isEmpty, !group.source.findings.contains(where: \.isInputFailure),
      group.source.path != nil
        || project.databases.contains(where: { $0.id == group.source.database && $0.indexes != nil })
    else { return }
    switch IndexFileEdit(group.suggestion(), group.source, project) {
    case .edited(let edit): add(edit)
    case .refused(let why): refusals.append(why)
    case .nothing: break
    }
  }

  private mutating func addLayout(of path: String) {
    guard let source = try? InputFile.read(path), let text = CloudRulesFormatter.format(CloudRulesParser.parse(source))
    else { return }
    add(FileEdit(path: path, before: String(decoding: source.bytes, as: UTF8.self), after: text))
  }

  private mutating func add(_ edit: FileEdit) {
    guard edit.before != edit.after, !edits.contains(where: { $0.path == edit.path }) else { return }
    edits.append(edit)
  }
}
