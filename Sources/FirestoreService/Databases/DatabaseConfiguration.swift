package import FirestoreRulesEnforcement
package import QueryExecution

/// What decides about the requests to a database and may be replaced while it is served.
package struct DatabaseConfiguration: Sendable {
  /// Plans and executes: the index definitions and the mode are in it.
  package var engine: QueryEngine
  /// The rules.
  package var access: AccessControl
  /// Not nil: what is wrong with the rules or index file, where requests are to fail until it is mended.
  package var breakdown: String?

  /// Listeners on every collection at once, and on a group below a document, are served, as Google's emulator does.
  package var listensEverywhere: Bool

  package init(
    engine: QueryEngine, access: AccessControl, breakdown: String? = nil, listensEverywhere: Bool = false
  ) {
    self.engine = engine
    self.access = access
    self.breakdown = breakdown
    self.listensEverywhere = listensEverywhere
  }
}
