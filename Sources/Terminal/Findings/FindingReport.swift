package import Diagnostics
import Project
package import StructuredText

/// What a command found, as every format of findings needs it.
package struct FindingReport {
  package var findings: FindingList
  package var outcome: Outcome
  /// Nil: no finding fails the command.
  package var failLevel: Severity?
  /// What JSON has between `outcome` and `findings`.
  package var members: [JSONValue.Member]
  /// Test results of the command itself; nil: the findings are the cases.
  package var tests: JUnitReport?

  package init(
    _ findings: FindingList, outcome: Outcome, failLevel: Severity?,
    members: [JSONValue.Member] = [], tests: JUnitReport? = nil
  ) {
    self.findings = findings
    self.outcome = outcome
    self.failLevel = failLevel
    self.members = members
    self.tests = tests
  }
}

extension Console {
  /// Writes every requested output of a command that reports findings.
  ///
  /// - Parameter own: formats in which the command has an answer of its own; nil for those that are made of the findings.
  package func write(
    _ report: FindingReport, own: (OutputFormat, _ colored: Bool) throws -> String? = { _, _ in nil }
  ) throws {
    try write { format, colored in try own(format, colored) ?? text(of: report, as: format, colored: colored) }
    if let note = SARIFReport.note(report.findings.diagnostics.count), outputs.contains(where: { $0.format == .sarif })
    {
      self.note("sarif: \(note)")
    }
    if isForPeople || isAnnotated { try annotate(report, markdown: own(.markdown, false)) }
  }

  /// Writes the files that were asked for, where standard output belongs to somebody else, such as a child.
  package func writeFiles(_ report: FindingReport) throws {
    for case (let format, let file?) in outputs.map({ ($0.format, $0.file) }) {
      guard let text = text(of: report, as: format, colored: false) else { continue }
      try write(text, toFile: file)
    }
    if isForPeople { try annotate(report, markdown: nil, on: standardError) }
  }

  /// The findings in one format; nil for pictures of results: findings have none.
  package func text(of report: FindingReport, as format: OutputFormat, colored: Bool) -> String? {
    let findings = report.findings
    let paths = RepositoryPaths(environment)
    switch format {
    case .summary: return summary(colored: colored, showsAll: false).text(findings, heads: [])
    case .full: return FullRenderer(colours: colored, width: width).text(findings)
    case .concise: return ConciseRenderer.text(findings)
    case .json: return json(report.outcome, findings, report.members)
    case .jsonl: return FindingLines.text(findings)
    case .sarif:
      let isDone = report.outcome == .clean || report.outcome == .findings
      return SARIFReport(
        toolVersion: FirebreakVersion.current, helpPage: environment.nonEmpty(Self.helpPageVariable), paths: paths,
        exitCode: report.outcome.exitCode, isDone: isDone,
        listsSuppressed: environment["GITHUB_ACTIONS"] != "true"
      ).text(findings)
    case .github: return GitHubAnnotations.text(findings, paths: paths)
    case .gitlab: return GitLabReport.text(findings, paths: paths)
    case .junit:
      let tests =
        report.tests
        ?? JUnitReport(
          command: title, findings, failLevel: report.failLevel, paths: paths)
      return tests.text
    case .markdown: return MarkdownRenderer.text(findings)
    case .html, .lcov: return nil
    }
  }

  package func summary(colored: Bool, showsAll: Bool) -> FindingSummary {
    FindingSummary(width: width, isColored: colored, isASCII: isASCII, showsAll: showsAll)
  }

  /// The address of the page of all codes, `CODES.md` of a published copy of this repository. Reports link to its anchors.
  /// There is no default: a link that leads nowhere is worse than none.
  private static let helpPageVariable = "FIREBREAK_HELP_PAGE"
}

// MARK: - In a job of GitHub Actions

extension Console {
  /// The job's log gets annotations, because somebody asks for them.
  private var isAnnotated: Bool { outputs.contains { $0.file == nil && $0.format == .github } }

  /// Where text for people goes to a job's log, its annotations follow, and the job's summary gets the table.
  func annotate(_ report: FindingReport, markdown: String?, on stream: StandardStream? = nil) throws {
    guard environment["GITHUB_ACTIONS"] == "true" else { return }
    if !isAnnotated {
      (stream ?? standardOutput).write(GitHubAnnotations.text(report.findings, paths: RepositoryPaths(environment)))
    }
    if let file = environment.nonEmpty("GITHUB_STEP_SUMMARY") {
      let text = markdown ?? MarkdownRenderer.text(report.findings)
      try JobSummary(file: file).append(text.isEmpty ? text : "### firebreak \(title)\n\n\(text)\n")
    }
  }
}

extension RepositoryPaths {
  /// CI systems say where they have put the repository; elsewhere the folder of the command is taken for its root.
  init(_ environment: ProcessEnvironment) {
    let folder = WorkingFolder.path
    for name in ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"] {
      guard let value = environment.nonEmpty(name), value.hasPrefix("/") else { continue }
      // The system names the working folder without links, whatever way led to it.
      let roots = [DisplayPath.absolute(value, from: "/"), InputFile.withoutLinks(value)]
      guard let root = roots.first(where: { DisplayPath.contains($0, folder) }) else { continue }
      self.init(folder: String(folder.dropFirst(root == "/" ? 1 : root.count + 1)), root: root)
      return
    }
    self.init(root: folder)
  }
}
