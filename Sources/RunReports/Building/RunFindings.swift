import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import IndexCatalog
import Metering
import Project
import QueryPlanner
import QueryShapes
import Simulation
import Workloads

/// Collects the findings of a run: those of the queries and hazards of every variant, those of the simulation, and the
/// demands that are not met. What several variants show alike is one finding.
struct RunFindings {
  let builder: ReportBuilder
  let variants: [VariantReport]
  let figures: RunFigures
  let budgets: [JudgedBudget]
  let claims: [ClaimReport]

  private var suite: WorkloadSuite { builder.suite }

  var all: [ReportedFinding] {
    var merged = MergedFindings()
    for diagnostic in builder.input.inputFindings { merged.add(diagnostic, variant: nil, isExpected: false) }
    for diagnostic in UnreachedSteps.findings(in: suite, builder.outcomes.map(\.notes)) {
      let isExpected = suite.variants.contains { $0.expectedFindings.contains(diagnostic.code.id) }
      merged.add(diagnostic, variant: nil, isExpected: isExpected)
    }
    for index in variants.indices {
      let expected = Set(suite.variants[index].expectedFindings)
      for finding in findings(index) {
        merged.add(
          finding.diagnostic, variant: variants[index].name,
          isExpected: finding.isExpected || expected.contains(finding.diagnostic.code.id))
      }
    }
    for assertion in suite.assertions {
      if let diagnostic = assertion.diagnostic(assertion.evaluate(figures), in: suite.source) {
        merged.add(diagnostic, variant: nil, isExpected: false)
      }
    }
    for claim in claims {
      if let diagnostic = claim.diagnostic { merged.add(diagnostic, variant: nil, isExpected: false) }
    }
    return merged.findings
  }

  private func findings(_ index: Int) -> [StepFinding] {
    let shapes = shapeFindings(index)
    let known = Set(shapes.filter { $0.diagnostic.severity == .error }.compactMap(\.diagnostic.location?.span))
    return shapes + builder.hazards(suite.variants[index].workload, suite.source) + refusals(index, known: known)
      + unmetExpectations(index) + sessions(index)
      + observations(index) + budgetFindings(index)
      + unindexed(index) + hotspots(index) + prices(index) + problems(index) + unverified(index)
  }

  // MARK: Before anything runs

  private func shapeFindings(_ index: Int) -> [StepFinding] {
    guard index < builder.input.surroundings.count else { return [] }
    var single = suite
    single.variants = [suite.variants[index]]
    let planner = QueryPlanner(
      catalog: builder.input.surroundings[index].catalog, database: builder.input.database,
      assumptions: builder.input.planner)
    let indexFile = builder.input.surroundings[index].indexFile
    let judge =
      indexFile.map { QueryJudge(planner: planner, indexFile: $0) } ?? QueryJudge(planner: planner, hasIndexFile: false)
    return single.queryShapes.flatMap { shape in
      judge.findings(on: shape).compactMap { diagnostic in
        let isExpected = shape.expectedFindings.contains(diagnostic.code.id)
        return builder.input.unbounded.applied(to: diagnostic, of: shape.name)
          .map { StepFinding(diagnostic: $0, isExpected: isExpected) }
      }
    }
  }

  // MARK: What happened

  private func sessions(_ index: Int) -> [StepFinding] {
    let workload = suite.variants[index].workload
    return builder.outcomes[index].notes.sessionFindings(of: workload, in: suite).map { StepFinding(diagnostic: $0) }
  }

  private func refusals(_ index: Int, known: Set<Span>) -> [StepFinding] {
    builder.outcomes[index].notes.refusalDiagnostics(in: suite, known: known).map { StepFinding(diagnostic: $0) }
  }

  /// A step that was to be refused, was done, and never was refused: the design behind it is not what its author thinks.
  private func unmetExpectations(_ index: Int) -> [StepFinding] {
    let notes = builder.outcomes[index].notes
    var findings: [StepFinding] = []
    suite.variants[index].workload.visitSteps { step in
      guard let status = step.expectation?.status, status != .ok, notes.operations[step.operation.name] != nil,
        !notes.expectedRefusals.contains(step.span), !notes.refusals.contains(where: { $0.step == step })
      else { return }
      findings.append(
        StepFinding(
          diagnostic: Diagnostic(
            .assertionFailed, "`\(step.operation.name)` was to be refused with \(status.name), and was served",
            at: suite.location(step.expectation?.span ?? step.span),
            help: "remove the expectation if the service is right")))
    }
    return findings
  }

