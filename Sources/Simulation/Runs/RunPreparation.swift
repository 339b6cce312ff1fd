package import Diagnostics
import FirestoreModel
import IndexCatalog
import Metering
package import Project
import Workloads

/// Reads everything a run of one workload file needs.
package struct RunPreparation: Sendable {
  package var path: String
  /// Nil when something cannot be read; `findings` say what.
  package var input: RunInput?
  /// Problems of the workload file, its index files and price books.
  package var findings: [Diagnostic]

  package static func prepare(_ path: String, in project: Project, request: RunRequest) -> RunPreparation {
    var preparation = RunPreparation(path: path, input: nil, findings: [])
    do throws(InputFileError) {
      preparation.prepare(try WorkloadFile.read(path, code: request.code), in: project, request)
    } catch {
      preparation.findings = [error.diagnostic]
    }
    return preparation
  }

  /// The same of a text that stands in no file yet.
  package static func prepare(_ source: SourceText, in project: Project, request: RunRequest) -> RunPreparation {
    var preparation = RunPreparation(path: source.path, input: nil, findings: [])
    preparation.prepare(WorkloadFile(source.path, source, code: request.code), in: project, request)
    return preparation
  }

  private mutating func prepare(_ file: WorkloadFile, in project: Project, _ request: RunRequest) {
    let reading = file.decode(request.parameters)
    findings = reading.diagnostics
    guard var suite = reading.suite else { return }
    // What is written for somebody who never acts would be in no bill.
    let idle = suite.idleActorFindings
    findings += idle
    guard idle.isEmpty else { return }
    select(request.variants, of: &suite)
    suite.add(project.settings.budgets)
    if let days = request.days { suite.play(days: days) }
    findings += suite.partialWeekFindings
    surround(suite, in: project, request)
  }

  init(path: String, input: RunInput?, findings: [Diagnostic]) {
    self.path = path
    self.input = input
    self.findings = findings
  }

  /// Reads the files that the variants name.
  mutating func surround(_ suite: WorkloadSuite, in project: Project, _ request: RunRequest) {
    let source = suite.source
    var indexes = RunIndexes(project: project, workload: source, indexFile: request.indexFile)
    var rules = RunRules(workload: source, rulesFile: request.rulesFile)
    var realtimeRules = RunRealtimeRules(workload: source, project: project)
    var books = PriceBooks(request: request, settings: project.settings.prices, workload: source)
    findings += indexes.editionFindings(suite)
    let surroundings = suite.variants.map { variant in
      VariantSurroundings(
        catalog: indexes.catalog(variant.workload.database), indexFile: indexes.path(variant.workload.database),
        pricing: books.pricing(variant.workload.prices),
        access: rules.access(variant.workload.database), realtimeRules: realtimeRules.ruleset(variant.workload))
    }
    findings += rulesLeftOut(suite, surroundings, indexes)
    findings += (indexes.findings + rules.findings + realtimeRules.findings + books.findings).uniqued()
    if !rules.areUsable || !realtimeRules.areUsable || findings.contains(where: \.isInputFailure) { return }
    // A bill of nowhere is none.
    if findings.contains(where: { $0.code == .unknownLocation }) { return }
    var input = RunInput(
      suite: suite, surroundings: surroundings, mode: request.mode, billing: request.billing,
      planner: request.planner,
      database: DatabaseName(project: Text(project.projectID), database: Text(indexes.database)),
      inputFindings: findings)
    input.realtime = request.realtime
    input.unbounded = UnboundedLevels(project.settings.budgets)
    self.input = input
  }

  /// FB7026: the project has rules, end users ask for documents, and nobody asks the rules.
  private func rulesLeftOut(
    _ suite: WorkloadSuite, _ surroundings: [VariantSurroundings], _ indexes: RunIndexes
  ) -> [Diagnostic] {
    let isLeftOut = zip(suite.variants, surroundings).contains { variant, surroundings in
      let workload = variant.workload
      return surroundings.access == nil && workload.database.rules == nil && !workload.database.isWithoutRules
        && workload.usesFirestore
        && workload.actors.contains { $0.client.platform != .server }
    }
    guard isLeftOut, let rules = indexes.rulesFile else { return [] }
    let name = DisplayPath.relative(rules, from: DisplayPath.folder(of: suite.source.path))
    return [
      Diagnostic(
        .rulesNotEvaluated,
        "\(QuotedText.of(rules)) of the project is not evaluated: the workload names no rules", at: suite.source.start,
        help: "name them, `database: {rules: \(name)}`, or say that it is meant: `database: {rules: none}`")
    ]
  }

  private mutating func select(_ selection: VariantSelection, of suite: inout WorkloadSuite) {
    let known = suite.variants.map(\.name)
    switch selection {
    case .all: return
    case .named(let names): keep(names, of: &suite)
    case .one(let name):
      let chosen = suite.variants.first { $0.name == name } ?? suite.variants.first
      suite.variants = chosen.map { [$0] } ?? []
    }
    if suite.variants.count < known.count {
      suite.isPartial = true
      suite.leaveOutOtherDemands()
    }
  }

  /// The baseline stays, because the others are compared with it.
  private mutating func keep(_ names: [String], of suite: inout WorkloadSuite) {
    let known = suite.variants.map(\.name)
    for name in names where !known.contains(name) {
      let near = NearestName.of(name, among: known)
      findings.append(
        Diagnostic(
          .unknownWorkloadName, "the workload `\(suite.name)` has no variant \(QuotedText.of(name, limit: 100))",
          at: suite.source.start,
          help: near.map { "did you mean `\($0)`?" } ?? "variants: \(known.joined(separator: ", "))"))
    }
    suite.variants = suite.variants.enumerated().filter { $0.offset == 0 || names.contains($0.element.name) }
      .map(\.element)
  }
}

