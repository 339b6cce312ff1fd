package import Diagnostics
package import FirestoreModel
package import Project
import QueryModel
package import QueryPlanner

extension InventoryShape {
  /// The shape as a query of a project, to be judged like those of its workloads; nil for one of the Realtime Database,
  /// which has no such indexes.
  ///
  /// - Parameter name: what messages call it; nil: its text.
  package func queryShape(named name: String?, at location: SourceLocation) -> QueryShape? {
    let kind: QueryShape.Kind
    switch self.kind {
    case .get, .cacheGet: kind = .get
    case .listen, .cacheListen: kind = .listen
    case .aggregate: kind = .aggregate
    case .realtimeGet, .realtimeListen: return nil
    }
    var shape = QueryShape(
      name: name, kind: kind, query: plannedQuery, aggregations: aggregations, text: text, location: location)
    shape.reachesService = self.kind != .cacheGet && self.kind != .cacheListen
    // A word that is not known here says that something is open.
    shape.unresolved = unresolved.map { name in
      UnresolvedPart(UnresolvedPart.Kind.allCases.first { $0.name == name } ?? .constraint)
    }
    return shape
  }
}

extension QueryGroup {
  /// The definitions of one database and queries that are judged against them.
  package init(_ source: IndexSource, in database: DatabaseName, assumptions: PlannerAssumptions, shapes: [QueryShape])
  {
    self.init(
      source: source,
      judge: QueryJudge(
        planner: QueryPlanner(catalog: source.catalog, database: database, assumptions: assumptions),
        indexFile: source.name),
      shapes: shapes)
  }
}
