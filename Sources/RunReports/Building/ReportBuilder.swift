import Diagnostics
import FirestoreModel
import Metering
import QueryExecution
import QueryPlanner
import Simulation
import Workloads

/// A budget of one variant, with what its finding needs beside the report.
struct JudgedBudget {
  var report: BudgetReport
  /// Position of the variant.
  var variant: Int
  var level: BudgetLevel
}

/// Makes the report of a run from what the simulations of its variants found out.
struct ReportBuilder {
  let input: RunInput
  let outcomes: [VariantOutcome]
  let hazards: HazardCheck

  var suite: WorkloadSuite { input.suite }
  var days: Int64 { Int64(max(1, suite.variants.first?.workload.clock.days ?? 1)) }

  func report() -> RunReport {
    var variants = outcomes.indices.map { variant($0) }
    let figures = RunFigures(
      suite: suite, outcomes: outcomes, months: variants.map(\.month), pricings: outcomes.indices.map { pricing($0) },
      days: days)
    let clock = suite.variants.first?.workload.clock
    let assertions = suite.assertions.map { assertion($0, figures) }
    let failed = zip(suite.assertions, assertions).filter { !$1.passed }.map(\.0)
    for index in variants.indices.dropFirst() {
      let name = variants[index].name
      let workload = suite.variants[index].workload
      let unchanged = workload.readsUnchanged(since: suite.variants[0].workload)
      variants[index].shortcomings =
        Shortcomings(
          baseline: variants[0], variant: variants[index], outcomes: (outcomes[0], outcomes[index]),
          workload: workload, unchanged: doneAsOften(unchanged, index), byChance: lossByChance(index, of: unchanged),
          refusals: (outcomes[0].refusals(\.refusedAsExpected), outcomes[index].refusals(\.refused)),
          asksOnce: !workload.operationsAskingOnce(insteadOf: suite.variants[0].workload).isEmpty,
          failsAssertion: failed.contains { $0.concerns(name) },
          isPricedAlike: isPricedAlike(index)
        ).all
    }
    let budgets = suite.budgets.flatMap { budget in outcomes.indices.compactMap { judged(budget, $0) } }
    let claims = suite.claims.map { $0.judged(figures, in: suite) }
    var report = RunReport(
      workload: suite.name, about: suite.about,
      period: RunReport.Period(
        start: clock?.start ?? Timestamp(microseconds: 0), utcOffset: clock?.utcOffset ?? 0, days: days),
      book: book(variants), variants: variants, assertions: assertions, budgets: budgets.map(\.report),
      claims: claims,
      assumptions: outcomes.indices.flatMap { assumptions($0, variants[$0]) },
      findings: RunFindings(builder: self, variants: variants, figures: figures, budgets: budgets, claims: claims).all,
      remarks: RunRemarks(builder: self, variants: variants).all)
    report.demandsLeftOut = Int64(suite.demandsLeftOut)
    report.obstacles = outcomes.flatMap { $0.notes.problemDiagnostics(in: suite) }.uniqued()
    return report
  }

  private func isPricedAlike(_ index: Int) -> Bool {
    let (one, other) = (pricing(0), pricing(index))
    return one?.book == other?.book && one?.location == other?.location
  }

  // MARK: Variants

  private func variant(_ index: Int) -> VariantReport {
    let outcome = outcomes[index]
    let workload = suite.variants[index].workload
    let attached = outcome.notes.operations.values.reduce(into: SaturatingSum()) { $0.add($1.attached.value) }
    let resumed = outcome.notes.operations.values.reduce(into: SaturatingSum()) { $0.add($1.resumed.value) }
    let operations = operations(outcome)
    let expected = outcome.refusals(\.refusedAsExpected).values.reduce(Int64(0)) { SaturatingSum.of($0, $1) }
    return VariantReport(
      name: outcome.name, kind: suite.variants[index].kind, tally: outcome.ledger.total,
      storedBytes: outcome.storage.averageBytes,
      outsideWrites: outcome.notes.outsideWrites.value, month: month(index), correctness: correctness(outcome.notes),
      waste: outcome.ledger.waste, operations: operations, days: days(index, operations), roles: roles(index),
      listeners: listeners(index), ruleReads: ruleReads(index), fanOut: fanOut(index),
      users: workload.actors.filter { $0.client.platform != .server }.reduce(0) { $0 + $1.count },
      coldShare: attached.value == 0
        ? nil : Share(part: attached.value - resumed.value, whole: attached.value),
      realtime: RealtimeReport(outcome, pricing: pricing(index), month: month(index)),
      refused: outcome.notes.refusedRequests.value,
      refusedAsExpected: expected,
      documentsShown: outcome.notes.shown.all.value)
  }

