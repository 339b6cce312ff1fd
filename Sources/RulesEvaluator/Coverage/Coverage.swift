/// What many requests have evaluated.
package struct Coverage: Sendable {
  package init() {}
  mutating func record(_ outcome: StatementOutcome, of statement: Int, method: RulesMethod) {}
}
