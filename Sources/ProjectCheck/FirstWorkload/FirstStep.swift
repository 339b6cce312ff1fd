import FirestoreModel
import Project
import QueryModel
import QueryScanner
import QueryShapes

/// One read of code as a step of a workload.
struct FirstStep: Hashable {
  /// Who takes it: `user`, or `server` for an Admin SDK.
  var isOfServer: Bool
  /// `get`, `query` or `listen`.
  var key: String
  var target: String
  var name: String
  /// `src/search.ts:41`
  var site: String
  var isFirstPage = false

  /// Why a read is no step.
  enum Reason: String, CaseIterable {
    case open = "known only at run time"
    case refused = "refused by the service or the SDK"
    case otherDatabase = "of another database"
    case realtime = "of the Realtime Database"
    case withoutIndex = "in need of an index, where no index file is kept"
    case tooMany = "more than a first workload shows"
    case unwritable = "not to be written as a step"
  }

  /// Nil for what is no read, and for what a client answers from its cache.
  static func read(_ source: SourceRequest, _ documents: inout MadeUpDocuments) -> Result<FirstStep, Omission>? {
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
    var reason: Reason
    init(_ reason: Reason) { self.reason = reason }
  }

  private static func document(
    _ path: PathTemplate, _ source: SourceRequest, _ documents: inout MadeUpDocuments
  ) -> Result<FirstStep, Omission>? {
    let collections = path.segments.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    guard !path.segments.isEmpty, path.segments.count.isMultiple(of: 2), collections.allSatisfy({ $0.literal != nil }),
      let bound = BoundQuery.bound(path).literals
    else { return .failure(Omission(.open)) }
    documents.add(document: bound)
    let target = BoundQuery.bound(path).description
    return .success(FirstStep(source, key: source.request.kind == .listen ? "listen" : "get", target: target))
  }

  private static func asked(
    _ query: Query, _ aggregations: [Aggregation], _ source: SourceRequest, _ documents: inout MadeUpDocuments
  ) -> Result<FirstStep, Omission>? {
    guard let bound = BoundQuery(query) else { return .failure(Omission(.open)) }
    let database = FirstWorkload.database
    let target =
      aggregations.isEmpty
      ? bound.query.text(database: database)
      : AggregationQuery(query: bound.query, aggregations: aggregations).text(database: database)
    documents.add(bound.query)
    var step = FirstStep(source, key: source.request.kind == .listen ? "listen" : "query", target: target)
    step.isFirstPage = bound.isFirstPage
    return .success(step)
  }

  private init(_ source: SourceRequest, key: String, target: String) {
    isOfServer = source.caller == .admin
    self.key = key
    self.target = target
    name = source.request.function ?? String(source.path.split(separator: "/").last ?? "step")
    site = source.site
  }
}
