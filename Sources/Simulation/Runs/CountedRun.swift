package import Diagnostics
import FirestoreModel
package import Metering
package import Project
package import Workloads

/// One variant of a workload, asked for its figures under many parameters.
///
/// What one instance does is simulated once and multiplied: a million users take as long as ten. Where instances cannot
/// stand for one another all of them are simulated, up to ``instances``, and beyond that the answer is a diagnostic that
/// says what keeps them apart. Nothing is estimated.
package struct CountedRun: Sendable {
  /// The most instances that are simulated one by one.
  package static let instances: Int64 = 10_000
  /// The most initial documents of one simulation: three of them are held at a time.
  package static let documents: Int64 = 200_000
  /// The most steps and events of one instance, and of all instances where every one is simulated: an answer is wanted
  /// while somebody waits.
  package static let actionsOfInstance = 500_000
  package static let actionsOfAll = 20_000_000

  /// The figures under one set of parameters.
  package struct Answer: Sendable {
    package var figures: CountedFigures
    package var period: BilledPeriod
    /// In the location that was asked for first; nil: no price book.
    package var pricing: Pricing?
    package var days: Int64
    /// Instances of all end users.
    package var users: Int64
    package var budgets: [CostDemand]
    /// The parameters with the values that were used.
    package var parameters: [Parameter]
    /// Whether the figures are those of one instance, multiplied.
    package var isMultiplied: Bool
  }

  package enum Failure: Error, Sendable {
    /// The workload or a file it names cannot be read, or a parameter is unknown.
    case unreadable([Diagnostic])
    /// Too large to be simulated one by one, with what keeps its instances apart.
    case refused(Diagnostic)
  }

  package let project: Project
  package private(set) var request: RunRequest
  package let variant: String
  private let file: WorkloadFile
  private var surroundings: Surroundings?
  private var known: [UnitKey: CountedFigures] = [:]
  private var straight: [LineKey: Bool] = [:]
  private var whole: [Workload: CountedFigures] = [:]
  /// Units whose rules look into texts: they may tell instances apart.
  private var refuted: Set<CellUnit> = []
  /// Units that do more than can be simulated.
  private var unfinished: [CellUnit: Diagnostic] = [:]
  /// What the simulations could not do; figures are without it.
  package private(set) var problems: [Diagnostic] = []
  /// Told how far a simulation is that plays everybody, 0…1.
  package var progress: @Sendable (Double) -> Void = { _ in }
  /// Simulations so far.
  package private(set) var simulations = 0
  /// Days that no simulation had to go through, because they are the days before over again.
  package private(set) var daysLeftOut: Int64 = 0

  private struct Surroundings: Sendable {
    var database: DatabaseSetting
    var prices: PriceSetting?
    var usesRealtime: Bool
    var input: RunInput
    var findings: [Diagnostic]
  }

  private struct UnitKey: Hashable, Sendable {
    var unit: CellUnit
    var digits: Int
    var sharedCopies: Int64
  }

  private struct LineKey: Hashable, Sendable {
    var unit: CellUnit
    var sharedCopies: Int64
  }

  init(_ file: WorkloadFile, variant: String, in project: Project, request: RunRequest) {
    self.file = file
    self.variant = variant
    self.project = project
    self.request = request
  }
}

extension CountedRun {
  /// What can be asked of a workload file.
  package struct Opened: Sendable {
    package var name: String
    package var source: SourceText
    package var variants: [String]
    /// With the values of the file.
    package var parameters: [Parameter]
    /// The parameters that count the instances of some actor.
    package var counting: [String]
    package var findings: [Diagnostic]
    private var file: WorkloadFile
    private var project: Project
    private var request: RunRequest

    /// What the command line says about parameters.
    package var given: [ParameterOverride] { request.parameters }

    package init(_ path: String, in project: Project, request: RunRequest) throws(Failure) {
      let source: SourceText
      do throws(InputFileError) { source = try InputFile.read(path) } catch { throw .unreadable([error.diagnostic]) }
      try self.init(source, in: project, request: request)
    }

    /// A workload that has been read; the files it names are beside its path.
    package init(_ source: SourceText, in project: Project, request: RunRequest) throws(Failure) {
      file = WorkloadFile(source.path, source, code: request.code)
      let reading = file.decode(request.parameters)
      guard let suite = reading.suite else { throw .unreadable(reading.diagnostics) }
      (name, self.source, findings) = (suite.name, suite.source, reading.diagnostics + suite.partialWeekFindings)
      variants = suite.variants.map(\.name)
      parameters = suite.variants.first?.workload.parameters ?? []
      self.project = project
      self.request = request
      counting = []
      for parameter in parameters {
        guard case .integer(let value) = parameter.value, value < WorkloadActor.maximumCount else { continue }
        let name = parameter.name.text
        let other = file.decode(
          request.parameters + [ParameterOverride(name: name, value: .integer(value + 1))], only: variants.first)
        let before = suite.variants[0].workload.actors.map(\.count)
        if let after = other.suite?.variants.first?.workload.actors.map(\.count), after != before {
          counting.append(name)
        }
      }
    }

    package func run(variant: String) -> CountedRun {
      CountedRun(file, variant: variant, in: project, request: request)
    }
  }
}

