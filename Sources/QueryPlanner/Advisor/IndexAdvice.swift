import Diagnostics
package import IndexCatalog
import QueryModel

/// What the advisor found.
package struct IndexAdvice: Hashable, Sendable {
  /// How a query was served before the additions.
  package enum Service: Hashable, Sendable {
    case automaticIndexes
    case composites
    case uncovered
  }

  /// What has to be added, overrides first.
  package var additions: [IndexRepair]
  /// What was declared plus the additions; serves every query, if additions were asked for.
  package var catalog: IndexCatalog
  /// Per query, in the order given.
  package var services: [Service]
  /// Names of the queries that use an index of the resulting catalog, be it for one of their disjuncts only.
  package var users: [IndexDefinition: [String]]
  /// Declared composites that no query uses.
  package var unused: [IndexDefinition]
  /// Declared composites that can go although queries use them. All of `unused` and of these can go together: none of
  /// them is what another one's queries would be served by.
  package var removable: [RedundantIndex]
}

extension IndexAdvice {
  /// - Parameter kept: composites of which nothing is said: queries that are not among the shapes may need them.
  init(
    planner: QueryPlanner, shapes: [IndexAdvisor.Shape], additions: [IndexRepair], keeping kept: Set<IndexDefinition>
  ) {
    let catalog = planner.catalog.applying(additions)
    let after = planner.with(catalog)
    self.additions = additions
    self.catalog = catalog
    services = shapes.map { planner.plan($0).service }
    let users = after.users(of: shapes)
    self.users = users
    let judged = planner.catalog.composites.filter { !kept.contains($0) }
    var removal = IndexRemoval(after, shapes)
    // What declarations alone make redundant goes first: which of two twins a query happens to use now is not what
    // decides which of them stays.
    let declared = catalog.redundantByDeclaration.filter { judged.contains($0.index) }
    for redundant in declared { removal.remove(redundant.index) }
    let needed = removal.used
    let unused = judged.filter { users[$0] == nil && !needed.contains($0) }
    let rest = judged.enumerated().filter { !unused.contains($0.element) && !removal.removed.contains($0.element) }
    for index in unused { removal.remove(index) }
    // The largest first.
    for (_, index) in rest.sorted(by: { (-$0.element.fields.count, $0.offset) < (-$1.element.fields.count, $1.offset) })
    {
      removal.remove(index)
    }
    self.unused = unused
    removable = judged.filter { removal.removed.contains($0) && !unused.contains($0) }.map { index in
      if let known = declared.first(where: { $0.index == index }), removal.removed.isDisjoint(with: known.servedBy) {
        return known
      }
      return RedundantIndex(index, servedBy: removal.successors(of: index), reason: .servedByOthers)
    }
  }
}

extension QueryPlanner {
  fileprivate func plan(_ shape: IndexAdvisor.Shape) -> PlanOutcome {
    plan(shape.query, aggregations: shape.aggregations)
  }

  /// The declared indexes that serve disjuncts of a query, each once: also those of a query that is refused for another
  /// of its disjuncts.
  package func composites(serving shape: IndexAdvisor.Shape) -> [IndexDefinition] {
    let search = CandidateSearch(catalog: catalog, assumptions: assumptions)
    return requirements(of: shape.query, aggregations: shape.aggregations).flatMap { search.decide($0).composites }
      .uniqued()
  }

  /// Names of the queries that each declared index serves.
  package func users(of shapes: [IndexAdvisor.Shape]) -> [IndexDefinition: [String]] {
    var users: [IndexDefinition: [String]] = [:]
    for shape in shapes {
      for index in composites(serving: shape) where users[index]?.last != shape.name {
        users[index, default: []].append(shape.name)
      }
    }
    return users
  }
}

extension QueryPlan {
  /// The declared indexes the plan reads, each once.
  package var usedComposites: [IndexDefinition] {
    disjuncts.flatMap(\.members).compactMap(\.composite).uniqued()
  }
}

extension PlanOutcome {
  package var isServed: Bool {
    switch self {
    case .served: true
    case .missing: false
    }
  }

  fileprivate var service: IndexAdvice.Service {
    switch self {
    case .served(let plan): plan.usedComposites.isEmpty ? .automaticIndexes : .composites
    case .missing: .uncovered
    }
  }
}
