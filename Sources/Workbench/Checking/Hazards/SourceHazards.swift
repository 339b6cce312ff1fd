import Diagnostics
import FirestoreModel
import QueryModel
import QueryScanner

/// What will cost more than it looks, or show less than there is, in the requests of sources, one check per question.
enum SourceHazards {
  /// In the order of the requests.
  static func findings(in sources: SourceQueries) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let paged = NPlusOneGets.pagedPlaces(in: sources)
    // Counting the lines reads every file.
    let lines = SourceLines(sources.files.sources)
    for source in sources.requests {
      let request = source.request
      found += NPlusOneGets.findings(on: source, in: lines, paged: paged)
      found += FilteredAfterRead.findings(on: source, in: lines)
      guard case .query(let query, _) = request.target else { continue }
      found += CursorRefetch.findings(on: source, in: lines)
      found += UnboundedIn.findings(query, of: source)
      guard request.kind == .listen else { continue }
      found += MovingWatermark.findings(query, of: source)
      found += WatermarkSkipsWindow.findings(query, of: source)
    }
    return (found + SameQueryTwice.findings(in: sources)).uniqued
  }
}

extension SourceRequest {
  /// How messages name it.
  var title: String { QuotedText.of(text, limit: 200) }

  /// The request on one line; a segment of a field path that only the run knows is shown as `?`.
  var text: String { request.targetText.replacing("`\(FieldPath.unknownSegment)`", with: "?") }
}

private struct FindingKey: Hashable {
  var path: String?
  var span: Span?
  var code: Int
  var message: String
}

extension [Diagnostic] {
  /// Each place and message once. Locations carry whole files, so they are not hashed.
  fileprivate var uniqued: [Diagnostic] {
    var seen: Set<FindingKey> = []
    return filter { finding in
      seen.insert(
        FindingKey(
          path: finding.location?.source.path, span: finding.location?.span, code: finding.code.number,
          message: finding.message)
      ).inserted
    }
  }
}