// MARK: - Answers

extension CountedRun {
  package mutating func answer(_ parameters: [ParameterOverride]) async throws(Failure) -> Answer {
    let reading = file.decode(request.parameters + parameters, only: variant)
    guard let suite = reading.suite, let workload = suite.variants.first?.workload else {
      throw .unreadable(reading.diagnostics)
    }
    // The steps that budgets name may be those of other variants.
    let findings = reading.diagnostics.filter { $0.code != .unknownBudgetStep }
    let surroundings = try surroundings(of: suite, workload, findings)
    let (figures, isMultiplied) = try await figures(of: workload, suite, surroundings.input)
    let days = Int64(max(1, workload.clock.days))
    return Answer(
      figures: figures, period: figures.period(days: days, usesRealtime: surroundings.usesRealtime),
      pricing: surroundings.input.surroundings.first?.pricing, days: days,
      users: workload.actors.filter { $0.client.platform != .server }.reduce(0) { $0.addingClamped($1.count) },
      budgets: suite.budgets.compactMap { CostDemand($0, in: suite) }, parameters: workload.parameters,
      isMultiplied: isMultiplied)
  }

  /// Findings of the files that the workload names, once it was asked for the first time.
  package var fileFindings: [Diagnostic] { surroundings?.findings ?? [] }

  private mutating func surroundings(
    of suite: WorkloadSuite, _ workload: Workload, _ findings: [Diagnostic]
  ) throws(Failure) -> Surroundings {
    let usesRealtime = workload.usesRealtimeDatabase
    if let surroundings, surroundings.database == workload.database, surroundings.prices == workload.prices,
      surroundings.usesRealtime == usesRealtime
    {
      return surroundings
    }
    var preparation = RunPreparation(path: file.path, input: nil, findings: findings)
    preparation.surround(suite, in: project, request)
    guard let input = preparation.input else { throw .unreadable(preparation.findings) }
    let found = Surroundings(
      database: workload.database, prices: workload.prices, usesRealtime: usesRealtime, input: input,
      findings: preparation.findings)
    // Other files, other figures.
    if surroundings != nil { (known, straight, whole, refuted, unfinished) = ([:], [:], [:], [], [:]) }
    surroundings = found
    return found
  }

  private mutating func figures(
    of workload: Workload, _ suite: WorkloadSuite, _ input: RunInput
  ) async throws(Failure) -> (CountedFigures, isMultiplied: Bool) {
    let access = FoldingRules(
      access: input.surroundings.first?.access, realtime: input.surroundings.first?.realtimeRules)
    if let crowd = FoldingPlan.crowd(in: workload, under: access, limit: Self.instances) {
      throw .refused(refusal(of: crowd, in: workload, suite, access))
    }
    if let figures = try await multiplied(workload, suite, input, access) { return (figures, true) }
    if let crowd = FoldingPlan.crowd(in: workload, under: access, isFolding: false, limit: Self.instances) {
      throw .refused(refusal(of: crowd, in: workload, suite, access))
    }
    let planned = workload.data.reduce(Int128(0)) { $0 + min($1.plannedDocuments ?? 0, Int128(Int64.max)) }
    guard planned <= Int128(Self.documents) else { throw .refused(tooMany(workload, suite)) }
    return (try simulated(workload, suite, input), false)
  }

