import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import QueryModel
import Testing

@testable import QueryPlanner

/// Random queries against random catalogs.
@Suite struct PlannerPropertyTests {
  private static let fields = ["a", "b", "c", "tags"].map { FieldPath(name: Text($0)) }

  private struct Draw {
    var random: SeededGenerator

    mutating func chance(_ numerator: Int, of denominator: Int) -> Bool {
      Int.random(in: 0..<denominator, using: &random) < numerator
    }

    mutating func field() -> FieldPath { fields[Int.random(in: 0..<fields.count, using: &random)] }

    mutating func direction() -> Direction { chance(1, of: 2) ? .ascending : .descending }

    mutating func definition() -> IndexDefinition? {
      var chosen: [IndexField] = []
      for field in fields.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)) {
        let isArray = field == fields[3] && chance(2, of: 3)
        chosen.append(IndexField(field, isArray ? .contains : direction().mode))
      }
      if chance(1, of: 4) { chosen.append(IndexField(.documentName, direction().mode)) }
      let definition = IndexDefinition(
        normalizing: chosen, collectionGroup: "t", scope: chance(1, of: 3) ? .collectionGroup : .collection)
      return definition.isAutomatic ? nil : definition
    }

    mutating func catalog() -> IndexCatalog {
      let count = Int.random(in: 0...8, using: &random)
      var overrides: [FieldOverride] = []
      if chance(1, of: 2) {
        let entries = (FieldOverride.automaticEntries + [.init(.ascending, .collectionGroup)]).filter { _ in
          chance(1, of: 2)
        }
        overrides.append(FieldOverride(collectionGroup: "t", target: .field(field()), entries: entries))
      }
      return IndexCatalog(composites: (0..<count).compactMap { _ in definition() }, overrides: overrides)
    }

    mutating func filter() -> Filter {
      let value = Operand.value(.integer(1))
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return .field(FieldFilter(field(), .greaterThan, value))
      case 1: return .field(FieldFilter(fields[3], .arrayContains, value))
      case 2: return .field(FieldFilter(field(), .in, .value(.array([.integer(1), .integer(2)]))))
      case 3: return .or([.field(FieldFilter(field(), .equal, value)), .field(FieldFilter(field(), .lessThan, value))])
      default: return .field(FieldFilter(field(), .equal, value))
      }
    }

    mutating func query() -> (NormalizedQuery, [Aggregation])? {
      var query = Query(source: QuerySource(collectionID: .literal("t"), allDescendants: chance(1, of: 3)))
      let count = Int.random(in: 0...3, using: &random)
      if count > 0 { query.filter = .and((0..<count).map { _ in filter() }) }
      for path in fields.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)) {
        query.orders.append(Order(path, direction()))
      }
      if chance(1, of: 5) { query.orders.append(Order(.documentName, direction())) }
      let aggregations = chance(1, of: 4) ? [Aggregation(.sum(field()))] : []
      guard let normalized = try? query.normalized(database: demo) else { return nil }
      return (normalized, aggregations)
    }
  }

  @Test func `members of a served query satisfy the conditions of the reference`() throws {
    var draw = Draw(random: SeededGenerator(seed: 1))
    var served = 0
    for _ in 0..<1_500 {
      let catalog = draw.catalog()
      guard let (query, aggregations) = draw.query() else { continue }
      let planner = QueryPlanner(catalog: catalog, database: demo)
      guard case .served(let plan) = planner.plan(query, aggregations: aggregations) else { continue }
      served += 1
      for (disjunct, requirement) in zip(plan.disjuncts, planner.requirements(of: query, aggregations: aggregations)) {
        let suffix = requirement.suffix.map { IndexField($0.path, $0.direction.mode) }
        var covered: Set<IndexField.Key> = []
        for member in disjunct.members {
          #expect(member.index.fields == member.prefix + suffix)
          #expect(Set(member.prefix.map(\.key)).count == member.prefix.count)
          #expect(Set(member.prefix.map(\.key)).isSubset(of: requirement.prefixKeys))
          #expect(exists(member.index, in: catalog, requirement.scope))
          covered.formUnion(member.prefix.map(\.key))
        }
        #expect(covered == requirement.prefixKeys)
      }
    }
    #expect(served > 300)
  }

  private func exists(_ index: PlannedIndex, in catalog: IndexCatalog, _ scope: QueryScope) -> Bool {
    switch index.origin {
    case .primaryKey: index.fields == [IndexField(.documentName, .ascending)] && index.scope == scope
    case .automatic:
      catalog.hasSingleField(index.fields[0].mode, collectionGroup: "t", path: index.fields[0].path, scope: scope)
        && index.scope == scope
    case .composite:
      catalog.composites.contains(.init(collectionGroup: "t", scope: index.scope, fields: index.fields))
        && (index.scope == scope || index.scope == .collectionGroup)
    case .assumed: false
    }
  }

  @Test func `the index that is asked for always serves`() throws {
    var draw = Draw(random: SeededGenerator(seed: 2))
    var refused = 0
    for _ in 0..<1_500 {
      var catalog = draw.catalog()
      guard let (query, aggregations) = draw.query() else { continue }
      var planner = QueryPlanner(catalog: catalog, database: demo)
      let permissive = planner.planAssumingMissing(query, aggregations: aggregations)
      #expect(permissive.plan.disjuncts.count == query.disjuncts.count)
      for _ in 0...query.disjuncts.count {
        guard case .missing(let index) = planner.plan(query, aggregations: aggregations) else { break }
        refused += 1
        catalog = catalog.applying(try #require(index.repair(in: catalog)))
        planner = planner.with(catalog)
      }
      #expect(planner.plan(query, aggregations: aggregations).isServed)
      var all = planner.catalog
      for index in permissive.missing { all = all.applying(try #require(index.repair(in: all))) }
      #expect(planner.with(all).plan(query, aggregations: aggregations).isServed)
    }
    #expect(refused > 300)
  }

  @Test func `a suggestion serves everything and is not larger than one index per requirement`() throws {
    var draw = Draw(random: SeededGenerator(seed: 3))
    for _ in 0..<60 {
      let planner = QueryPlanner(catalog: draw.catalog(), database: demo)
      let shapes = (0..<6).compactMap { number in
        draw.query().map { IndexAdvisor.Shape(name: "q\(number)", query: $0.0, aggregations: $0.1) }
      }
      let advice = IndexAdvisor(planner: planner).advise(shapes)
      let after = planner.with(advice.catalog)
      for shape in shapes { #expect(after.plan(shape.query, aggregations: shape.aggregations).isServed) }
      #expect(IndexAdvisor(planner: after).advise(shapes).additions == [])
      let missing = Set(
        shapes.flatMap {
          planner.planAssumingMissing($0.query, aggregations: $0.aggregations).missing.map(\.definition)
        })
      #expect(advice.additions.count <= missing.count)
    }
  }

  @Test func `everything that is advised to go can go together, and what is said to replace it stays`() throws {
    var draw = Draw(random: SeededGenerator(seed: 5))
    var count = 0
    for _ in 0..<40 {
      var composites: [IndexDefinition] = []
      for definition in draw.catalog().composites {
        var twin = definition
        twin.scope = .collectionGroup
        for index in [definition, twin] where !composites.contains(index) { composites.append(index) }
      }
      let catalog = IndexCatalog.automaticOnly.adding(composites)
      let planner = QueryPlanner(catalog: catalog, database: demo)
      let shapes = (0..<6).compactMap { number in
        draw.query().map { IndexAdvisor.Shape(name: "q\(number)", query: $0.0, aggregations: $0.1) }
      }
      let kept = catalog.composites.first
      let advice = IndexAdvisor(planner: planner).advise(shapes, keeping: Set([kept].compactMap(\.self)))
      let gone = advice.unused + advice.removable.map(\.index)
      #expect(Set(gone).count == gone.count)
      #expect(kept.map { gone.contains($0) } != true)
      count += gone.count
      let rest = advice.catalog.withComposites(advice.catalog.composites.filter { !gone.contains($0) })
      for shape in shapes { #expect(planner.with(rest).plan(shape.query, aggregations: shape.aggregations).isServed) }
      for index in advice.removable { #expect(Set(index.servedBy).isSubset(of: rest.composites)) }
    }
    #expect(count > 100)
  }

  @Test func `a cache changes nothing and grows with shapes, not with values`() throws {
    var draw = Draw(random: SeededGenerator(seed: 4))
    let planner = QueryPlanner(catalog: draw.catalog(), database: demo)
    var cache = PlanCache()
    for _ in 0..<500 {
      guard let (query, aggregations) = draw.query() else { continue }
      #expect(
        planner.plan(query, aggregations: aggregations, cache: &cache)
          == planner.plan(query, aggregations: aggregations))
    }
    var values = PlanCache()
    for count in 1...20 {
      let list = (1...count).map(String.init).joined(separator: ", ")
      _ = planner.plan(try Planning.statement("t where a in [\(list)]").query, cache: &values)
    }
    #expect(values.count == 1)
  }
}
