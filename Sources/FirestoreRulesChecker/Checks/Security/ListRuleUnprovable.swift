// FB4023 list-rule-unprovable warning
//
// means: A list depends on something about the documents that no filter of a query states. Production denies all such
//   lists, since rules are not filters.
// why: Rules are not filters. A list is allowed only when its filters prove the condition for every document it could
//   return. No filter says that a field is missing or which fields there are, and a pattern follows only from a fixed
//   value. Such a rule may work in Google's emulator.
// example:
//   allow list: if 1️⃣!('deleted' in resource.data);
// fix: Store what the rule needs in a field of every document, compare it in the rule, and add the filter to the query:
//   `resource.data.deleted == false` and `where('deleted', '==', false)`.
// ignore: When the collection is never queried; then write `get` instead of `read`.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A list is allowed under a condition on the documents that no filter of a query can state.
enum ListRuleUnprovable: RulesLint {
  static let codes: [DiagnosticCode] = [.listRuleUnprovable]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    var seen: Set<Span> = []
    return subject.access.grants.flatMap { list -> [Diagnostic] in
      guard list.method == .list else { return [] }
      let obstacles = list.alternatives.map { terms in terms.first { $0.obstacleToProof != nil } }
      // Another way of ordinary users may be the one that queries take.
      let open = zip(list.alternatives, obstacles).contains { terms, obstacle in
        obstacle == nil && !terms.isPrivileged
      }
      if open { return [] }
      return obstacles.compactMap { term in
        guard let term, let obstacle = term.obstacleToProof, seen.insert(term.site).inserted else { return nil }
        return subject.finding(
          .listRuleUnprovable,
          message(term, obstacle, subject.path(of: list)), at: term.site,
          notes: list.word.text == "read" ? ["`read` covers `list`; `get` is decided on the document and works"] : [],
          help: help(obstacle))
      }
    }
  }

  private static func message(_ term: Term, _ obstacle: ProofObstacle, _ path: String) -> String {
    switch obstacle {
    case .absence, .keys: "no query can prove `\(term.text)`: every list of `\(path)` is denied"
    case .value: "hardly any query proves `\(term.text)`, and lists of `\(path)` are denied"
    }
  }

  private static func help(_ obstacle: ProofObstacle) -> String {
    switch obstacle {
    case .absence(let name):
      let field = name ?? "deleted"
      return "store `\(field): false` in every document, test `resource.data.\(field) == false`, and query with "
        + "`where('\(field)', '==', false)`"
    case .keys: return "test single fields that the query filters on, such as `resource.data.owner == request.auth.uid`"
    case .value(let field):
      return "only `where('\(field)', '==', value)` proves it; store what the pattern tests in a field and compare that"
    }
  }
}
