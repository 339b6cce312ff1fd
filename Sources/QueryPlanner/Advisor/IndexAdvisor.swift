import Diagnostics
import FirestoreModel
package import IndexCatalog
package import QueryModel

/// Finds the smallest set of definitions that serves a set of queries, given what is declared already.
package struct IndexAdvisor: Sendable {
  /// One known query.
  package struct Shape: Hashable, Sendable {
    package var name: String
    package var query: NormalizedQuery
    package var aggregations: [Aggregation]

    package init(name: String, query: NormalizedQuery, aggregations: [Aggregation] = []) {
      self.name = name
      self.query = query
      self.aggregations = aggregations
    }
  }

  package enum Preference: Hashable, Sendable {
    /// As few definitions as possible; queries may merge several.
    case fewest
    /// One index of its own for every query: fastest, most definitions.
    case perfect
  }

  private let planner: QueryPlanner

  /// Indexes that are still being built count as ready: they are declared already.
  package init(planner: QueryPlanner) {
    self.planner = planner.with(
      IndexCatalog(
        composites: planner.catalog.composites, overrides: planner.catalog.overrides,
        inferredNameDirections: planner.catalog.inferredNameDirections))
  }

  /// - Parameter kept: declared composites that are never advised to go, since queries that are not known as a whole may
  ///   need them.
  package func advise(
    _ shapes: [Shape], preference: Preference = .fewest, keeping kept: Set<IndexDefinition> = []
  ) -> IndexAdvice {
    var unserved: [IndexRequirement] = []
    for shape in shapes { unserved += unservedRequirements(of: shape, planner) }
    var repairs = singleFieldRepairs(for: unserved)
    let catalog = planner.catalog.applying(repairs)
    repairs += composites(for: unserved.uniqued(), catalog: catalog, preference: preference).map(IndexRepair.composite)
    return IndexAdvice(
      planner: planner, shapes: shapes, additions: complete(repairs, for: shapes), keeping: kept)
  }

  /// What is declared, judged as it stands: nothing is added, so an index that only additions would replace has to stay.
  ///
  /// - Parameter kept: as for ``advise(_:preference:keeping:)``.
  package func usage(by shapes: [Shape], keeping kept: Set<IndexDefinition> = []) -> IndexAdvice {
    IndexAdvice(planner: planner, shapes: shapes, additions: [], keeping: kept)
  }

  private func unservedRequirements(of shape: Shape, _ planner: QueryPlanner) -> [IndexRequirement] {
    let search = CandidateSearch(catalog: planner.catalog, assumptions: planner.assumptions)
    return planner.requirements(of: shape.query, aggregations: shape.aggregations)
      .filter { !search.decide($0).isServed }
  }

  /// What no composite can repair: exempted fields, and fields without a collection-group index.
  private func singleFieldRepairs(for unserved: [IndexRequirement]) -> [IndexRepair] {
    var repairs: [IndexRepair] = []
    var catalog = planner.catalog
    for requirement in unserved.uniqued() {
      let missing = requirement.missingIndex(in: planner.database)
      guard case .singleField = missing.kind else { continue }
      guard let repair = missing.repair(in: catalog), case .fieldOverride(let override) = repair else { continue }
      catalog = catalog.applying(repair)
      repairs.removeAll { existing in
        guard case .fieldOverride(let other) = existing else { return false }
        return other.hasTarget(of: override)
      }
      repairs.append(repair)
    }
    return repairs
  }

  private func composites(
    for unserved: [IndexRequirement], catalog: IndexCatalog, preference: Preference
  ) -> [IndexDefinition] {
    let search = CandidateSearch(catalog: catalog, assumptions: planner.assumptions)
    let open = unserved.filter { !search.decide($0).isServed }
    // A vector index stands for itself: nothing is merged with it.
    let vectors = open.filter { $0.vector != nil }.compactMap { requirement -> IndexDefinition? in
      guard case .composite(let definition)? = requirement.missingIndex(in: planner.database).repair(in: catalog) else {
        return nil
      }
      return definition
    }
    let alone = vectors + open.filter { $0.vector == nil && preference == .perfect }.compactMap(\.perfectDefinition)
    let merged = open.filter { $0.vector == nil && preference == .fewest }
    let groups = Dictionary(grouping: merged) { $0.collectionGroup }.sorted { ($0.key ?? "") < ($1.key ?? "") }
    return alone.uniqued() + groups.flatMap { MergePlanner.definitions(for: $0.value, search: search) }
  }

  /// The mandatory self-check: every query is planned again, and what is still refused gets its perfect index.
  private func complete(_ repairs: [IndexRepair], for shapes: [Shape]) -> [IndexRepair] {
    var all = repairs
    var catalog = planner.catalog.applying(repairs)
    for shape in shapes {
      let missing = planner.with(catalog).planAssumingMissing(shape.query, aggregations: shape.aggregations).missing
      for index in missing {
        guard let repair = index.repair(in: catalog) else { continue }
        catalog = catalog.applying(repair)
        all.append(repair)
      }
    }
    return all
  }
}

extension QueryPlanner {
  /// The same planner over another catalog.
  package func with(_ catalog: IndexCatalog) -> QueryPlanner {
    QueryPlanner(catalog: catalog, database: database, assumptions: assumptions)
  }
}

extension IndexRequirement {
  var perfectDefinition: IndexDefinition? {
    collectionGroup.map { IndexDefinition(collectionGroup: $0, scope: scope, fields: perfectFields) }
  }

  func missingIndex(in database: DatabaseName) -> MissingIndex {
    MissingIndex(
      definition: IndexDefinition(collectionGroup: collectionGroup ?? "", scope: scope, fields: perfectFields),
      kind: MissingIndex.Kind(self), database: database)
  }
}
