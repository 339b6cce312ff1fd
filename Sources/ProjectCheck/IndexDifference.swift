import FirestoreModel
package import IndexCatalog
import Project
import QueryPlanner
package import QueryShapes

extension QueryGroup {
  /// The file against a saved dump of what is deployed, and names of the queries that use what is in either.
  ///
  /// An index counts as used when a query is served by it through the file or, where the file does not serve the query,
  /// through what is deployed. Without known queries nothing is said about use. What `indexes suggest` would add for the
  /// queries that neither serves is missing.
  package func difference(from deployed: IndexCatalog?) -> (diff: IndexDiff, users: [IndexDiff.Item: [String]]) {
    let known = knownShapes.map(\.shape)
    let own = judge.planner
    let there = deployed.map { own.with($0) }
    let served = Set(known.filter(own.isServing))
    // What the deploy of the file would break.
    let lost = known.filter { shape in !served.contains(shape) && there?.isServing(shape) == true }
    let broken = Set(lost)
    var users: [IndexDiff.Item: [String]] = [:]
    for (index, names) in own.users(of: known.filter { !broken.contains($0) }) { users[.composite(index)] = names }
    for override in own.catalog.overrides {
      users[.override(override)] = own.queries(among: known.filter(served.contains), needing: override)
    }
    var breaking: Set<FieldOverride> = []
    if let there {
      for override in own.catalog.overrides where !there.catalog.overrides.contains(where: override.hasTarget) {
        let names = lost.filter { own.isRefused($0, by: override, beside: there) }.map(\.name)
        guard !names.isEmpty else { continue }
        breaking.insert(override)
        users[.override(override)] = names
      }
      for (index, names) in there.users(of: lost) { users[.composite(index), default: []] += names }
      for override in there.catalog.overrides {
        let replacement = own.catalog.overrides.last { $0.hasTarget(of: override) }
        users[.override(override), default: []] += there.queries(among: lost, needing: override, insteadOf: replacement)
      }
    }
    users = users.filter { !$0.value.isEmpty }
    var diff = IndexDiff(
      file: source.catalog, deployed: deployed, used: known.isEmpty ? nil : Set(users.keys),
      missing: missing(beside: there),
      breaking: breaking)
    for row in diff.rows.indices where diff.rows[row].isUsed == false {
      guard case .composite(let index) = diff.rows[row].item, shapes.contains(where: { $0.mayNeed(index) }) else {
        continue
      }
      diff.rows[row].isUsed = nil
    }
    return (diff, users)
  }

  /// What has to be defined for the queries that neither the file nor the other planner's definitions serve.
  private func missing(beside deployed: QueryPlanner?) -> [IndexDiff.Item] {
    let unserved = advisableShapes.map(\.shape).filter {
      !judge.planner.isServing($0) && deployed?.isServing($0) != true
    }
    guard !unserved.isEmpty else { return [] }
    return IndexAdvisor(planner: judge.planner).advise(unserved).additions.map { repair in
      switch repair {
      case .composite(let definition): .composite(definition)
      case .fieldOverride(let override): .override(override)
      }
    }
  }
}

extension QueryPlanner {
  fileprivate func isServing(_ shape: IndexAdvisor.Shape) -> Bool {
    plan(shape.query, aggregations: shape.aggregations).isServed
  }

  /// Whether a query that is served as deployed fails for an override of this file: beside what is deployed already, or
  /// in the file, which serves it without.
  fileprivate func isRefused(_ shape: IndexAdvisor.Shape, by override: FieldOverride, beside deployed: QueryPlanner)
    -> Bool
  {
    guard deployed.requires(override.collectionGroup, shape) else { return false }
    return !deployed.with(deployed.catalog.replacing(override)).isServing(shape)
      || with(catalog.removing(override)).isServing(shape)
  }

  /// Whether a query needs any index of a collection group.
  private func requires(_ group: Text, _ shape: IndexAdvisor.Shape) -> Bool {
    requirements(of: shape.query, aggregations: shape.aggregations).contains { $0.collectionGroup == group }
  }

  /// Names of the queries that are refused as soon as another override, or none, stands in the place of this one.
  fileprivate func queries(
    among shapes: [IndexAdvisor.Shape], needing override: FieldOverride, insteadOf replacement: FieldOverride? = nil
  ) -> [String] {
    let other = with(replacement.map(catalog.replacing) ?? catalog.removing(override))
    return shapes.filter { shape in
      requires(override.collectionGroup, shape) && !other.isServing(shape)
    }.map(\.name)
  }
}
