import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import QueryModel
import Testing

@testable import QueryPlanner

/// The advisor against exhaustive search: with one definition fewer than it asks for, no choice of definitions at all
/// serves every query.
@Suite("Advisor is minimal") struct AdvisorMinimalityTests {
  /// Every composite over few fields: each order of each subset, each combination of modes.
  private static let composites: [IndexDefinition] = {
    var all: [[IndexField]] = [[]]
    var complete: [IndexDefinition] = []
    let modes: [(Text, [IndexMode])] = [
      ("a", [.ascending, .descending]), ("b", [.ascending, .descending]), ("c", [.ascending, .descending]),
      ("t", [.contains]),
    ]
    for _ in 0..<modes.count {
      all = all.flatMap { fields in
        modes.filter { mode in !fields.contains { $0.path == FieldPath(name: mode.0) } }.flatMap { name, modes in
          modes.map { fields + [IndexField(FieldPath(name: name), $0)] }
        }
      }
      complete += all.filter { $0.count > 1 }.map {
        IndexDefinition(normalizing: $0, collectionGroup: "k", scope: .collection)
      }
    }
    return complete
  }()

  private static func query(_ random: inout SeededGenerator) -> String {
    var filters: [String] = []
    for field in ["a", "b", "c"] where Int.random(in: 0..<2, using: &random) == 0 { filters.append("\(field) == 1") }
    if Int.random(in: 0..<4, using: &random) == 0 { filters.append("t array-contains 1") }
    if filters.count > 1, Int.random(in: 0..<5, using: &random) == 0 {
      return "k where \(filters.joined(separator: " or "))"
    }
    var orders: [String] = []
    if Int.random(in: 0..<3, using: &random) == 0, !filters.contains("c == 1") {
      filters.append("c > 1")
      orders = ["c", "c desc"].filter { _ in Bool.random(using: &random) }.suffix(1)
    }
    for field in ["a", "b", "c"].shuffled(using: &random)
    where !filters.contains("\(field) == 1") && !orders.contains(where: { $0.hasPrefix(field) }) {
      if orders.count < 2, Int.random(in: 0..<2, using: &random) == 0 {
        orders.append(field + (Bool.random(using: &random) ? " desc" : ""))
      }
    }
    return "k" + (filters.isEmpty ? "" : " where \(filters.joined(separator: " and "))")
      + (orders.isEmpty ? "" : " orderBy \(orders.joined(separator: ", "))")
  }

  @Test("no smaller set serves every query", arguments: 0..<200)
  func minimal(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let texts = (0..<Int.random(in: 2...6, using: &random)).map { _ in Self.query(&random) }
    let planner = QueryPlanner(catalog: .automaticOnly, database: demo)
    let shapes = try texts.map { IndexAdvisor.Shape(name: $0, query: try Planning.statement($0).query) }
    let advice = IndexAdvisor(planner: planner).advise(shapes)
    let after = planner.with(advice.catalog)
    #expect(shapes.allSatisfy { after.plan($0.query).isServed }, "\(texts)")
    guard (1...3).contains(advice.additions.count) else { return }
    let smaller = Exhaustion(planner: planner, shapes: shapes, composites: Self.composites)
      .choice(of: advice.additions.count - 1)
    #expect(
      smaller == nil, "\(texts): \(advice.additions.map(\.caseText)), but \(smaller?.map(\.caseText) ?? []) are enough")
  }
}

/// Tries every choice of so many composites.
private struct Exhaustion {
  let planner: QueryPlanner
  let requirements: [IndexRequirement]
  let composites: [IndexDefinition]

  init(planner: QueryPlanner, shapes: [IndexAdvisor.Shape], composites: [IndexDefinition]) {
    self.planner = planner
    let open = shapes.filter { !planner.plan($0.query).isServed }
    // What is no candidate for any open query on its own is none beside others either.
    let requirements = open.flatMap { planner.requirements(of: $0.query, aggregations: []) }
    self.requirements = requirements
    self.composites = composites.filter { composite in
      let search = CandidateSearch(catalog: IndexCatalog(composites: [composite]), assumptions: planner.assumptions)
      return requirements.contains { requirement in
        search.candidates(for: requirement).contains { $0.scan.index.origin == .composite }
      }
    }
  }

  func choice(of count: Int) -> [IndexDefinition]? { choice(of: count, after: 0, chosen: []) }

  private func choice(of count: Int, after start: Int, chosen: [IndexDefinition]) -> [IndexDefinition]? {
    if count == 0 { return serves(chosen) ? chosen : nil }
    for position in composites.indices.dropFirst(start) {
      if let found = choice(of: count - 1, after: position + 1, chosen: chosen + [composites[position]]) {
        return found
      }
    }
    return nil
  }

  private func serves(_ chosen: [IndexDefinition]) -> Bool {
    let search = CandidateSearch(catalog: IndexCatalog(composites: chosen), assumptions: planner.assumptions)
    return requirements.allSatisfy { search.decide($0).isServed }
  }
}