  /// What reads that are those of the baseline show less, and of that what was to be seen: they were done as often, and
  /// those that differ show as much by themselves.
  private func lossByChance(_ index: Int, of unchanged: Set<Text>) -> (shown: Int64, intended: Int64) {
    let (baseline, variant) = (outcomes[0], outcomes[index])
    func loss(_ seen: KeyPath<RunNotes, SeenCount>) -> Int64 {
      let (own, theirs) = (variant.notes[keyPath: seen], baseline.notes[keyPath: seen])
      guard own.count(except: unchanged) >= theirs.count(except: unchanged) else { return 0 }
      return own.loss(of: doneAsOften(unchanged, index), since: theirs)
    }
    return (loss(\.shown), loss(\.intended))
  }

  /// Of steps of the baseline those that the variant does as often.
  private func doneAsOften(_ steps: Set<Text>, _ index: Int) -> Set<Text> {
    func calls(_ step: Text, _ outcome: VariantOutcome) -> Int64 { outcome.ledger.operation(named: step)?.calls ?? 0 }
    return steps.filter { calls($0, outcomes[index]) >= calls($0, outcomes[0]) }
  }

  func pricing(_ index: Int) -> Pricing? {
    index < input.surroundings.count ? input.surroundings[index].pricing : nil
  }

  func period(_ index: Int) -> BilledPeriod {
    var period = BilledPeriod(outcomes[index].ledger, simulatedDays: days, storedBytes: outcomes[index].storage.average)
    if suite.variants[index].workload.usesRealtimeDatabase {
      period.realtimeStoredBytes = outcomes[index].realtimeStorage.average
    }
    return period
  }

  private func month(_ index: Int) -> MonthlyCost? { pricing(index)?.month(of: period(index)) }

  private func correctness(_ notes: RunNotes) -> Correctness {
    var sums = (missed: SaturatingSum(), stale: SaturatingSum(), duplicates: SaturatingSum())
    for observation in notes.observations.values {
      sums.missed.add(observation.missed.value)
      sums.stale.add(observation.stale.value)
      sums.duplicates.add(observation.duplicates.value)
    }
    return Correctness(
      missed: sums.missed.value, stale: sums.stale.value, duplicates: sums.duplicates.value,
      denied: notes.denied.values.reduce(into: SaturatingSum()) { $0.add($1.value) }.value,
      indexErrors: notes.indexErrors.values.reduce(into: SaturatingSum()) { $0.add($1.value) }.value)
  }

  private func operations(_ outcome: VariantOutcome) -> [OperationReport] {
    outcome.ledger.operations.map { account in
      let note = outcome.notes.operations[account.name]
      return OperationReport(
        name: account.name.string, shape: note?.shape, calls: account.calls, tally: account.tally, plan: note?.plan,
        readsPerCall: account.readsPerCall.map {
          ReadsPerCall(minimum: $0.minimum, median: $0.median, maximum: $0.maximum)
        },
        callsByReads: CallsByReads.list(account.callsByReads), source: note.map { suite.location($0.span) })
    }
  }

  private func book(_ variants: [VariantReport]) -> RunReport.Book? {
    guard let pricing = pricing(0) else { return nil }
    let book = pricing.book
    return RunReport.Book(
      name: book.name, asOf: book.asOf?.description, location: book.locations.isEmpty ? nil : pricing.location,
      currency: book.currency, isUnverified: variants.contains { $0.month?.unverified.isEmpty == false },
      monthDays: book.calendar.monthDays, yearMonths: book.calendar.yearMonths)
  }

