import ArgumentParser
import Diagnostics
import Project
import ProjectCheck
import Terminal

/// Which findings a team knows already, so that only new ones count.
struct KnownFindingOptions: ParsableArguments, Sendable {
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

  /// What is left to show, and what was known before.
  struct Shown {
    var findings: FindingList
    var known = 0
    /// Where it was known: a baseline, or a revision.
    var place: String?

    /// `7 known of firebreak/baseline.json`
    var count: String? { known == 0 ? nil : place.map { "\(Counted.grouped(known)) known of \($0)" } }

    func nothing(_ checked: CheckedProjects) -> String { known == 0 ? checked.nothingFound : "nothing new" }
  }

  /// The findings, with those that are known silenced.
  func shown(_ checked: CheckedProjects, _ revision: RevisionCheck) throws -> Shown {
    if let since {
      let marked = try revision.known(at: since).marked(checked.findings)
      return Shown(findings: marked.findings, known: marked.known, place: QuotedText.singleLine(since))
    }
    let file = BaselineFile(checked, named: baseline)
    if writesBaseline {
      try refuseParts(checked, file)
      try file.write(checked.findings, revision.console)
    }
    guard !ignoresBaseline, baseline != nil || file.exists else { return Shown(findings: checked.findings) }
    let (known, problems) = KnownFindings.read(file.path, file.names)
    guard let known else {
      return Shown(
        findings: FindingList(checked.findings.diagnostics + checked.findings.suppressed + problems))
    }
    let marked = known.marked(checked.findings)
    if marked.gone > 0, isWhole(checked), file.isOfProjects {
      revision.console.note(
        "\(Counted.grouped(marked.gone)) of \(file.path) gone: `--write-baseline` takes them out")
    }
    return Shown(findings: marked.findings, known: marked.known, place: file.path)
  }

  /// What to do about many findings that nobody has looked at.
  func hints(_ shown: Shown) -> [String] {
    let open = shown.findings.diagnostics.count { $0.severity > .info }
    return open < 10 || shown.place != nil || ignoresBaseline ? [] : ["start from here: --write-baseline"]
  }

  /// Of a part of the findings nobody can say that the others are gone.
  private func isWhole(_ checked: CheckedProjects) -> Bool {
    checked.projects.allSatisfy { project in
      let policy = project.loaded.policy
      return project.loaded.queries.scope.isWhole && policy.select.isEmpty && policy.ignore.isEmpty
    }
  }

  private func refuseParts(_ checked: CheckedProjects, _ file: BaselineFile) throws(UsageError) {
    guard isWhole(checked) else {
      throw UsageError(
        "a baseline holds all findings of a project, and this run looks at a part of them",
        help: "leave out paths, `--select` and `--ignore`")
    }
    guard file.isOfProjects else {
      throw UsageError(
        "\(QuotedText.of(file.path, limit: 200)) is the baseline of more than this project",
        help: "write it from its folder, or give the project one of its own with `--baseline FILE`")
    }
  }
}
