import FirestoreModel
import Project
import QueryModel
import QueryScanner
import QueryShapes
import WorkloadDrafts

/// One read of code as a step of a workload.
enum FirstStep {
  /// Nil for what is no read, and for what a client answers from its cache.
  static func read(_ source: SourceRequest, _ documents: inout MadeUpDocuments) -> Result<DraftStep, Omission>? {
    let request = source.request
    guard !source.isTest, !request.isFromCache else { return nil }
    if case .write = request.kind { return nil }
    if case .realtime = request.target { return .failure(Omission(.realtime)) }
    if let database = request.database, database.string != "(default)" { return .failure(Omission(.otherDatabase)) }
    if request.refusal != nil { return .failure(Omission(.refused)) }
    guard request.unresolved.allSatisfy({ !$0.kind.decidesIndexes || $0.kind == .database }) else {
      return .failure(Omission(.open))
    }
    switch request.target {
    case .realtime: return .failure(Omission(.realtime))
    case .document(let path): return document(path, source, &documents)
    case .query(let query, let aggregations): return asked(query, aggregations, source, &documents)
    }
  }

  struct Omission: Error {
    var reason: DraftStep.Reason
    init(_ reason: DraftStep.Reason) { self.reason = reason }
  }

  private static func document(
    _ path: PathTemplate, _ source: SourceRequest, _ documents: inout MadeUpDocuments
  ) -> Result<DraftStep, Omission>? {
    let collections = path.segments.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    guard !path.segments.isEmpty, path.segments.count.isMultiple(of: 2), collections.allSatisfy({ $0.literal != nil }),
      let bound = BoundQuery.bound(path).literals
    else { return .failure(Omission(.open)) }
    documents.add(document: bound)
    let target = BoundQuery.bound(path).description
    return .success(step(source, source.request.kind == .listen ? .listen : .get, target))
  }

  private static func asked(
    _ query: Query, _ aggregations: [Aggregation], _ source: SourceRequest, _ documents: inout MadeUpDocuments
  ) -> Result<DraftStep, Omission>? {
    guard let bound = BoundQuery(query) else { return .failure(Omission(.open)) }
    let database = FirstWorkload.database
    let target =
      aggregations.isEmpty
      ? bound.query.text(database: database)
      : AggregationQuery(query: bound.query, aggregations: aggregations).text(database: database)
    documents.add(bound.query)
    return .success(
      step(source, source.request.kind == .listen ? .listen : .query, target, isFirstPage: bound.isFirstPage))
  }

  private static func step(
    _ source: SourceRequest, _ action: DraftStep.Action, _ target: String, isFirstPage: Bool = false
  ) -> DraftStep {
    DraftStep(
      action, target, name: source.request.function ?? String(source.path.split(separator: "/").last ?? "step"),
      origin: source.site + (isFirstPage ? ", its first page" : ""))
  }
}
