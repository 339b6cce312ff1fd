import FirestoreModel
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
  /// What was declared plus the additions; serves every query.
  package var catalog: IndexCatalog
  /// Per query, in the order given.
  package var services: [Service]
  /// Names of the queries that use an index of the resulting catalog.
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
    let catalog = additions.reduce(planner.catalog) { $0.applying($1) }
    let after = planner.with(catalog)
    var users: [IndexDefinition: [String]] = [:]
    for shape in shapes {
      for index in after.plan(shape).usedComposites where users[index]?.last != shape.name {
        users[index, default: []].append(shape.name)
      }
    }
    self.additions = additions
    self.catalog = catalog
    services = shapes.map { planner.plan($0).service }
    self.users = users
    let judged = planner.catalog.composites.filter { !kept.contains($0) }
    let unused = judged.filter { users[$0] == nil }
    self.unused = unused
    let used = after.with(catalog.withComposites(catalog.composites.filter { !unused.contains($0) }))
    removable = used.removableComposites(among: judged.filter { users[$0] != nil }, shapes)
  }
}

extension QueryPlan {
  /// The declared indexes the plan reads, each once.
  package var usedComposites: [IndexDefinition] {
    disjuncts.flatMap(\.members).compactMap(\.composite).distinct
  }
}

extension QueryPlanner {
  fileprivate func plan(_ shape: IndexAdvisor.Shape) -> PlanOutcome {
    plan(shape.query, aggregations: shape.aggregations)
  }

  /// Composites without which every query is still served: first those that their declarations alone make redundant,
  /// then the largest first. Each is judged after the earlier ones are gone, so that two indexes that replace each other
  /// are not both named.
  package func removableComposites(
    among composites: [IndexDefinition], _ shapes: [IndexAdvisor.Shape]
  ) -> [RedundantIndex] {
    let requirements = shapes.flatMap { self.requirements(of: $0.query, aggregations: $0.aggregations) }.distinct
    var search = CandidateSearch(catalog: catalog, assumptions: assumptions)
    let before = requirements.map { search.decide($0) }
    var decisions = before
    let declared = catalog.redundantByDeclaration
    let inTurn = composites.enumerated().sorted { left, right in
      let ranks = [left, right].map { candidate in
        (declared.contains { $0.index == candidate.element } ? 0 : 1, -candidate.element.fields.count, candidate.offset)
      }
      return ranks[0] < ranks[1]
    }
    var removed: Set<IndexDefinition> = []
    for index in inTurn.map(\.element) {
      var fewer = search
      fewer.catalog = search.catalog.withComposites(search.catalog.composites.filter { $0 != index })
      let users = decisions.indices.filter { decisions[$0].composites.contains(index) }
      let replacements = users.map { fewer.decide(requirements[$0]) }
      guard replacements.allSatisfy(\.isServed) else { continue }
      search = fewer
      for (user, replacement) in zip(users, replacements) { decisions[user] = replacement }
      removed.insert(index)
    }
    return composites.filter(removed.contains).map { index in
      if let known = declared.first(where: { $0.index == index }), removed.isDisjoint(with: known.servedBy) { return known }
      let users = before.indices.filter { before[$0].composites.contains(index) }
      return RedundantIndex(
        index, servedBy: users.flatMap { decisions[$0].composites }.distinct, reason: .servedByOthers)
    }
  }
}

extension DisjunctDecision {
  /// The declared indexes among the members.
  fileprivate var composites: [IndexDefinition] {
    switch self {
    case .served(let members): members.compactMap(\.composite)
    case .missing: []
    }
  }
}

extension IndexScan {
  fileprivate var composite: IndexDefinition? {
    guard index.origin == .composite, let group = index.collectionGroup else { return nil }
    return IndexDefinition(collectionGroup: group, scope: index.scope, fields: index.fields)
  }
}

extension IndexCatalog {
  func withComposites(_ composites: [IndexDefinition]) -> IndexCatalog {
    IndexCatalog(
      composites: composites, overrides: overrides, states: states, inferredNameDirections: inferredNameDirections)
  }
}

extension PlanOutcome {
  package var isServed: Bool {
    switch self {
    case .served: true
    case .missing: false
    }
  }

  package var usedComposites: [IndexDefinition] {
    switch self {
    case .served(let plan): plan.usedComposites
    case .missing: []
    }
  }

  fileprivate var service: IndexAdvice.Service {
    switch self {
    case .served(let plan): plan.usedComposites.isEmpty ? .automaticIndexes : .composites
    case .missing: .uncovered
    }
  }
}
