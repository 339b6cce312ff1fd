import Diagnostics
import FirebreakTestSupport
import IndexCatalog
import QueryPlanner
import Testing

@Suite struct ExplainTests {
  @Test("indexes used", arguments: try SpecFile.cases("indexes/explain/cases.yaml"))
  func indexesUsed(_ spec: SpecValue) throws {
    try spec.allow("id", "file", "indexes", "query", "scope", "indexesUsed")
    let catalog =
      if let text = try spec.optional("indexes")?.string {
        try Planning.catalog(SourceText(path: "inline.json", text: text))
      } else {
        try Planning.catalog(spec["file"].string)
      }
    guard case .served(let plan) = try Planning.outcome(spec["query"].string, catalog) else {
      throw spec.error("not served")
    }
    let scope = try spec["scope"].string
    let expected = try spec["indexesUsed"].strings.map { IndexUse(properties: $0, queryScope: scope) }
    #expect(plan.indexesUsed == expected)
  }
}