  /// Nil when not all instances stand for one another.
  private mutating func multiplied(
    _ workload: Workload, _ suite: WorkloadSuite, _ input: RunInput, _ access: FoldingRules
  ) async throws(Failure) -> CountedFigures? {
    let cells = FoldingPlan.cells(of: workload, under: access, foldsSingles: true)
    var units: [CellUnit] = []
    var doMeet = false
    var folded: [Cell] = []
    for cell in cells {
      if let unit = CellUnit(cell, of: workload, under: access) {
        units.append(unit)
        folded.append(cell)
      } else if cell.isolatedInstance == nil {
        doMeet = true
      } else {
        return nil
      }
    }
    guard !units.isEmpty else { return nil }
    for unit in units where unit.plannedDocuments ?? 0 > Int128(Self.documents) {
      throw .refused(tooMany(workload, suite))
    }
    // Those who share a world meet there, however many worlds of their own there are beside it.
    var sum = doMeet ? try sharedWorld(of: workload, suite, input) : CountedFigures()
    for (cell, unit) in zip(folded, units) {
      let count = cell.members.first?.instances.first?.multiplicity ?? 0
      let digits = String(cell.members.first?.instances.first?.number ?? 1).utf8.count
      let seesShared = cell.sharedCopies > 0 && unit.hasSharedPart
      await simulate(unit, seesShared ? [0, 1] : [0], suite, input)
      let own = await figures(of: unit, digits: digits, sharedCopies: 0, suite, input)
      if let problem = unfinished[unit] { throw .refused(problem) }
      sum.add(own, times: count)
      guard seesShared else { continue }
      // What belongs to nobody is there once: what one instance sees of it, less what is its own.
      sum.add(await figures(of: unit, digits: digits, sharedCopies: 1, suite, input))
      sum.add(own, times: -1)
    }
    return units.contains(where: refuted.contains) ? nil : sum
  }

  /// The shared world of a variant, whose instances are simulated one by one.
  private mutating func sharedWorld(
    of workload: Workload, _ suite: WorkloadSuite, _ input: RunInput
  ) throws(Failure) -> CountedFigures {
    let planned = workload.data.reduce(Int128(0)) { $0 + min($1.plannedDocuments ?? 0, Int128(Int64.max)) }
    guard planned <= Int128(Self.documents) else { throw .refused(tooMany(workload, suite)) }
    var alone = workload
    alone.actors = workload.actors.filter { $0.world == .shared }
    return try simulated(alone, suite, input)
  }

  /// Everything of a variant that is not folded, or not all of it.
  private mutating func simulated(
    _ workload: Workload, _ suite: WorkloadSuite, _ input: RunInput
  ) throws(Failure) -> CountedFigures {
    var key = workload
    key.parameters = []
    if let known = whole[key] { return known }
    var settings = SimulationSettings(workload, input.surroundings[0], input)
    settings.actions = Self.actionsOfAll
    var variant = suite.variants[0]
    variant.workload = workload
    let outcome = VariantSimulation.run(variant, settings: settings, progress: progress)
    simulations += 1
    if let problem = outcome.notes.unfinished { throw .refused(tooMuch(problem, suite)) }
    take(outcome.notes, suite)
    let figures = CountedFigures(outcome.ledger, outcome.notes)
    whole[key] = figures
    return figures
  }

  private mutating func take(_ notes: RunNotes, _ suite: WorkloadSuite) {
    for problem in notes.problemDiagnostics(in: suite) + notes.refusalDiagnostics(in: suite) {
      var problem = problem
      // How often depends on the size.
      problem.notes = problem.notes.filter { !$0.hasSuffix("refused") && !$0.hasSuffix("denied") }
      if !problems.contains(problem) { problems.append(problem) }
    }
  }

  private func refusal(
    of crowd: WorkloadActor, in workload: Workload, _ suite: WorkloadSuite, _ access: FoldingRules
  ) -> Diagnostic {
    var alike = workload
    // What keeps others apart is not why these are.
    alike.actors.removeAll { $0.world != crowd.world || $0.world == .own && $0.name != crowd.name }
    let obstacle = FoldingPlan.obstacle(in: alike, under: access)
    let reason = obstacle?.reason ?? "the rules look into their names"
    let apart = crowd.world == .own ? "" : ", or keep the instances apart: `world: own`, or paths with `{i}` in front"
    let together = alike.actors.reduce(Int64(0)) { $0.addingClamped($1.count) }
    let instances =
      "\(Grouped.count(together)) instances"
      + (together == crowd.count ? "" : ", \(Grouped.count(crowd.count)) of them")
    var diagnostic = Diagnostic(
      .unsupportedFeature,
      "estimating \(instances) of `\(crowd.name)`\(together == crowd.count ? "" : ",") that cannot stand for one another: \(reason)",
      at: suite.location(obstacle?.span ?? crowd.span), severity: .error,
      notes: ["up to \(Grouped.count(Self.instances)) instances are simulated one by one; no figure is made up beyond"],
      help: "estimate smaller sizes\(apart)")
    if let related = obstacle?.related {
      diagnostic.related = [RelatedLocation("this may be the same document", at: suite.location(related))]
    }
    return diagnostic
  }

