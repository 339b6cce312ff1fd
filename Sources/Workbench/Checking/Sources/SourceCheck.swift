import Diagnostics
import QueryScanner

extension ProjectQueries {
  /// What is wrong with the requests of sources beyond what is wrong with their shapes.
  var sourceFindings: [Diagnostic] {
    guard !sources.requests.isEmpty || !sources.remarks.isEmpty else { return sources.findings }
    return sources.findings
      + UnresolvedShapes.findings(in: sources, configured: scope.project.leftOut.union(scope.project.databases.map(\.id)))
      + SourceHazards.findings(in: sources) + sourceAccessFindings + realtimeFindings
  }
}
