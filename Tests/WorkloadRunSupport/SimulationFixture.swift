import Diagnostics
import FirestoreModel
package import IndexCatalog
package import Metering
package import RunReports
package import Simulation
import StructuredText
import Testing
package import Workloads

/// Workloads written into tests.
package enum SimulationFixture {
  /// $0.36 per 100,000 reads without a quota: the book of the audited document.
  package static let documentBook = """
    book: doc-000
    currency: USD
    reads: {per: 100000, price: 0.36, evidence: doc-000}
    storage: {per: GB-month, price: 0.18, evidence: doc-000}
    egress: [{per: GB, price: 0.12, evidence: doc-000}]
    free: none
    calendar: {monthDays: 30, yearMonths: 12}
    """

  package static func suite(_ text: String, overrides: [ParameterOverride] = []) throws -> WorkloadSuite {
    let reading = WorkloadReader.read(SourceText(path: "test.workload.yaml", text: text), overrides: overrides)
    try #require(reading.suite != nil, "\(reading.diagnostics.map(\.message))")
    return try #require(reading.suite)
  }

  package static func input(
    _ text: String, set: [String: Int64] = [:], catalog: IndexCatalog = .automaticOnly,
    billing: BillingAssumptions = .standard, pricing: Pricing? = nam5
  ) throws -> RunInput {
    let suite = try suite(
      text,
      overrides: set.sorted { $0.key < $1.key }.map {
        ParameterOverride(name: $0.key, value: .integer($0.value))
      })
    let surroundings = suite.variants.map { _ in VariantSurroundings(catalog: catalog, pricing: pricing) }
    return RunInput(suite: suite, surroundings: surroundings, billing: billing)
  }

  package static func report(
    _ text: String, set: [String: Int64] = [:], catalog: IndexCatalog = .automaticOnly,
    billing: BillingAssumptions = .standard, pricing: Pricing? = nam5, isFolding: Bool = true
  ) async throws -> RunReport {
    let input = try input(text, set: set, catalog: catalog, billing: billing, pricing: pricing)
    return await WorkloadRunner.run(input, isFolding: isFolding)
  }

  package static let nam5 = Pricing(book: .googleStandard, location: "nam5")

  package static var documentPricing: Pricing {
    get throws {
      let source = SourceText(path: "doc-000.yaml", text: documentBook)
      let decoding = NodeDecoding(source)
      let node = try #require(YAMLReader.read(source).node)
      return Pricing(book: try #require(PriceBook.read(node, decoding)))
    }
  }
}

extension RunReport {
  package func variant(_ name: String) throws -> VariantReport { try #require(variants.first { $0.name == name }) }

  /// Reads by variant, in file order.
  package var readsByVariant: [String] { variants.map { "\($0.name) \($0.reads)" } }
}
