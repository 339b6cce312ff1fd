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
    disjuncts.flatMap(\.members).compactMap { member in
      guard member.index.origin == .composite, let group = member.index.collectionGroup else { return nil }
      return IndexDefinition(collectionGroup: group, scope: member.index.scope, fields: member.index.fields)
    }.distinct
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
    var remaining = catalog.composites
    var found: [RedundantIndex] = []
    let order = composites.enumerated().sorted {
      (-$0.element.fields.count, $0.offset) < (-$1.element.fields.count, $1.offset)
    }
    for index in order.map(\.element) {
      let users = shapes.filter { plan($0).usedComposites.contains(index) }
      let fewer = with(catalog.withComposites(remaining.filter { $0 != index }))
      let plans = shapes.map { fewer.plan($0) }
      guard plans.allSatisfy(\.isServed) else { continue }
      remaining.removeAll { $0 == index }
      let replacements = users.flatMap { fewer.plan($0).usedComposites }.distinct
      found.append(RedundantIndex(index, servedBy: replacements, reason: .servedByOthers))
    }
    return found.sorted { lhs, rhs in
      (catalog.composites.firstIndex(of: lhs.index) ?? 0) < (catalog.composites.firstIndex(of: rhs.index) ?? 0)
    }
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
