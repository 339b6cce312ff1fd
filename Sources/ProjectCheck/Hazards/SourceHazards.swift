import Diagnostics
import Project
import QueryModel
import QueryScanner
import QueryShapes

/// What will cost more than it looks, or show less than there is, in the requests of sources, one check per question.
enum SourceHazards {
  /// In the order of the requests.
  static func findings(in sources: SourceQueries) -> [Diagnostic] {
    var found = AlikeFindings()
    let advancing = NPlusOneGets.advancingPlaces(in: sources)
    let lists = NPlusOneGets.lists(in: sources)
    let windows = MovingWatermark.windowPlaces(in: sources)
    for source in sources.requests {
      for finding in findings(on: source, advancing: advancing, lists: lists, windows: windows) {
        found.add(finding.naming(source.request.builtAt), of: source.shortTitle)
      }
    }
    for (finding, source) in SameQueryTwice.findings(in: sources) { found.add(finding, of: source.shortTitle) }
    return NPlusOneGets.oncePerLoop(found.findings)
  }

  private static func findings(
    on source: SourceRequest, advancing: Set<RequestPlace>, lists: [SourceLocation: Query],
    windows: Set<RequestPlace>
  ) -> [Diagnostic] {
    // What the client has kept costs nothing, however often it is asked.
    if source.request.isFromCache { return RefusedBySDK.findings(on: source) }
    var found = NPlusOneGets.findings(on: source, advancing: advancing, lists: lists)
    found += FilteredAfterRead.findings(on: source)
    found += RefusedBySDK.findings(on: source)
    guard case .query(let query, _) = source.request.target else { return found }
    found += CursorRefetch.findings(on: source)
    found += UnboundedIn.findings(query, of: source)
    guard source.request.kind == .listen, !windows.contains(RequestPlace(source)) else { return found }
    found += MovingWatermark.findings(query, of: source)
    found += WatermarkSkipsWindow.findings(query, of: source)
    return found
  }
}