extension WorkloadSuite {
  /// Plays so many days. What was demanded of another period says nothing about them.
  fileprivate mutating func play(days: Int) {
    guard variants.contains(where: { $0.workload.clock.days != days }) else { return }
    for index in variants.indices { variants[index].workload.clock.days = days }
    (isPartial, otherDays) = (true, days)
    let count = assertions.count + claims.count + budgets.count
    assertions = []
    claims = []
    budgets.removeAll { $0.budget.period == .run }
    demandsLeftOut += count - budgets.count
  }

  /// Leaves out what is demanded of variants that are not played, and of all variants together.
  fileprivate mutating func leaveOutOtherDemands() {
    let played = Set(variants.map(\.name))
    func isAnswerable(_ root: AssertionNode) -> Bool {
      var isAnswerable = true
      root.visitScopes { scope in
        if !(scope.variant.map(played.contains) ?? false) { isAnswerable = false }
      }
      return isAnswerable
    }
    let count = assertions.count + claims.count
    assertions.removeAll { !isAnswerable($0.root) }
    claims.removeAll { claim in [claim.theirs, claim.list].contains { $0.map { !isAnswerable($0.root) } ?? false } }
    demandsLeftOut = count - assertions.count - claims.count
  }
}

/// The index files that a workload's variants run against.
private struct RunIndexes {
  let project: Project
  let workload: SourceText
  /// Wins over every other file.
  let indexFile: String?
  private(set) var findings: [Diagnostic] = []
  private var read: [String: IndexSource] = [:]

  init(project: Project, workload: SourceText, indexFile: String?) {
    self.project = project
    self.workload = workload
    self.indexFile = indexFile
  }

  /// The database that workloads use: `(default)`, else the first one of the project.
  var database: String { standard?.id ?? Project.defaultDatabaseID }

  /// The rules file that the project names for the database, where there is one.
  var rulesFile: String? { standard?.rules.flatMap { $0.exists ? $0.path : nil } }

  private var standard: ProjectDatabase? {
    project.databases.first { $0.id == Project.defaultDatabaseID } ?? project.databases.first
  }

  /// The edition that the project or the command line names; that of a workload is judged where it is read.
  func editionFindings(_ suite: WorkloadSuite) -> [Diagnostic] {
    guard standard?.edition == .enterprise,
      suite.variants.contains(where: { $0.workload.usesFirestore && $0.workload.database.edition != .enterprise })
    else { return [] }
    return [
      Diagnostic(
        .unsupportedFeature, "the Enterprise edition is not simulated yet",
        at: standard?.editionMention ?? workload.start,
        help: "figures and prices are those of the Standard edition")
    ]
  }

  mutating func catalog(_ setting: DatabaseSetting) -> IndexCatalog {
    let edition = setting.edition == .enterprise ? .enterprise : standard?.edition ?? .standard
    guard let path = path(setting) else { return .automaticOnly }
    if let known = read[path] { return known.catalog }
    let source = IndexSource.read(path, database: database, edition: edition)
    read[path] = source
    // `check` judges the file; here only what keeps it from being read matters.
    findings += source.findings.filter(\.isInputFailure)
    return source.catalog
  }

  /// Nil: no file says which indexes there are.
  func path(_ setting: DatabaseSetting) -> String? {
    if let indexFile { return indexFile }
    if let named = setting.indexes { return DisplayPath.join(DisplayPath.folder(of: workload.path), named.text) }
    return standard?.indexes.flatMap { $0.exists ? $0.path : nil }
  }
}
