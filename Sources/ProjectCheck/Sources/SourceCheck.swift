import Diagnostics
import Project
import QueryScanner
import QueryShapes

extension ProjectQueries {
  /// What is wrong with the requests of sources beyond what is wrong with their shapes.
  var sourceFindings: [Diagnostic] {
    let recorded = UnresolvedShapes.findings(inRecorded: groups.flatMap(\.shapes).filter(\.isOnlyRecorded))
    guard !sources.requests.isEmpty || !sources.remarks.isEmpty else { return sources.findings + recorded }
    return sources.findings + recorded
      + UnresolvedShapes.findings(
        in: sources, configured: scope.project.leftOut.union(scope.project.databases.map(\.id)))
      + SourceHazards.findings(in: sources) + sourceAccessFindings + realtimeFindings
  }
}
