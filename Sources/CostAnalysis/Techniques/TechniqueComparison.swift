import Diagnostics
import Metering
import RunReports
package import Simulation

/// Tries every technique on every reading step of a workload.
package enum TechniqueComparison {
  /// One variant to be simulated.
  private struct Candidate {
    var entry: TechniqueReport.Entry
    var generated: GeneratedVariant
  }

  package static func compare(
    _ template: VariantTemplate, path: String, progress: @escaping @Sendable (RunProgress) -> Void = { _ in }
  ) async throws(CountedRun.Failure) -> TechniqueReport {
    var candidates: [Candidate] = []
    var rejected: [TechniqueReport.Entry] = []
    let subjects = groups(template)
    for technique in Technique.allCases {
      for group in subjects.flatMap({ verdicts(technique, $0) }) {
        guard let first = group.first?.subject else { continue }
        var entry = TechniqueReport.Entry(
          technique: technique, steps: group.map(\.subject.name).uniqued(),
          location: SourceLocation(source: template.source, span: first.span),
          verdict: .notApplicable, reasons: [], conditions: [], indexes: [], figures: nil)
        var changes: [GeneratedVariant.Change] = []
        for (_, proposal) in group {
          switch proposal {
          case .notApplicable(let reason): entry.reasons.append(reason)
          case .change(let change):
            for one in [change.node] + change.others where !changes.contains(one) { changes.append(one) }
            entry.conditions += change.conditions
            entry.reasons += change.objections
            entry.verdict = change.objections.isEmpty && entry.verdict != .unsound ? .sound : .unsound
          }
        }
        (entry.reasons, entry.conditions) = (entry.reasons.uniqued(), entry.conditions.uniqued())
        guard !changes.isEmpty else {
          rejected.append(entry)
          continue
        }
        let name = "\(technique.rawValue) \(candidates.count + 1)"
        candidates.append(Candidate(entry: entry, generated: GeneratedVariant(name: name, changes: changes)))
      }
    }
    return try await measured(candidates, rejected, template, path, progress)
  }

  /// Steps that ask the same, in the order of the file.
  private static func groups(_ template: VariantTemplate) -> [[TechniqueSubject]] {
    var order: [String] = []
    var groups: [String: [TechniqueSubject]] = [:]
    for subject in template.places.compactMap({ TechniqueSubject($0, of: template) }) {
      if groups[subject.target] == nil { order.append(subject.target) }
      groups[subject.target, default: []].append(subject)
    }
    return order.compactMap { groups[$0] }
  }

  private typealias Proposed = (subject: TechniqueSubject, proposal: TechniqueProposal)

  /// The steps of a group with what is proposed for each of them, apart where it is right for one and wrong for another.
  private static func verdicts(_ technique: Technique, _ group: [TechniqueSubject]) -> [[Proposed]] {
    var (sound, unsound, rejected): ([Proposed], [Proposed], [Proposed]) = ([], [], [])
    for subject in group {
      let proposal = propose(technique, subject)
      switch proposal {
      case .change(let change) where change.objections.isEmpty: sound.append((subject, proposal))
      case .change: unsound.append((subject, proposal))
      case .notApplicable: rejected.append((subject, proposal))
      }
    }
    return [sound, unsound, rejected]
  }

  private static func propose(_ technique: Technique, _ subject: TechniqueSubject) -> TechniqueProposal {
    switch technique {
    case .timestampSync: subject.timestampSync()
    case .addLimit: subject.addLimit()
    case .cursorPaging: subject.cursorPaging()
    case .offsetToCursor: subject.offsetToCursor()
    case .aggregate: subject.aggregate()
    case .denormalise: subject.denormalise()
    case .mapForArray: subject.mapForArray()
    case .clientFilter: subject.clientFilter()
    }
  }

  // MARK: Simulation

  private static func measured(
    _ candidates: [Candidate], _ rejected: [TechniqueReport.Entry], _ template: VariantTemplate, _ path: String,
    _ progress: @escaping @Sendable (RunProgress) -> Void
  ) async throws(CountedRun.Failure) -> TechniqueReport {
    var (usable, rejected) = (candidates, rejected)
    var preparation = template.prepare(usable.map(\.generated))
    if preparation.input == nil {
      // One of them does not fit the workload; the others shall not suffer from it.
      usable = []
      for candidate in candidates {
        let alone = template.prepare([candidate.generated])
        if alone.input != nil {
          usable.append(candidate)
        } else {
          var entry = candidate.entry
          entry.verdict = .notApplicable
          entry.reasons = [
            "the changed step cannot be simulated: \(alone.findings.first { $0.severity == .error }?.message ?? "unreadable")"
          ]
          entry.conditions = []
          rejected.append(entry)
        }
      }
      preparation = template.prepare(usable.map(\.generated))
    }
    guard let input = preparation.input else { throw .unreadable(preparation.findings) }
    // Hazards are neither missing indexes nor what cannot be simulated, and nothing else is read of the findings.
    let report = await WorkloadRunner.run(input, hazards: { _, _ in [] }, progress: progress)
    guard let base = report.variants.first else { throw .unreadable(preparation.findings) }
    var entries: [TechniqueReport.Entry] = []
    for candidate in usable {
      guard let variant = report.variants.first(where: { $0.name == candidate.generated.name }) else { continue }
      entries.append(judged(candidate, variant, base, report))
    }
    return TechniqueReport(
      workload: template.suiteName, path: path, variant: template.variant, days: report.period.days,
      baseReads: base.reads, baseCost: base.month, monthDays: report.book?.monthDays ?? 30,
      entries: entries.sorted(by: precedes) + rejected,
      findings: report.findings.filter { $0.variants.isEmpty || $0.variants.contains(base.name) }.map(\.diagnostic)
        .filter { $0.severity == .error && [.unsupportedFeature, .internalError].contains($0.code) })
  }

  private static func judged(
    _ candidate: Candidate, _ variant: VariantReport, _ base: VariantReport, _ report: RunReport
  ) -> TechniqueReport.Entry {
    var entry = candidate.entry
    let (found, before) = (variant.correctness, base.correctness)
    var savedCost: Rational?
    if let after = variant.month, let cost = base.month { savedCost = cost.amount - after.amount }
    entry.figures = TechniqueReport.Figures(
      reads: variant.reads, writes: variant.tally.writes, savedReads: base.reads - variant.reads,
      monthlyCost: variant.month, savedCost: savedCost, missed: found.missed, stale: found.stale,
      duplicates: found.duplicates, moreDuplicates: found.duplicates - before.duplicates,
      denied: found.denied - before.denied, indexErrors: found.indexErrors - before.indexErrors)
    // What a refused request does not show is no reason of its own.
    if found.missed > before.missed, found.denied <= before.denied, found.indexErrors <= before.indexErrors {
      entry.reasons.append(
        "\(Grouped.counted(found.missed - before.missed, "document")) that should be seen never \(found.missed - before.missed == 1 ? "comes" : "come")"
      )
    }
    if found.stale > before.stale {
      entry.reasons.append(
        "\(Grouped.counted(found.stale - before.stale, "document")) changed or deleted on the server \(found.stale - before.stale == 1 ? "stays" : "stay") as before on the device"
      )
    }
    if found.denied > before.denied {
      entry.reasons.append("the rules deny \(Grouped.counted(found.denied - before.denied, "request"))")
    }
    if !entry.reasons.isEmpty { entry.verdict = .unsound }
    let own = report.findings.filter { $0.variants.contains(variant.name) && !$0.variants.contains(base.name) }
    entry.indexes = own.filter { $0.diagnostic.severity == .error }.compactMap { $0.diagnostic.needs?.json }.uniqued()
    if found.indexErrors > before.indexErrors || !entry.indexes.isEmpty {
      entry.reasons.append("an index is missing")
      if entry.verdict == .sound { entry.verdict = .needsIndex }
    }
    return entry
  }

  private static func precedes(_ first: TechniqueReport.Entry, _ second: TechniqueReport.Entry) -> Bool {
    let (a, b) = (rank(first.verdict), rank(second.verdict))
    if a != b { return a < b }
    return (first.figures?.savedReads ?? 0) > (second.figures?.savedReads ?? 0)
  }

  private static func rank(_ verdict: TechniqueReport.Verdict) -> Int {
    switch verdict {
    case .sound: 0
    case .needsIndex: 1
    case .unsound: 2
    case .notApplicable: 3
    }
  }
}
