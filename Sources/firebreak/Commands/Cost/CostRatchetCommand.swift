import ArgumentParser
import CostAnalysis
import Diagnostics
import FirestoreModel
import Project
import StructuredText
import Terminal

struct CostRatchetCommand: ReportingCommand {
  static let title = "cost ratchet"
  static let configuration = CommandConfiguration(
    commandName: "ratchet",
    abstract: "Keep what every operation may bill in a checked-in file that only goes down.",
    discussion: """
      Plays the workloads and compares the reads of a call of every operation, per workload and variant, with the \
      records in firebreak/cost.json. Lower figures replace the record, new operations are recorded, higher ones are \
      FB7020 and exit 1. A record goes up only with `--accept STEP --reason TEXT`, and the reason stays in the file. \
      Records of a smaller run (`--days`, `--set`) keep those flags, and are compared with no other run.
      """)

  @Argument(help: ArgumentHelp("Workload files or folders of one project.", valueName: "path"), completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Take the figures from a report of `run -o json`, or a folder of them, instead of playing (repeatable).",
      valueName: "file"),
    completion: .file())
  var report: [String] = []

  @Option(help: ArgumentHelp("Let the record of this step go up (repeatable); needs a reason.", valueName: "step"))
  var accept: [String] = []

  @Option(help: ArgumentHelp("Why the reads may go up; stored beside the records.", valueName: "text"))
  var reason: String?

  @Flag(help: "Compare only; the file stays as it is.")
  var check = false

  @OptionGroup var options: RunOptions

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let isCheck = environment.isSet(check, flag: "check")
    let accepted = try environment.values(accept, flag: "accept") { $0 }
    let reason = try environment.value(reason, flag: "reason") { $0 }
    try refuse(accepted, reason, isCheck)
    let settings = try CommandSettings(global, environment)
    let loaded = try ProjectLoader(global, console).load(paths)
    guard loaded.projects.count == 1, let project = loaded.projects.first else {
      throw UsageError("`cost ratchet` works on one project, not on \(loaded.projects.count)")
    }
    let file = RatchetFile(of: project.project)
    let unreadable = project.project.findings.filter(\.isInputFailure) + file.failures.filter { $0.severity == .error }
    guard unreadable.isEmpty else { return try console.stop(unreadable) }
    var reports: [MeasuredReport] = []
    var unread: [Diagnostic] = []
    let files = try environment.values(report, flag: "report") { $0 }
    let flags = try options.flags(environment)
    if files.isEmpty {
      try refuse(flags, whereRecordsAreOf: file.ratchet)
      let runs = try await WorkloadRuns.play(project, flags, settings, console, paths: paths)
      unread = runs.filter { $0.report == nil }.flatMap(\.findings)
      let played = runs.compactMap(\.report)
      try WorkloadRuns.refuseTwins(played)
      reports = played.map(MeasuredReport.init)
    } else {
      if let flags = flags.replacement { throw UsageError("`--report` plays nothing: `\(flags)` changes nothing") }
      for path in files { reports += ReportFiles.read(path, &unread) }
    }
    guard unread.isEmpty else { return try console.stop(unread) }
    var verdict = RatchetVerdict(file.ratchet, measured: reports.flatMap(MeasuredReads.all))
    let raises = try raises(accepted, reason ?? "", &verdict)
    let result = RatchetResult(verdict: verdict, accepted: raises, isCheck: isCheck)
    if !isCheck, result.isChange { try write(result, file, flags, console) }
    let found = project.policy.apply(
      to: verdict.findings(in: file.ratchet), settings: project.project.settings, isComplete: false)
    let outcome = Outcome(FindingVerdict(found, failLevel: project.policy.failLevel))
    let findings = FindingReport(
      found, outcome: outcome, failLevel: project.policy.failLevel, members: result.members)
    try console.write(findings) { format, _ in
      switch format {
      case .full: result.text(ascii: console.isASCII)
      case .markdown: result.markdown
      case .summary, .json, .concise, .jsonl, .sarif, .github, .gitlab, .junit, .html, .lcov: nil
      }
    }
    if console.isForPeople { console.report(found) }
    console.note("\(file.path): \(result.summary)")
    return outcome
  }

  private func refuse(_ accepted: [String], _ reason: String?, _ isCheck: Bool) throws(UsageError) {
    if isCheck, !accepted.isEmpty { throw UsageError("`--check` changes nothing, so it accepts nothing") }
    if !report.isEmpty, !paths.isEmpty {
      throw UsageError("`--report` takes the place of the workloads: name one or the other")
    }
    if accepted.isEmpty, reason != nil { throw UsageError("`--reason` belongs to `--accept STEP`") }
    if !accepted.isEmpty, reason?.allSatisfy(\.isWhitespace) != false {
      throw UsageError(
        "a raise needs a reason", help: "say why the reads may go up: `--reason TEXT`; it is stored in the file")
    }
  }

  /// Moves what is accepted out of what is exceeded.
  private func raises(
    _ accepted: [String], _ reason: String, _ verdict: inout RatchetVerdict
  ) throws(UsageError) -> [Ratchet.Acceptance] {
    var raises: [Ratchet.Acceptance] = []
    for step in accepted {
      let taken = verdict.exceeded.filter { $0.key.isNamed(step) }
      guard !taken.isEmpty else {
        let known = (verdict.lowered + verdict.unchanged + verdict.added + verdict.partial).map(\.key)
        if known.contains(where: { $0.isNamed(step) }) || raises.contains(where: { $0.key.isNamed(step) }) {
          throw UsageError("\(QuotedText.of(step)) does not exceed its record: there is nothing to accept")
        }
        let names = (known + verdict.exceeded.map(\.key)).map(\.step.string)
        throw UsageError(
          "no workload calls a step \(QuotedText.of(step))",
          help: NearestName.of(step, among: names).map { "did you mean \(QuotedText.of($0))?" })
      }
      verdict.exceeded.removeAll { $0.key.isNamed(step) }
      raises += taken.compactMap { entry in
        entry.recorded.map { Ratchet.Acceptance(key: entry.key, from: $0, to: entry.now, reason: reason) }
      }
    }
    return raises
  }

  /// The same operation reads other numbers of documents in a smaller run.
  private func refuse(_ flags: RunFlags, whereRecordsAreOf ratchet: Ratchet?) throws(UsageError) {
    guard let ratchet, ratchet.replacement != flags.replacement else { return }
    throw UsageError(
      "the records of \(Ratchet.path) are \(ratchet.run), not of this one",
      help: "give the same flags, or delete the file and record anew")
  }

  private func write(_ result: RatchetResult, _ file: RatchetFile, _ flags: RunFlags, _ console: Console) throws {
    guard let ratchet = file.ratchet else {
      try console.makeFolder(DisplayPath.folder(of: file.path))
      return try console.write(
        Ratchet.text(recording: result.verdict.added, played: flags.replacement), toFile: file.path)
    }
    let text = ratchet.text(
      lowering: result.verdict.lowered, recording: result.verdict.added, accepting: result.accepted)
    try console.write(text, toFile: file.path)
  }
}
