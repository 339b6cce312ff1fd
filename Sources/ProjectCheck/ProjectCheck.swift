package import Diagnostics
import FirestoreModel
import IndexCatalog
import Project
import QueryScanner
import SourceTokens
package import QueryShapes
import Simulation
import Workloads

/// What `check` says about one project.
package struct CheckReport: Sendable {
  /// Unfiltered, in no particular order.
  package var findings: [Diagnostic]
  package var databases: Int
  package var indexes: Int
  package var workloads: Int
  /// How many more there are that cannot be read.
  package var unreadWorkloads: Int
  /// Queries of Firestore.
  package var shapes: Int
  /// Reads of the Realtime Database that sources and workloads ask for.
  package var realtimeQueries = 0
  /// Rules files.
  package var rules: Int
  /// Sources and documents.
  package var files = 0
  /// Reads of single documents and writes.
  package var otherRequests = 0
  /// Documents beside an application: what is found in them is information.
  package var documentation: Set<String> = []

  /// Nothing was there that anything could be said about.
  package var judgedNothing: Bool { indexes == 0 && judgedIndexesOnly }

  /// Nothing was there but requests for single documents, which indexes and limits do not matter to.
  package var judgedDocumentsOnly: Bool {
    otherRequests > 0 && [workloads, shapes, realtimeQueries, rules, indexes].allSatisfy { $0 == 0 }
  }

  /// Nothing was there but definitions of indexes, if any.
  package var judgedIndexesOnly: Bool {
    [workloads, shapes, realtimeQueries, rules, otherRequests].allSatisfy { $0 == 0 }
  }
}

extension ProjectQueries {
  /// Judges everything that can be judged without running it.
  package func check() -> CheckReport {
    judged?.keepOnly(groups.map(\.judge))
    let configuration = scope.project.findings
    let indexes = groups.flatMap(\.indexFindings)
    let (asked, (others, access, rest)) = DeepStack.both {
      questioned
    } _: {
      (sourceFindings, accessFindings(), hazards + documentFindings + playedFindings + workloadRealtimeFindings)
    }
    // A part of the sources says nothing about who calls it.
    let uncalled = scope.isWhole ? UncalledCode(of: asked, others, in: sources, known: mentions) : nil
    // Before findings that look alike become one: code that is called is not spoken of by a query that is not asked.
    var alike = AlikeFindings()
    for question in asked {
      alike.add(uncalled?.judged(question) ?? question.finding, of: question.query)
    }
    let found = SourceSuppressions.apply(
      to: alike.findings + others.map { uncalled?.judged($0) ?? $0 } + shownRealtimeRuleFindings
        + ShownRules(sources).findings,
      in: sources,
      isComplete: true)
    return CheckReport(
      findings: configuration + indexes + rulesFindings() + realtimeRules.findings + realtimeRuleFindings
        + workloadFindings + (found + access).map(sources.judged) + rest + unknownBudgets + inventoryFailures,
      databases: scope.project.databases.count,
      indexes: groups.reduce(0) { $0 + $1.source.catalog.composites.count }, workloads: suites.count,
      unreadWorkloads: unreadWorkloads.count,
      shapes: shapeCount, realtimeQueries: sources.realtimeQueryCount + workloadReadCount,
      rules: rules.files.count + realtimeRules.readings.count, files: sources.files.sources.count,
      otherRequests: sources.requests.count - sources.queryCount, documentation: documentation)
  }

  /// A run about documents judges their code as if it were an application; beside one it is an example.
  private var documentation: Set<String> {
    func isDocument(_ path: String) -> Bool { SourceLanguage(fileName: path) == .markdown }
    let isOfApplication =
      scope.isWhole && scope.project.configurationFile != nil
      || sources.requests.contains { !isDocument($0.request.location.source.path) }
    guard isOfApplication else { return [] }
    return Set(sources.files.sources.map(\.path).filter { isDocument($0) && !scope.sourcePlaces.contains($0) })
  }

