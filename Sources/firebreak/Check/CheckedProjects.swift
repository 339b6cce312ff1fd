import CostAnalysis
import Diagnostics
import Project
import ProjectCheck
import Terminal

/// The projects of a command line, each with what `check` says about it.
struct CheckedProjects {
  struct Checked {
    var loaded: LoadedProjects.Loaded
    var report: CheckReport
    var findings: FindingList
  }

  var projects: [Checked]

  init(_ loaded: LoadedProjects) {
    projects = loaded.projects.map { project in
      let report = project.queries.check()
      let findings = project.policy.apply(
        to: report.findings + Self.ratchetFindings(project), settings: project.queries.scope.project.settings,
        isComplete: project.queries.scope.isWhole && !project.project.sharesSettings,
        documentation: report.documentation)
      return Checked(loaded: project, report: report, findings: findings)
    }
  }

  /// Of all projects; what several of them find in the same place is one finding.
  var findings: FindingList {
    guard projects.count > 1 else { return projects.first?.findings ?? FindingList([]) }
    return FindingList(projects.flatMap { $0.findings.diagnostics + $0.findings.suppressed })
  }

  /// - Parameter shown: the findings that are left of all projects.
  func outcome(_ shown: FindingList) -> Outcome {
    let left = Set(shown.diagnostics)
    let verdicts = projects.map { project in
      FindingVerdict(
        FindingList(project.findings.diagnostics.filter(left.contains)), failLevel: project.loaded.policy.failLevel)
    }
    let isRead = projects.allSatisfy { $0.loaded.queries.unreadWorkloads.isEmpty }
    let all = FindingVerdict(shown, failLevel: nil)
    return Outcome.worst((verdicts + [all]).map(Outcome.init) + [isRead ? .clean : .usage])
  }

  /// One report for all projects: a test of it fails where the strictest of them fails.
  var failLevel: Severity? { projects.compactMap(\.loaded.policy.failLevel).min() }

  /// Whether there was nothing in any project that anything could be said about.
  var judgedNothing: Bool { projects.allSatisfy { $0.report.judgedNothing && $0.hasNoVerdict } }

  /// Whether only definitions of indexes were looked at: nobody asks for them.
  private var judgedIndexesOnly: Bool { projects.allSatisfy(\.report.judgedIndexesOnly) }

  /// What is said where nothing was found.
  var nothingFound: String {
    if judgedIndexesOnly { return "no query was found, only the definitions of indexes were judged" }
    let reports = projects.map(\.report)
    guard reports.allSatisfy(\.judgedDocumentsOnly) else { return "no findings" }
    let count = reports.reduce(0) { $0 + $1.otherRequests }
    return "no findings: \(Counted.text(count, "request")) for single documents, and no rules to judge them by"
  }

  /// Of the records of billed reads, as far as no run is needed for them.
  private static func ratchetFindings(_ loaded: LoadedProjects.Loaded) -> [Diagnostic] {
    guard loaded.queries.scope.isWhole else { return [] }
    let file = RatchetFile(of: loaded.project)
    // Without its workloads nothing can be said about a record.
    guard let ratchet = file.ratchet, loaded.queries.unreadWorkloads.isEmpty else { return file.failures }
    return file.failures + ratchet.findings(among: loaded.queries.suites)
  }
}

// MARK: - What was looked at

extension CheckedProjects.Checked {
  fileprivate var hasNoVerdict: Bool {
    findings.diagnostics.allSatisfy { $0.severity == .info } && findings.suppressed.isEmpty
  }
}

extension CheckedProjects {
  /// `12 queries in 4 sources · 1 rules file · 2 indexes`, a line a project; of many those in which something was found,
  /// and one line for the others.
  var heads: [String] {
    let limit = 4
    guard projects.count > limit else { return projects.map(head) }
    let worst = projects.enumerated().filter { !$0.element.hasNoVerdict }.prefix(limit).map(\.offset)
    let others = projects.indices.filter { !worst.contains($0) }.map { projects[$0] }
    let found = others.count { !$0.hasNoVerdict }
    let rest =
      found == 0
      ? "without findings"
      : others.count == 1
        ? "with findings, which are below"
        : "\(found) of them with findings, which \(found == 1 ? "is" : "are") below"
    return worst.map { head(projects[$0]) } + [
      "and \(Counted.text(others.count, "more project")), \(rest): \(Self.head(others.map(\.report)))"
    ]
  }

  private func head(_ project: Checked) -> String {
    let file = project.loaded.project.configurationFile?.path ?? ProjectFiles.configuration
    let isHere = projects.count == 1 && file == ProjectFiles.configuration
    return (isHere ? "" : "\(QuotedText.singleLine(file)): ") + Self.head([project.report])
  }

  private static func head(_ reports: [CheckReport]) -> String {
    func sum(_ number: KeyPath<CheckReport, Int>) -> Int { reports.reduce(0) { $0 + $1[keyPath: number] } }
    let sources = Counted.text(sum(\.files), "source")
    if reports.allSatisfy(\.judgedNothing) { return "nothing to judge in \(sources)" }
    let parts = [
      "\(queries(reports).joined(separator: ", ")) in \(sources)", Counted.text(sum(\.rules), "rules file"),
      Counted.text(sum(\.indexes), "index", "indexes"),
    ]
    let (read, unread) = (sum(\.workloads), sum(\.unreadWorkloads))
    return (parts + (read + unread == 0 ? [] : [workloads(read, unread: unread)])).joined(separator: " · ")
  }

  private static func workloads(_ read: Int, unread: Int) -> String {
    let all = Counted.text(read + unread, "workload")
    return unread == 0 ? all : read == 0 ? "\(all) that cannot be read" : "\(all), \(unread) of which cannot be read"
  }

  /// `Checked 2 databases, 9 indexes, 23 queries: 2 errors, 1 warning`
  func summary(_ findings: FindingList) -> String {
    let reports = projects.map(\.report)
    func sum(_ number: KeyPath<CheckReport, Int>) -> Int { reports.reduce(0) { $0 + $1[keyPath: number] } }
    let parts =
      [Counted.text(sum(\.databases), "database")]
      + (sum(\.rules) == 0 ? [] : [Counted.text(sum(\.rules), "rules file")])
      + [
        Counted.text(sum(\.indexes), "index", "indexes"),
        Self.workloads(sum(\.workloads), unread: sum(\.unreadWorkloads)),
      ] + (sum(\.files) == 0 ? [] : [Counted.text(sum(\.files), "source")]) + Self.queries(reports)
    return "Checked \(parts.joined(separator: ", ")): \(findings.isEmpty ? nothingFound : findings.summary)"
  }

  /// Of both databases, where both are asked.
  private static func queries(_ reports: [CheckReport]) -> [String] {
    let firestore = reports.reduce(0) { $0 + $1.shapes }
    let realtime = reports.reduce(0) { $0 + $1.realtimeQueries }
    if realtime == 0 { return [Counted.text(firestore, "query", "queries")] }
    return (firestore == 0 ? [] : [Counted.text(firestore, "Firestore query", "Firestore queries")])
      + [Counted.text(realtime, "Realtime Database query", "Realtime Database queries")]
  }
}
