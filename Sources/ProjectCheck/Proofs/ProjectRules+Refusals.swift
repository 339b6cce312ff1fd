package import Diagnostics
import Project

extension ProjectRules {
  /// Why rules files that are named cannot be read or deployed.
  package var refusals: [Diagnostic] {
    findings.filter { $0.severity == .error } + files.flatMap { $0.rules == nil ? $0.problems : [] }
  }
}