  // MARK: Demands

  private func assertion(_ assertion: Assertion, _ figures: RunFigures) -> AssertionReport {
    let outcome = assertion.evaluate(figures)
    let notes: [String] =
      switch outcome {
      case .passed: []
      case .failed(let comparisons): comparisons.map(\.description)
      case .undecidable(let reason, _): [reason]
      }
    return AssertionReport(
      text: assertion.text, passed: outcome == .passed, notes: notes, location: suite.location(assertion.span))
  }

  private func judged(_ line: BudgetLine, _ index: Int) -> JudgedBudget? {
    guard line.level != .off else { return nil }
    let budget = line.budget
    let monthDays = pricing(index)?.book.calendar.monthDays ?? 30
    let known = Set(outcomes.flatMap { $0.notes.operations.keys })
    let result = budget.evaluate(
      outcomes[index].ledger, simulatedDays: days, monthDays: monthDays, knownOperations: known)
    let verdict: BudgetReport.Verdict =
      switch result.verdict {
      case .passed: .passed
      case .nearlyUsed: .nearlyUsed
      case .exceeded: .exceeded
      case .unknownOperation: .unknownStep
      }
    // The settings of a project speak of all workloads; a step that this one never calls is nothing to show, nor is
    // one that fewer days do not come to.
    if line.place != nil || suite.otherDays != nil, verdict == .unknownStep { return nil }
    let code = verdict == .nearlyUsed ? DiagnosticCode.budgetNearlyUsed : .budgetExceeded
    let report = BudgetReport(
      scope: line.scope, metric: budget.metric.rawValue, period: budget.period.rawValue,
      maximum: budget.maximum.abbreviated, variant: outcomes[index].name, measured: result.measured?.description,
      verdict: verdict, isExpected: suite.variants[index].expectedFindings.contains(code.id), level: line.level,
      location: line.place ?? suite.location(line.span))
    return JudgedBudget(report: report, variant: index, level: line.level)
  }

  private func assumptions(_ index: Int, _ variant: VariantReport) -> [AssumptionReport] {
    let period = period(index)
    return gigabyte(index, variant)
      + outcomes[index].ledger.assumptionEffects.map { effect in
        var monthlyChange: Rational?
        if let pricing = pricing(index), let month = variant.month {
          monthlyChange = pricing.month(of: period.changed(by: effect)).amount - month.amount
        }
        return AssumptionReport(
          name: effect.named.rawValue, value: effect.value, alternative: effect.alternative,
          summary: effect.named.summary, variant: variant.name, change: effect.change, monthlyChange: monthlyChange)
      }
  }

  /// The size of a gigabyte changes no count, only the bill.
  private func gigabyte(_ index: Int, _ variant: VariantReport) -> [AssumptionReport] {
    guard variant.realtime != nil, var pricing = pricing(index), pricing.realtime != nil, let month = variant.month
    else {
      return []
    }
    let present = pricing.assumptions
    pricing.assumptions = present.flipping(.rtdbGigabyte)
    let change = pricing.month(of: period(index)).amount - month.amount
    guard !change.isZero else { return [] }
    return [
      AssumptionReport(
        name: BillingSwitch.rtdbGigabyte.rawValue, value: present.value(of: .rtdbGigabyte),
        alternative: pricing.assumptions.value(of: .rtdbGigabyte), summary: BillingSwitch.rtdbGigabyte.summary,
        variant: variant.name, change: .zero, monthlyChange: change)
    ]
  }
}

extension [Diagnostic] {
  /// Variants fail alike.
  fileprivate func uniqued() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return filter { seen.insert($0).inserted }
  }
}

extension VariantOutcome {
  /// Requests that the service refused, by step.
  fileprivate func refusals(_ kind: (RunNotes.OperationNote) -> SaturatingSum) -> [Text: Int64] {
    notes.operations.mapValues { kind($0).value }.filter { $0.value > 0 }
  }
}
