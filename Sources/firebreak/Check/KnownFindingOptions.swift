import ArgumentParser
import Diagnostics
import Project
import ProjectCheck
import Terminal

/// Which findings a team knows already, so that only new ones count.
struct KnownFindingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Findings in this file are known (default: firebreak/baseline.json, where it exists).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Flag(name: .customLong("no-baseline"), help: "Show what the baseline knows, too.") var ignoresBaseline = false

  @Flag(name: .customLong("write-baseline"), help: "Write what is found into the baseline; from now on it is known.")
  var writesBaseline = false

  @Option(help: ArgumentHelp("Show only what came after this git revision.", valueName: "rev")) var since: String?

  func validate() throws {
    if ignoresBaseline, baseline != nil || writesBaseline {
      throw ValidationError("`--no-baseline` excludes `--baseline` and `--write-baseline`.")
    }
    if writesBaseline, since != nil { throw ValidationError("`--write-baseline` excludes `--since`.") }
  }

  /// The findings, with those that are known silenced.
  func shown(_ checked: CheckedProjects, _ revision: RevisionCheck) throws -> FindingList {
    let console = revision.console
    if let since { return try revision.known(at: since).marked(checked.findings).findings }
    let path = path(checked)
    if writesBaseline {
      try refuseParts(checked)
      try write(checked.findings, to: path, console)
    }
    guard !ignoresBaseline, baseline != nil || InputFile.kind(path) == .file else { return checked.findings }
    let (known, problems) = KnownFindings.read(path)
    guard let known else {
      return FindingList(checked.findings.diagnostics + checked.findings.suppressed + problems)
    }
    let marked = known.marked(checked.findings)
    if marked.known > 0 { console.note("\(Counted.text(marked.known, "known finding")) of \(path) not shown") }
    if marked.gone > 0, isWhole(checked) {
      console.note("\(Counted.grouped(marked.gone)) of \(path) gone: `--write-baseline` takes them out")
    }
    return marked.findings
  }

  /// What to do about many findings that nobody has looked at.
  func hints(_ findings: FindingList, _ console: Console) -> [String] {
    let open = findings.diagnostics.count { $0.severity > .info }
    return open < 10 || since != nil || writesBaseline ? [] : ["start from here: --write-baseline"]
  }

  /// Of a part of the findings nobody can say that the others are gone.
  private func isWhole(_ checked: CheckedProjects) -> Bool {
    checked.projects.allSatisfy { project in
      let policy = project.loaded.policy
      return project.loaded.queries.scope.isWhole && policy.select.isEmpty && policy.ignore.isEmpty
    }
  }

  private func refuseParts(_ checked: CheckedProjects) throws(UsageError) {
    guard !isWhole(checked) else { return }
    throw UsageError(
      "a baseline holds all findings of a project, and this run looks at a part of them",
      help: "leave out paths, `--select` and `--ignore`")
  }

  private func path(_ checked: CheckedProjects) -> String {
    if let baseline { return baseline }
    let folder = checked.projects.count == 1 ? checked.projects[0].loaded.project.folder : "."
    return DisplayPath.join(folder, KnownFindings.path)
  }

  private func write(_ findings: FindingList, to path: String, _ console: Console) throws {
    let folder = DisplayPath.folder(of: path)
    if InputFile.kind(folder) == .missing { try console.makeFolder(folder) }
    try console.write(KnownFindings.text(findings, forFile: path), toFile: path)
    console.note("wrote \(Counted.text(findings.diagnostics.count, "finding")) to \(path)")
  }
}
