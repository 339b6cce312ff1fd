import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import Project
import ProjectCheck
import QueryPlanner
import RulesTesting

/// Asks the rules for `explain`.
struct ExplainRules {
  /// Nil: there is none.
  var file: String?
  /// `--as`
  var asker: String?
  var settings: FirebreakSettings

  struct Unusable: Error {
    var findings: [Diagnostic]
  }

  func judge(_ inputs: QueryInputs.Loaded) -> Result<QueryAccess, Unusable> {
    guard let asker else {
      let reason = file == nil ? "there is no rules file" : "name who asks with `--as`"
      return .success(QueryAccess(verdict: .unknown, reason: reason))
    }
    guard let file else {
      return .success(
        QueryAccess(verdict: .unknown, reason: "there is no rules file; name one with `--rules`"))
    }
    do throws(InputFileError) {
      let source = try RulesSource.read(file)
      guard let rules = source.rules else { return .failure(Unusable(findings: source.problems)) }
      return .success(
        QueryAccess.judge(
          inputs.statement, by: settings.caller(named: asker, under: rules), under: rules, data: inputs.data,
          in: inputs.planner.database, at: .ofRequests))
    } catch {
      return .failure(Unusable(findings: [RulesSource.finding(for: error)]))
    }
  }
}
