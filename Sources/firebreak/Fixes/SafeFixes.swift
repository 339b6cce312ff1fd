import Diagnostics
import FirestoreRulesLanguage
import IndexCatalog
import Project
import ProjectCheck
import QueryShapes
import Terminal

/// What can be mended without deciding anything: definitions that are missing in the index file, and the layout of rules.
struct SafeFixes {
  private(set) var edits: [FileEdit] = []
  /// Files that something is missing in and that cannot be edited.
  private(set) var refusals: [Diagnostic] = []

  init(_ loaded: LoadedProjects) {
    for project in loaded.projects {
      for group in project.queries.groups { addIndexes(group, project.project) }
      for path in project.project.databases.compactMap(\.rules?.path).uniqued() { addLayout(of: path) }
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

  /// Shows every difference, and writes the files unless it is only to be shown.
  func apply(isDryRun: Bool, _ console: Console) throws {
    console.status?.end()
    for edit in edits { console.standardOutput.write(edit.diff) }
    for refusal in refusals { console.note("\(refusal.message)\(refusal.help.map { "; \($0)" } ?? "")") }
    if !isDryRun { for edit in edits { try console.write(edit.after, toFile: edit.path) } }
    let what = Counted.text(edits.count, "file")
    console.note(edits.isEmpty ? "nothing to fix" : isDryRun ? "\(what) to change" : "changed \(what)")
  }
}
