import Diagnostics
import RulesEvaluator
import RulesLanguage

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
