import FirebreakTestSupport
import FirestoreModel
import Foundation
import IndexCatalog
import QueryModel
import QueryPlanner
import Testing

@Suite struct DecisionTests {
  static let topics = [
    "recorded", "automatic", "composites", "chat", "merging", "overrides", "collection-groups", "name-direction",
    "ranges", "public-issues", "refused", "sdk-suite",
  ]

  @Test("decision", arguments: try topics.flatMap { try SpecFile.cases("indexes/\($0)/cases.yaml") })
  func decision(_ spec: SpecValue) throws {
    try spec.allow("id", "file", "query", "expected", "unverified", "evidence", "remark")
    let catalog = try Planning.catalog(spec["file"].string)
    let text: String
    var questions: [String] = []
    do {
      let outcome = try Planning.outcome(spec["query"].string, catalog)
      text = outcome.caseText
      questions = outcome.openQuestions
    } catch let error as FirestoreError {
      text = "REFUSED: \(error.status.name) \(error.message)"
    }
    #expect(text == sortedMerges(try spec["expected"].string))
    #expect(try questions == spec.optional("unverified")?.strings ?? [])
  }

  /// Members of a merge are a set; the answer lists them sorted.
  private func sortedMerges(_ expected: String) -> String {
    guard expected.hasPrefix("OK: ") else { return expected }
    return "OK: "
      + expected.dropFirst(4).components(separatedBy: " ; ").map { part in
        guard part.hasPrefix("merge ") else { return part }
        return "merge " + part.dropFirst(6).components(separatedBy: " + ").sorted().joined(separator: " + ")
      }.joined(separator: " ; ")
  }
}