  private func observations(_ index: Int) -> [StepFinding] {
    var findings = waste(index)
    for found in builder.outcomes[index].notes.boundFindings {
      findings.append(
        StepFinding(
          diagnostic: Diagnostic(
            found.finding.code, found.finding.message, at: suite.location(found.finding.span), help: found.finding.help),
          isExpected: found.step.expectation?.code == found.finding.code.id))
    }
    let (baseline, variant) = (variants[0], variants[index])
    guard index > 0 else { return findings + missedByBaseline }
    // What an earlier answer on the screen does not show yet is a loss that the variant's standing says, and no fault.
    let never = Loss(builder.outcomes[index], beyond: builder.outcomes[0], in: suite.variants[index].workload) {
      $0.missed.value - $0.cameLater.value
    }
    if variant.kind == .alternative, never.count > 0, variant.costsLess(than: baseline) {
      findings.append(
        StepFinding(
          diagnostic: Diagnostic(
            .unsoundVariant,
            "`\(variant.name)` is cheaper than `\(baseline.name)`, but "
              + "\(Grouped.counted(never.count, "document")) \(never.count == 1 ? "is" : "are") never shown\(never.place)",
            at: suite.location(suite.variants[index].span),
            help: "compare only variants that show the same documents; where it is no proposal, say `kind: scenario`")))
    }
    return findings
  }

  /// FB7033: what the baseline never shows, though a step says that it is to be seen. Variants are not asked for it.
  private var missedByBaseline: [StepFinding] {
    var missed: [String: Int64] = [:]
    for (key, observation) in builder.outcomes[0].notes.observations {
      missed[key.result] = SaturatingSum.of(missed[key.result] ?? 0, observation.missed.value)
    }
    var findings: [StepFinding] = []
    suite.variants[0].workload.visitSteps { step in
      let asked: (result: Name?, intended: ReadTarget?)
      switch step.action {
      case .read(let read): asked = (read.result, read.intended)
      case .page(let page): asked = (page.result, page.intended)
      case .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group,
        .outsideWrite, .realtime:
        return
      }
      // The results of steps that share a name are one.
      let name = step.operation.name.string
      guard let intended = asked.intended, let count = missed.removeValue(forKey: asked.result?.text ?? name), count > 0
      else { return }
      findings.append(
        StepFinding(
          diagnostic: Diagnostic(
            .baselineMisses,
            "`\(variants[0].name)` itself never shows \(Grouped.counted(count, "document")) of what "
              + "\(QuotedText.of(name)) is to show: \(QuotedText.of(intended.text, limit: 120))",
            at: suite.location(intended.span),
            help:
              "`intend` names what this step shows when all goes well; what else the screen needs is read by a step "
              + "of its own. Variants are compared with what is shown, and not asked for the rest"),
          isExpected: step.expectation?.code == DiagnosticCode.baselineMisses.id))
    }
    return findings
  }

  /// FB2010: the times of commits that collections index, where even the mean of the whole run is too many writes a second.
  /// What is written below many documents may be spread over as many collections.
  private func hotspots(_ index: Int) -> [StepFinding] {
    guard index < builder.input.surroundings.count else { return [] }
    let workload = suite.variants[index].workload
    let calendar = VirtualCalendar(workload.clock)
    let seconds = Double(calendar.end.microseconds - calendar.start.microseconds) / 1_000_000
    let catalog = builder.input.surroundings[index].catalog
    var known: Set<Diagnostic> = []
    return workload.serverTimes.compactMap { written in
      let path = written.collection
      guard let group = path.split(separator: "/").last, !path.contains("*"),
        let writes = builder.outcomes[index].notes.fanOut[path]?.writes.value,
        var finding = catalog.hotspotFinding(
          collectionGroup: Text(String(group)), monotonicField: written.field.path,
          writesPerSecond: Double(writes) / seconds),
        known.insert(finding).inserted
      else { return nil }
      finding.location = suite.location(written.field.span)
      return StepFinding(diagnostic: finding)
    }
  }

  private func waste(_ index: Int) -> [StepFinding] {
    builder.outcomes[index].notes.operations.sorted { $0.key < $1.key }.flatMap { name, note -> [StepFinding] in
      var findings: [StepFinding] = []
      let dropped = note.returned.value - note.kept.value
      if dropped > 0 {
        let share = Percentage.text(dropped, of: note.returned.value)
        findings.append(
          StepFinding(
            diagnostic: Diagnostic(
              .filteredAfterRead,
              "`\(name)` pays for documents that the app throws away: \(Grouped.count(dropped)) of "
                + "\(Grouped.count(note.returned.value)) (\(share))",
              at: suite.location(note.span), help: "let the query filter, or keep the field it needs in the documents"))
        )
      }
      if note.unexpectedMisses.value > 0 {
        findings.append(
          StepFinding(
            diagnostic: Diagnostic(
              .readsOfMissingDocuments,
              "`\(name)` reads documents that do not exist, "
                + Grouped.counted(note.unexpectedMisses.value, "time"),
              at: suite.location(note.span), help: "each costs a read; `missing: ok` says that it is meant")))
      }
      return findings
    }
  }

