import Diagnostics
import FirestoreModel
import QueryModel

extension [ScannedRequest] {
  /// Without what is there only because the work ended on one of the ways to a place, where another way has led to what
  /// the place asks: the same request, or one of which it is known where.
  ///
  /// A place of which nothing else is known keeps what there is.
  var followed: [ScannedRequest] {
    var known: [Place: [ScannedRequest]] = [:]
    for request in self where request.isFollowed { known[Place(request), default: []].append(request) }
    return filter { request in
      guard !request.isFollowed, let others = known[Place(request)] else { return true }
      let isLocated = !request.unresolved.contains { $0.kind == .collection }
      return isLocated && !others.contains { $0.target == request.target }
    }
  }
}

/// Where a request of a kind is sent.
private struct Place: Hashable {
  var path: String
  var start: Int
  var kind: ScannedRequest.Kind

  init(_ request: ScannedRequest) {
    path = request.location.source.path
    start = request.location.span.start
    kind = request.kind
  }
}

extension ScannedRequest {
  /// Whether all calls on the way to it were followed.
  fileprivate var isFollowed: Bool { !unresolved.contains { $0.kind == .calls } }
}