  /// What the steps of a variant do together, unless it is meant to show that.
  private var hazards: [Diagnostic] {
    suites.flatMap { suite in
      suite.idleActorFindings + suite.partialWeekFindings
        + suite.variants.flatMap { variant in
          WorkloadHazards.findings(in: variant.workload, source: suite.source)
            .filter { !$0.isExpected && !variant.expectedFindings.contains($0.diagnostic.code.id) }
            .map(\.diagnostic)
        }
    }
  }

  /// What workloads play beside what sources ask; only the whole of both says that something is missing.
  private var playedFindings: [Diagnostic] {
    guard scope.isWhole, unreadWorkloads.isEmpty, !suites.isEmpty else { return [] }
    return PlayedQueries(sources, suites).findings
  }

  /// What is wrong with the requests of sources beyond what is wrong with their shapes.
  private var sourceFindings: [Diagnostic] {
    let recorded = UnresolvedShapes.findings(inRecorded: groups.flatMap(\.shapes).filter(\.isOnlyRecorded))
    guard !sources.requests.isEmpty || !sources.remarks.isEmpty else { return sources.findings + recorded }
    return sources.findings + recorded
      + UnresolvedShapes.findings(
        in: sources, configured: scope.project.leftOut.union(scope.project.databases.map(\.id)))
      + SourceHazards.findings(in: sources) + realtimeFindings
  }

  /// What indexes and rules say to each query, before findings that look alike become one.
  private var questioned: [QuestionedFinding] {
    let queries = groups.flatMap { group in
      group.source.edition == .enterprise
        ? group.unsupported.map { QuestionedFinding(finding: $0, query: "") } : queryFindings(of: group)
    }
    return queries + sourceAccessFindings + sourceDocumentFindings
  }

  private func queryFindings(of group: QueryGroup) -> [QuestionedFinding] {
    let isRead = definitionsAreRead(of: group)
    let levels = UnboundedLevels(scope.project.settings.budgets)
    return zip(group.shapes, judgements(of: group)).flatMap { shape, findings in
      findings.compactMap { levels.applied(to: $0, of: shape.name) }
        // What a file that was not read does not define is not known.
        .filter { isRead || $0.needs == nil }
        .map { QuestionedFinding(finding: $0, query: shape.shortText, calledFrom: shape.calledFrom) }
    }
  }

  /// What is found in each shape of a group. Documents have judges of their own.
  private func judgements(of group: QueryGroup) -> [[Diagnostic]] {
    guard let judged, documentJudges.isEmpty else {
      return group.shapes.map { judge(of: $0, in: group).findings(on: $0) }
    }
    return judged.findings(on: group.shapes, by: group.judge)
  }

  /// Whether the group's index file, and what says which file that is, could be read as what it is.
  private func definitionsAreRead(of group: QueryGroup) -> Bool {
    let configuration = scope.project.findings.filter { finding in
      finding.severity == .error && finding.code.meansUnreadableInput
        && finding.location?.source.path != scope.project.settingsPath
    }
    return configuration.isEmpty && !group.source.findings.contains(where: \.isInputFailure)
  }

  /// Files of the inventory that cannot be read as what they are. One that is only out of date is for `queries verify`.
  private var inventoryFailures: [Diagnostic] {
    recorded?.findings.filter(\.isInputFailure) ?? []
  }

  /// Budgets of `firebreak.json` that name no step of any workload.
  private var unknownBudgets: [Diagnostic] {
    guard scope.isWhole, !scope.project.sharesSettings, !suites.isEmpty, !scope.project.settings.budgets.isEmpty else {
      return []
    }
    return scope.project.settings.unknownBudgets(among: suites.flatMap(\.stepNames))
  }
}

extension QueryGroup {
  /// FB8001 where nothing is known of how queries are served.
  package var unsupported: [Diagnostic] {
    guard source.edition == .enterprise, let first = shapes.first else { return [] }
    return [
      Diagnostic(
        .unsupportedFeature, "queries of the enterprise edition are not judged yet", at: first.location,
        notes: ["queries left out: \(shapes.count)"])
    ]
  }
}
