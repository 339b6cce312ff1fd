import Diagnostics
import FirestoreRulesLanguage
import JSONRPC
import Project
import ProjectCheck
import StructuredText

/// What can be done about a finding, and what `check --fix` mends.
enum CodeActionFeature: LanguageFeature {
  static let method = "textDocument/codeAction"
  static let capability = "codeActionProvider"
  static let options: JSONValue = ["codeActionKinds": ["quickfix", .string(fixAll), .string(layout)]]

  private static let fixAll = "source.fixAll.firebreak"
  private static let layout = "source.format.firebreak"

  static func answer(_ context: inout FeatureContext) throws(RPCError) -> JSONValue {
    let range = try context.range()
    let wanted = context.parameters?.member("context")?.member("only")?.elements.compactMap(\.text)
    func isWanted(_ kind: String) -> Bool {
      wanted?.contains { kind == $0 || kind.hasPrefix($0 + ".") } ?? true
    }
    var actions: [JSONValue] = []
    if isWanted("quickfix") { actions += fixes(in: range, &context) }
    if isWanted(layout) { actions += layoutOfRules(&context) }
    if isWanted(fixAll) { actions += safeFixes(&context) }
    return .array(actions)
  }

  /// Of the findings of this document that touch the range.
  private static func fixes(in range: Range<Int>, _ context: inout FeatureContext) -> [JSONValue] {
    guard let path = context.document.path else { return [] }
    var publication = DiagnosticPublication(
      context.analysis, context.documents, context.client, context.server)
    var actions: [JSONValue] = []
    var suppressed: Set<String> = []
    for finding in context.analysis?.findings ?? [] {
      guard let location = finding.location, location.source.path == path else { continue }
      let span = context.places.span(location)
      guard span.lowerBound <= range.upperBound, range.lowerBound <= span.upperBound else { continue }
      let diagnostic = publication.json(finding, at: location)
      for fix in finding.fixes {
        let edit = WorkspaceEdits.edit(fix, &context)
        actions.append(
          action(
            (context.analysis?.shortened(fix.title) ?? fix.title).firstCapitalized, "quickfix", edit, [diagnostic],
            isPreferred: true))
      }
      if let limit = LimitEdit(finding, at: span, in: context.document) {
        let edit = WorkspaceEdits.edit(limit.insertions, context)
        actions.append(action("Add a limit of \(LimitEdit.limit)", "quickfix", edit, [diagnostic]))
      }
      let line = context.document.lines.line(of: span.lowerBound)
      guard suppressed.insert("\(finding.code.id) \(line)").inserted else { continue }
      if let (title, edit) = suppression(of: finding, line: line, context) {
        actions.append(action(title, "quickfix", edit, [diagnostic]))
      }
    }
    return actions
  }

  /// A comment, or an entry of the settings where the file has no comments that count.
  private static func suppression(
    of finding: Diagnostic, line: Int, _ context: FeatureContext
  ) -> (title: String, edit: JSONValue)? {
    if let comment = SuppressionEdit(finding, line: line, in: context.document) {
      let edit = WorkspaceEdits.edit([(comment.text, comment.offset)], context)
      return ("Ignore \(finding.code.id) here, with a reason", edit)
    }
    guard
      let project = context.projects.first(where: { $0.queries.covers(context.document.path) })?.queries.scope.project
    else { return nil }
    let path = DisplayPath.absolute(project.settingsPath, from: ProjectFolder.workingDirectory)
    let saved = try? InputFile.read(project.settingsPath)
    let text = context.documents.document(at: path)?.bytes ?? saved?.bytes
    guard
      let entry = SettingsSuppression(finding, in: project, text: text.map { String(decoding: $0, as: UTF8.self) })
    else { return nil }
    let name = DisplayPath.name(of: path)
    return (
      "Ignore \(finding.code.id) in this file, with a reason in \(name)", WorkspaceEdits.edit([entry.edit], context)
    )
  }

  private static func layoutOfRules(_ context: inout FeatureContext) -> [JSONValue] {
    guard context.document.isRules,
      let text = CloudRulesFormatter.format(CloudRulesParser.parse(context.document.source)),
      Array(text.utf8) != context.document.bytes
    else { return [] }
    return [action("Lay out the rules", layout, WorkspaceEdits.replacement(of: context.document, by: text, context))]
  }

  /// Everything that `check --fix` would do to the projects of this document.
  private static func safeFixes(_ context: inout FeatureContext) -> [JSONValue] {
    let fixes = SafeFixes(context.projects.map(\.queries).filter { $0.covers(context.document.path) })
    guard !fixes.edits.isEmpty else { return [] }
    let names = fixes.edits.map { DisplayPath.name(of: $0.path) }.joined(separator: ", ")
    return [
      action(
        "Add missing indexes and lay out rules (\(names))", fixAll,
        WorkspaceEdits.edit(fixes.edits, context))
    ]
  }

  private static func action(
    _ title: String, _ kind: String, _ edit: JSONValue, _ diagnostics: [JSONValue] = [], isPreferred: Bool = false
  ) -> JSONValue {
    var members: [JSONValue.Member] = [.init("title", .string(title)), .init("kind", .string(kind))]
    if !diagnostics.isEmpty { members.append(.init("diagnostics", .array(diagnostics))) }
    if isPreferred { members.append(.init("isPreferred", true)) }
    return .object(members + [.init("edit", edit)])
  }
}

extension ProjectQueries {
  /// Whether a file lies in the project.
  fileprivate func covers(_ path: String?) -> Bool {
    guard let path else { return false }
    return [scope.project.folder, scope.project.root].contains { folder in
      DisplayPath.contains(DisplayPath.absolute(folder, from: ProjectFolder.workingDirectory), path)
    }
  }
}

extension String {
  fileprivate var firstCapitalized: String { prefix(1).uppercased() + dropFirst() }
}
