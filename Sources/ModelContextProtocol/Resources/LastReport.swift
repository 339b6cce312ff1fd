import Project
import RunReports
import StructuredText

/// The runs of a project that were saved, as `firebreak report` reads them.
struct LastReport {
  private let root: String
  private let folder: String

  init(_ workspace: Workspace) {
    folder = workspace.roots.first ?? "/"
    let project = try? Project.discover(ProjectRequest(startFolder: folder))
    let found = project.map(\.root).map(InputFile.withoutLinks)
    root = found.flatMap { workspace.contains($0) ? $0 : nil } ?? folder
  }

  var text: ResourceText {
    let project = try? Project.discover(ProjectRequest(startFolder: root))
    let saved = SavedRuns(root: root).read(for: project?.workloads() ?? [], from: folder)
    let failed = saved.reports.contains { $0.outcome == .findings }
    let report = RunReportsJSON(saved.reports.map { ($0, nil) }).value(
      outcome: failed ? "findings" : "clean", isSingle: true)
    let limited = AnswerLimit(content: 200_000).applied(to: ToolAnswer(text: "", content: report))
    let text = JSONWriter.text(limited.content ?? report, .figures) + "\n"
    return ResourceText(type: ContextResource.json, text: text, isOfProgram: false)
  }
}
