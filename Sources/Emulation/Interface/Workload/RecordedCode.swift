import FirestoreModel
import QueryModel
import QueryShapes
import WorkloadDrafts
import Workloads

/// What the sources of a project ask, to be found again among what was asked.
struct RecordedCode {
  private let all: CodeRequests
  /// The requests by what they ask; those with the most open parts last.
  private var requests: [InventoryShape: [CodeRequest]] = [:]

  init(_ code: CodeRequests) {
    all = code
    for request in code.all {
      guard case .query(let query, let aggregations) = request.target else { continue }
      requests[Self.shape(query, aggregations), default: []].append(request)
    }
    for shape in requests.keys { requests[shape]?.sort { $0.openParts.count < $1.openParts.count } }
  }

  /// Names the request of the sources of which the query of the step is one case.
  func name(_ step: inout DraftStep) {
    guard let sent = step.suite?.variants.first?.workload.sentQueries.first else { return }
    for request in requests[Self.shape(sent.template.query, sent.aggregations)] ?? [] {
      guard let values = request.values(asking: sent.template.query) else { continue }
      step.name(request, giving: values, among: all)
      if step.isNamed { return }
    }
  }

  /// Without values and limits, which code may leave open.
  private static func shape(_ query: Query, _ aggregations: [Aggregation]) -> InventoryShape {
    var query = query.belowAnyDocument
    (query.limit, query.unknownBounds) = (nil, [])
    return InventoryShape(
      database: "(default)", kind: aggregations.isEmpty ? .get : .aggregate, caller: nil, query: query,
      aggregations: aggregations
    ).canonical
  }
}
