import Diagnostics
package import IndexCatalog
import QueryModel

/// Takes composites away, one after another, as long as every query that is served stays served.
///
/// Each removal is judged after the earlier ones, so that of two indexes that replace each other one stays.
struct IndexRemoval {
  private var search: CandidateSearch
  /// Those of all disjuncts of all queries.
  private let requirements: [IndexRequirement]
  /// What serves each requirement while everything is there, and without what is gone by now.
  private let before: [DisjunctDecision]
  private var decisions: [DisjunctDecision]
  private(set) var removed: Set<IndexDefinition> = []

  init(_ planner: QueryPlanner, _ shapes: [IndexAdvisor.Shape]) {
    search = CandidateSearch(catalog: planner.catalog, assumptions: planner.assumptions)
    requirements = shapes.flatMap { planner.requirements(of: $0.query, aggregations: $0.aggregations) }.uniqued()
    before = requirements.map { [search] in search.decide($0) }
    decisions = before
  }

  /// The composites that serve something now.
  var used: Set<IndexDefinition> { Set(decisions.flatMap(\.composites)) }

  /// Leaves an index where it is when something that it serves would be refused without it.
  mutating func remove(_ index: IndexDefinition) {
    var fewer = search
    fewer.catalog = search.catalog.withComposites(search.catalog.composites.filter { $0 != index })
    let users = decisions.indices.filter { decisions[$0].composites.contains(index) }
    let replacements = users.map { fewer.decide(requirements[$0]) }
    guard replacements.allSatisfy(\.isServed) else { return }
    search = fewer
    for (user, replacement) in zip(users, replacements) { decisions[user] = replacement }
    removed.insert(index)
  }

  /// What serves, by now, the requirements that an index served at first.
  func successors(of index: IndexDefinition) -> [IndexDefinition] {
    let users = before.indices.filter { before[$0].composites.contains(index) }
    return users.flatMap { decisions[$0].composites }.uniqued()
  }
}

extension DisjunctDecision {
  /// The declared indexes among the members.
  var composites: [IndexDefinition] {
    switch self {
    case .served(let members): members.compactMap(\.composite)
    case .missing: []
    }
  }
}

extension IndexScan {
  /// The definition that it is made from; nil where none is declared.
  package var composite: IndexDefinition? {
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