  private func budgetFindings(_ index: Int) -> [StepFinding] {
    budgets
      .compactMap { budget in
        let report = budget.report
        guard budget.variant == index, report.measured != nil else { return nil }
        let per = report.period == "run" ? "in the whole run" : "per \(report.period)"
        let figures = "\(report.measuredText) of \(Grouped.decimal(report.maximum)) \(report.metric) \(per)"
        switch report.verdict {
        case .passed, .unknownStep: return nil
        case .nearlyUsed:
          return StepFinding(
            diagnostic: Diagnostic(
              .budgetNearlyUsed, "`\(report.scope)` bills \(figures)", at: report.location))
        case .exceeded:
          return StepFinding(
            diagnostic: Diagnostic(
              .budgetExceeded, "`\(report.scope)` bills \(figures)", at: report.location,
              severity: budget.level.severity))
        }
      }
  }

  /// Listeners of the Realtime Database that download a whole location for want of an index.
  private func unindexed(_ index: Int) -> [StepFinding] {
    builder.outcomes[index].notes.unindexedListens.map { listen in
      StepFinding(
        diagnostic: Diagnostic(
          .missingIndexOn,
          "`\(listen.step.operation.name)` needs an index on `\(listen.index)` that the rules do not declare: the whole "
            + "location is sent",
          at: suite.location(listen.step.shapeSpan),
          notes: [
            "the largest first data is \(FigureText.traffic(listen.bytes)), with the index "
              + FigureText.traffic(listen.bytesIfIndexed)
          ],
          help: "add `\".indexOn\": [\"\(listen.index)\"]` at `/\(listen.location)`"),
        isExpected: listen.step.expectation?.code == DiagnosticCode.missingIndexOn.id)
    }
  }

  // MARK: What is not known

  private func prices(_ index: Int) -> [StepFinding] {
    guard let month = variants[index].month else { return [] }
    let place = suite.variants[index].workload.prices.map { suite.location($0.span) }
    var findings = [Diagnostic.unpriced(month.unpriced, at: place)].compactMap(\.self).map {
      StepFinding(diagnostic: $0)
    }
    let unverified = month.unverified.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    if !unverified.isEmpty {
      findings.append(
        StepFinding(
          diagnostic: Diagnostic(
            .behaviourUnverified, "nobody has verified the price book's price for \(unverified)", at: place)))
    }
    return findings
  }

  private func unverified(_ index: Int) -> [StepFinding] {
    builder.outcomes[index].ledger.assumptionEffects.map { effect in
      let changed = effect.change.reads
      let figure =
        changed != 0
        ? "\(Grouped.signed(changed)) reads"
        : effect.change.writes != 0 ? "\(Grouped.signed(effect.change.writes)) writes" : "other components"
      return StepFinding(
        diagnostic: Diagnostic(
          .behaviourUnverified,
          "figures depend on `\(effect.named.rawValue)`: \(effect.named.summary)",
          at: suite.source.start,
          notes: [
            "`\(effect.named.rawValue)=\(effect.alternative)` would change `\(variants[index].name)` by \(figure)"
          ],
          help: "the other answer is `--assume \(effect.named.rawValue)=\(effect.alternative)`"))
    }
  }

  private func problems(_ index: Int) -> [StepFinding] {
    builder.outcomes[index].notes.problemDiagnostics(in: suite).map { StepFinding(diagnostic: $0) }
  }
}

/// Joins findings that differ only in the variant that shows them.
private struct MergedFindings {
  private struct Key: Hashable {
    var code: DiagnosticCode
    var message: String
    var location: SourceLocation?
    /// Variants that are generated from one step stand at one place and need different indexes.
    var needs: NeededDefinition?
    var isExpected: Bool
  }

  private(set) var findings: [ReportedFinding] = []
  private var positions: [Key: Int] = [:]

  mutating func add(_ diagnostic: Diagnostic, variant: String?, isExpected: Bool) {
    let key = Key(
      code: diagnostic.code, message: diagnostic.message, location: diagnostic.location, needs: diagnostic.needs,
      isExpected: isExpected)
    if let position = positions[key] {
      if let variant, !findings[position].variants.contains(variant) { findings[position].variants.append(variant) }
      for note in diagnostic.notes where !findings[position].diagnostic.notes.contains(note) {
        findings[position].diagnostic.notes.append(note)
      }
      return
    }
    positions[key] = findings.count
    findings.append(
      ReportedFinding(diagnostic: diagnostic, variants: variant.map { [$0] } ?? [], isExpected: isExpected))
  }
}
