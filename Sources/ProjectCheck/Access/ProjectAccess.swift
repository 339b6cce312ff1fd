package import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreRulesChecker
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Project
import QueryModel
import QueryPlanner
import QueryShapes
import Simulation
import Workloads

extension ProjectQueries {
  /// What is wrong with the rules files themselves.
  package func rulesFindings() -> [Diagnostic] {
    let databases = groups.map(\.judge.planner.database)
    return rules.findings
      + rules.files.flatMap { file in
        var context = RulesContext(suites(judgedBy: file), databases: databases)
        context.now = RuleTimestamp(now)
        context.verifyingProvider = verifyingProvider(of: file)
        let findings = RulesCheck.findings(file.parsed, file.compilation, context: context, keepsSuppressed: true)
        return TestRules.judged(findings, named: file.path)
      }
  }

  /// Looking for it reads all sources, so that only rules that depend on an address ask.
  private func verifyingProvider(of file: RulesSource) -> String? {
    guard file.parsed.ruleset.source.contains("token.email") else { return nil }
    return SignInProviders.onlyVerifying(in: sources.files.sources)
  }

  /// The workloads under a rules file, with those of their variants that are under it.
  private func suites(judgedBy file: RulesSource) -> [WorkloadSuite] {
    var rules = rules
    return suites.compactMap { suite in
      var judged = suite
      judged.variants.removeAll { variant in
        rules.rules(for: variant.workload.database, of: suite.source)?.source.path != file.path
      }
      return judged.variants.isEmpty ? nil : judged
    }
  }

  /// Which queries of the workloads the rules deny to those who ask them.
  ///
  /// A workload that names rules is judged by them, with every end user in it. Under the project's own rules only actors
  /// that say who they are are judged.
  func accessFindings() -> [Diagnostic] {
    var rules = rules
    var merged = MergedAccessFindings()
    // Variants mostly start with the same documents.
    var seeds: [SeedDocuments: Snapshot?] = [:]
    for suite in suites {
      for variant in suite.variants {
        guard let (source, areNamed) = rules.rules(for: variant.workload.database, of: suite.source),
          let compiled = source.rules
        else { continue }
        let questions = suite.accessQuestions(of: variant, includesSignedOut: areNamed)
        guard !questions.isEmpty else { continue }
        let seed = SeedDocuments(of: variant.workload)
        let documents = seeds[seed] ?? seed.snapshot(in: workloadDatabase)
        seeds[seed] = .some(documents)
        let judge = AccessJudge(compiled, of: variant.workload, startingWith: documents, in: workloadDatabase)
        merged.add(questions.map { ($0, judge.findings(on: $0)) })
      }
    }
    return merged.findings
  }

  /// The database that workloads use.
  var workloadDatabase: DatabaseName {
    let standard = groups.first { $0.source.database == Project.defaultDatabaseID } ?? groups.first
    return standard?.judge.planner.database ?? Workload.database
  }
}

/// A place that several variants share is reported once. What one of them is meant to show still counts for another.
private struct MergedAccessFindings {
  private(set) var findings: [Diagnostic] = []
  private var known: Set<Diagnostic> = []

  mutating func add(_ judged: [(question: AccessQuestion, findings: [Diagnostic])]) {
    for finding in judged.flatMap(\.findings) where known.insert(finding).inserted { findings.append(finding) }
  }
}

extension RulesContext {
  /// What workloads tell about the data and the queries that rules meet.
  init(_ suites: [WorkloadSuite], databases: [DatabaseName]) {
    var collections: [Text: Set<Text>] = [:]
    var queries: [NormalizedQuery] = []
    for suite in suites {
      for entry in suite.variants.flatMap(\.workload.data) {
        guard let id = entry.path.segments.dropLast().last?.literal else { continue }
        collections[Text(id), default: []].formUnion(entry.fields.compactMap { $0.path.segments.first })
      }
      guard let database = databases.first else { continue }
      for shape in suite.queryShapes {
        if let query = try? shape.query.normalized(database: database) { queries.append(query) }
      }
    }
    self.init(
      collections: collections.isEmpty ? nil : collections, listQueries: queries.isEmpty ? nil : queries)
  }
}
