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
  /// Declared composites that can go although queries use them.
  package var removable: [RedundantIndex]
}

extension IndexAdvice {
  init(planner: QueryPlanner, shapes: [IndexAdvisor.Shape], additions: [IndexRepair]) {
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
    unused = planner.catalog.composites.filter { users[$0] == nil }
    removable = after.removableComposites(among: planner.catalog.composites.filter { users[$0] != nil }, shapes)
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

  /// Composites without which every query is still served, largest first; each is judged after the earlier ones are
  /// gone, so that two indexes that replace each other are not both named.
  package func removableComposites(
    among composites: [IndexDefinition], _ shapes: [IndexAdvisor.Shape]
  ) -> [RedundantIndex] {
    let requirements = shapes.flatMap { self.requirements(of: $0.query, aggregations: $0.aggregations) }.distinct
    var search = CandidateSearch(catalog: catalog, assumptions: assumptions)
    var decisions = requirements.map { search.decide($0) }
    var found: [RedundantIndex] = []
    let bySize = composites.enumerated().sorted {
      (-$0.element.fields.count, $0.offset) < (-$1.element.fields.count, $1.offset)
    }
    for index in bySize.map(\.element) {
      var fewer = search
      fewer.catalog = search.catalog.withComposites(search.catalog.composites.filter { $0 != index })
      let users = decisions.indices.filter { decisions[$0].composites.contains(index) }
      let replacements = users.map { fewer.decide(requirements[$0]) }
      guard replacements.allSatisfy(\.isServed) else { continue }
      search = fewer
      for (user, replacement) in zip(users, replacements) { decisions[user] = replacement }
      found.append(
        RedundantIndex(index, servedBy: replacements.flatMap(\.composites).distinct, reason: .servedByOthers))
    }
    return composites.compactMap { index in found.first { $0.index == index } }
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
  fileprivate func withComposites(_ composites: [IndexDefinition]) -> IndexCatalog {
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
