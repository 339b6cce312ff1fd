package import FirestoreModel
package import FirestoreRulesEvaluator
package import QueryModel

/// What is known beside the rules. Everything is optional; checks that need what is not given stay silent.
package struct RulesContext: Sendable {
  /// The collections of the seed data by collection id, each with the names of the top-level fields seen.
  package var collections: [Text: Set<Text>]?
  /// Queries of the app.
  package var listQueries: [NormalizedQuery]?
  /// The moment that conditions on the date are judged at.
  package var now: RuleTimestamp?
  /// The provider that all users sign in with, where it verifies their addresses.
  package var verifyingProvider: String?

  package init(
    collections: [Text: Set<Text>]? = nil, listQueries: [NormalizedQuery]? = nil, now: RuleTimestamp? = nil,
    verifyingProvider: String? = nil
  ) {
    self.collections = collections
    self.listQueries = listQueries
    self.now = now
    self.verifyingProvider = verifyingProvider
  }
}
