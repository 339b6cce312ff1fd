import FirestoreModel
package import RealtimeDatabase
package import RealtimeRules

/// What decides about the requests to an instance and may be replaced while it is served.
package struct RealtimeConfiguration: Sendable {
  /// Nil: there are none.
  package var rules: RealtimeRuleset?
  /// Without rules everybody may do everything; else only the owner.
  package var isOpen: Bool
  /// A query without its index is refused, as in production; else it is served and recorded.
  package var requiresIndexes: Bool
  /// Not nil: what is wrong with the rules file, where requests are to fail until it is mended.
  package var breakdown: String?
  /// Answers to what nobody has verified.
  package var assumptions: RealtimeAssumptions

  package init(
    rules: RealtimeRuleset? = nil, isOpen: Bool = false, requiresIndexes: Bool = true, breakdown: String? = nil,
    assumptions: RealtimeAssumptions = .standard
  ) {
    self.rules = rules
    self.isOpen = isOpen
    self.requiresIndexes = requiresIndexes
    self.breakdown = breakdown
    self.assumptions = assumptions
  }
}