  private func tooMuch(_ problem: RunNotes.Problem, _ suite: WorkloadSuite) -> Diagnostic {
    Diagnostic(
      .unsupportedFeature, "estimating what cannot be simulated to its end: \(problem.message)",
      at: suite.location(problem.span), severity: .error,
      notes: ["no figure is made up beyond"], help: "repeat less, or simulate fewer days")
  }

  private func tooMany(_ workload: Workload, _ suite: WorkloadSuite) -> Diagnostic {
    let largest = workload.data.max { ($0.plannedDocuments ?? 0) < ($1.plannedDocuments ?? 0) }
    return Diagnostic(
      .unsupportedFeature,
      "estimating with more than \(Grouped.count(Self.documents)) documents that every instance can see",
      at: suite.location(largest?.span ?? Span(0, 0)), severity: .error,
      help: "estimate smaller sizes, or put what belongs to one instance below a path with its number")
  }
}

// MARK: - One instance

extension CountedRun {
  /// The numbers of digits that are simulated to show that all others lie on one line: names that are longer by one
  /// digit make documents, and what is sent of them, larger by the same amount each.
  private static let checkpoints: [Int] = [1, 2, String(WorkloadActor.maximumCount).utf8.count]

  private mutating func figures(
    of unit: CellUnit, digits: Int, sharedCopies: Int64, _ suite: WorkloadSuite, _ input: RunInput
  ) async -> CountedFigures {
    let key = UnitKey(unit: unit, digits: unit.isNameless ? 1 : digits, sharedCopies: sharedCopies)
    if let figures = known[key] { return figures }
    if isStraight(unit, sharedCopies), let first = known[UnitKey(unit: unit, digits: 1, sharedCopies: sharedCopies)],
      let second = known[UnitKey(unit: unit, digits: 2, sharedCopies: sharedCopies)]
    {
      let figures = CountedFigures.onLine(first, second, steps: Int64(digits - 1))
      known[key] = figures
      return figures
    }
    await simulate([key], suite, input)
    return known[key] ?? CountedFigures()
  }

  /// Whether the figures of all lengths of names lie on one line.
  private mutating func isStraight(_ unit: CellUnit, _ sharedCopies: Int64) -> Bool {
    let line = LineKey(unit: unit, sharedCopies: sharedCopies)
    if let known = straight[line] { return known }
    let found = Self.checkpoints.compactMap { known[UnitKey(unit: unit, digits: $0, sharedCopies: sharedCopies)] }
    let isStraight =
      found.count == 3 && CountedFigures.onLine(found[0], found[1], steps: Int64(Self.checkpoints[2] - 1)) == found[2]
    straight[line] = isStraight
    return isStraight
  }

  /// Whatever figures of any length of names need, all at once.
  private mutating func simulate(
    _ unit: CellUnit, _ sharedCopies: [Int64], _ suite: WorkloadSuite, _ input: RunInput
  ) async {
    let digits = unit.isNameless ? [1] : Self.checkpoints
    let keys = sharedCopies.flatMap { copies in
      digits.map { UnitKey(unit: unit, digits: $0, sharedCopies: copies) }
    }
    await simulate(keys.filter { known[$0] == nil }, suite, input)
  }

  private mutating func simulate(_ keys: [UnitKey], _ suite: WorkloadSuite, _ input: RunInput) async {
    guard let unit = keys.first?.unit else { return }
    var limited = SimulationSettings(unit.workload, input.surroundings[0], input)
    limited.actions = Self.actionsOfInstance
    // Nobody asks an estimate what was seen.
    limited.observed = []
    let settings = limited
    let found = await withTaskGroup(of: (Int, CellUnit.Outcome).self) { group in
      for (index, key) in keys.enumerated() {
        group.addTask {
          (index, key.unit.simulate(digits: key.digits, sharedCopies: key.sharedCopies, settings))
        }
      }
      var found: [(Int, CellUnit.Outcome)] = []
      for await result in group { found.append(result) }
      return found.sorted { $0.0 < $1.0 }
    }
    for (index, outcome) in found {
      known[keys[index]] = outcome.figures
      simulations += 1
      daysLeftOut += outcome.daysLeftOut
      if let problem = outcome.notes.unfinished { unfinished[unit] = tooMuch(problem, suite) }
      if outcome.notes.isFoldingRefuted { refuted.insert(unit) } else { take(outcome.notes, suite) }
    }
  }
}
