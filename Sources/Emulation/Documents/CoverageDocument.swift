package import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import Project
package import RulesTesting
package import StructuredText
import Synchronization

// What requests have evaluated of the rules of one project.

extension Emulation {
  /// Of the rules that hold now, each once; those that were replaced have taken their figures with them.
  package func coverage(project: Text) -> CoverageSummary {
    let rules = state.withLock { state -> [CompiledRules] in
      let configured = state.files.databases.map { Text($0.id) }
      let served = state.databases.keys.filter { $0.project == project }.map(\.database).sorted()
      let names = configured + served.filter { !configured.contains($0) }
      return names.compactMap { access(of: DatabaseName(project: project, database: $0), in: state).rules }
    }
    var seen: Set<ObjectIdentifier> = []
    let distinct = rules.filter { seen.insert($0.identity).inserted }
    return recording.state.withLock { state in
      CoverageSummary(distinct.map { $0.report(state.coverage.coverage(of: $0, project: project)) })
    }
  }

  /// As the official emulator's `ruleCoverage`: the sources, and the expressions with the values they came out as.
  package func coverageDocument(project: Text) -> JSONValue { .object(coverage(project: project).members) }

  /// A page of its own.
  package func coveragePage(project: Text) -> String { coverage(project: project).page }
}
