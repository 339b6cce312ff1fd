import Diagnostics
import DocumentStore
import FirestoreModel
package import FirestoreRulesEvaluator
package import Project

/// Runs the cases of a set of test files.
package struct RuleTestRunner: Sendable {
  /// How test suites of the hosted service are evaluated.
  package enum SuiteSemantics: String, Hashable, Sendable, CaseIterable {
    /// As requests of clients.
    case live
    /// As the hosted service does, which knows only what a test case brings.
    case testapi
  }

  package var mode: ServiceMode
  package var suiteSemantics: SuiteSemantics
  /// Only cases whose name contains it; nil: all.
  package var nameFilter: String?
  /// Whether what the cases evaluate is counted; without it the coverage of a run is empty.
  package var recordsCoverage: Bool

  package init(
    mode: ServiceMode = .production, suiteSemantics: SuiteSemantics = .testapi, nameFilter: String? = nil,
    recordsCoverage: Bool = true
  ) {
    self.mode = mode
    self.suiteSemantics = suiteSemantics
    self.nameFilter = nameFilter
    self.recordsCoverage = recordsCoverage
  }

  package struct Run: Sendable {
    package var report: RuleTestReport
    /// By the path of the rules.
    package var coverage: [String: Coverage]
  }

  /// - Parameter only: the files to run; nil: all of the set.
  package func run(_ set: RuleTestSet, only: Set<String>? = nil) -> Run {
    var run = Run(report: RuleTestReport(files: []), coverage: [:])
    for file in set.files where only?.contains(file.path) ?? true {
      guard let rules = set.rules[file.rulesPath] else { continue }
      let judge = RuleJudge(rules, mode: mode, recordsCoverage: recordsCoverage)
      var coverage = run.coverage[file.rulesPath] ?? Coverage()
      let results =
        switch file.content {
        case .cases(let cases): self.results(of: cases, judge, &coverage)
        case .suite(let suite): self.results(of: suite, judge, &coverage)
        }
      run.coverage[file.rulesPath] = coverage
      run.report.files.append(RuleTestReport.FileResult(path: file.path, cases: results))
    }
    return run
  }

  private func isChosen(_ name: String) -> Bool { nameFilter.map { name.contains($0) } ?? true }

  // MARK: Case files

  private func results(of file: CaseFile, _ judge: RuleJudge, _ coverage: inout Coverage) -> [RuleCaseResult] {
    var shared: Result<DocumentStore, FirestoreError>?
    var results: [RuleCaseResult] = []
    results.reserveCapacity(file.cases.count)
    for item in file.cases where isChosen(item.name) {
      do throws(FirestoreError) {
        let store: DocumentStore
        if item.hasOwnDocuments {
          store = try RuleDatabase.store(item.documents, in: file.database)
        } else {
          if shared == nil { shared = Self.store(item.documents, file.database) }
          store = try (shared ?? Self.store(item.documents, file.database)).get()
        }
        let answer = try judge.answer(item.operation, by: item.actor, on: store, at: item.time, recording: &coverage)
        results.append(result(of: item, answer, file.database))
      } catch {
        results.append(RuleCaseResult(item, refusedWith: error))
      }
    }
    return results
  }

  private static func store(
    _ documents: [RulesDocument], _ database: DatabaseName
  ) -> Result<DocumentStore, FirestoreError> {
    do throws(FirestoreError) { return .success(try RuleDatabase.store(documents, in: database)) } catch {
      return .failure(error)
    }
  }

  /// What rules allow can still fail: a test that fails for another reason is neither allowed nor denied.
  private func result(of item: RuleCase, _ answer: RuleAnswer, _ database: DatabaseName) -> RuleCaseResult {
    if answer.isAllowed, case .commit(let writes) = item.operation {
      do throws(FirestoreError) {
        _ = try RuleDatabase.store(item.documents, in: database).commit(writes, at: item.time)
      } catch {
        return RuleCaseResult(item, refusedWith: error, answer: answer)
      }
    }
    return RuleCaseResult(item, answer)
  }

  // MARK: Test suites

  private func results(of suite: TestSuiteFile, _ judge: RuleJudge, _ coverage: inout Coverage) -> [RuleCaseResult] {
    suite.cases.filter { isChosen($0.name) }.map { item in
      let answer = judge.answer(item, semantics: suiteSemantics, recording: &coverage)
      return RuleCaseResult(item, answer)
    }
  }
}
