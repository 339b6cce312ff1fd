import FirestoreModel
import QueryModel
import QueryScanner
import Synchronization

/// What a query of the sources asks, without where it stands and who sends it: queries that ask the same have the same
/// shape, as long as all are of one `KnownShapes`.
package final class SourceShape: Hashable, Sendable {
  fileprivate struct Key: Hashable {
    var database: Text?
    var kind: ScannedRequest.Kind
    var query: Query
    var aggregations: [Aggregation]
    var unresolved: [String]
    var isFromCache: Bool
  }

  fileprivate let key: Key
  /// The query on one line.
  let text: String

  fileprivate init(_ key: Key, text: String) {
    (self.key, self.text) = (key, text)
  }

  package static func == (one: SourceShape, other: SourceShape) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The shapes that are known, for whoever looks at the same project again and again.
package final class KnownShapes: Sendable {
  private let known = Mutex<[SourceShape.Key: SourceShape]>([:])

  package init() {}

  /// Of each request; nil for one that is no query.
  func shapes(of requests: [ScannedRequest]) -> [SourceShape?] {
    known.withLock { known in
      let shapes = requests.map { request -> SourceShape? in
        guard let key = SourceShape.Key(request) else { return nil }
        if let shape = known[key] { return shape }
        let shape = SourceShape(key, text: request.shownText)
        known[key] = shape
        return shape
      }
      // Most of it is of texts that have changed since.
      if known.count > 2 * requests.count + 1000 {
        known = Dictionary(shapes.compactMap { shape in shape.map { ($0.key, $0) } }) { first, _ in first }
      }
      return shapes
    }
  }
}

extension SourceShape.Key {
  fileprivate init?(_ request: ScannedRequest) {
    guard case .query(let query, let aggregations) = request.target else { return nil }
    self.init(
      database: request.database, kind: request.kind, query: query, aggregations: aggregations,
      unresolved: request.unresolvedNames, isFromCache: request.isFromCache)
  }
}

extension ScannedRequest {
  /// The request on one line; a segment of a field path that only the run knows is shown as `?`.
  var shownText: String {
    let text = targetText
    // Most have no quoted segment at all.
    return text.utf8.contains(UInt8(ascii: "`")) ? text.replacing("`\(FieldPath.unknownSegment)`", with: "?") : text
  }
}
