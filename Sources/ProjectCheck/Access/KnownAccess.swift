import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import FirestoreRulesProver
import QueryModel
import Synchronization

/// What rules have said of queries of sources, for whoever looks at the same project again and again.
package final class KnownAccess: Sendable {
  private let kept = Mutex<[KnownJudgements]>([])

  package init() {}

  func judgements(of rules: CompiledRules, in database: DatabaseName, at now: Timestamp) -> KnownJudgements {
    kept.withLock { kept in
      let known = kept.first { $0.rules == rules.ruleset.source && $0.database == database && $0.now == now }
      let judgements = known ?? KnownJudgements(of: rules.ruleset.source, in: database, at: now)
      if known == nil { kept.append(judgements) }
      return judgements
    }
  }

  /// Forgets rules that nobody asks any more, and those that were asked so much that most of it is of former texts.
  func keepOnly(_ judgements: [KnownJudgements]) {
    kept.withLock { kept in kept.removeAll { known in known.isFull || !judgements.contains { $0 === known } } }
  }
}

/// What one rules file has said of queries. Those that rules cannot tell apart get one answer.
final class KnownJudgements: Sendable {
  struct Question: Hashable {
    var query: ListQuery
    var auth: AuthContext?
    var isAnyone: Bool
    var isProof: Bool
  }

  private struct Answers {
    var facts: [QuerySource: ListFacts] = [:]
    var judgements: [Question: AccessJudgement?] = [:]
    var findings: [SourceAccessKey: Diagnostic?] = [:]
  }

  let rules: SourceText
  let database: DatabaseName
  let now: Timestamp
  private let answers = Mutex(Answers())

  init(of rules: SourceText, in database: DatabaseName, at now: Timestamp) {
    (self.rules, self.database, self.now) = (rules, database, now)
  }

  fileprivate var isFull: Bool { answers.withLock { $0.findings.count + $0.judgements.count > 20_000 } }

  func facts(of source: QuerySource, orElse look: () -> ListFacts) -> ListFacts { known(\.facts, source, look) }

  func judgement(of question: Question, orElse judge: () -> AccessJudgement?) -> AccessJudgement? {
    known(\.judgements, question, judge)
  }

  /// What is reported of a query; nil: nothing.
  func finding(on query: SourceAccessKey, orElse find: () -> Diagnostic?) -> Diagnostic? {
    known(\.findings, query, find)
  }

  private func known<Key, Answer>(
    _ answers: WritableKeyPath<Answers, [Key: Answer]>, _ key: Key, _ make: () -> Answer
  ) -> Answer where Key: Sendable, Answer: Sendable {
    if let answer = self.answers.withLock({ $0[keyPath: answers][key] }) { return answer }
    let answer = make()
    self.answers.withLock { $0[keyPath: answers][key] = .some(answer) }
    return answer
  }
}
