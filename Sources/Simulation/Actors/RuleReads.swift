import FirestoreModel
import FirestoreRulesEnforcement
import Metering

/// Documents that rules have read to decide a request: how many, which, and where they ask for them.
struct RuleReads {
  var documents: [DocumentPath] = []
  var sites: [Int] = []

  static let none = RuleReads()

  var count: Int64 { Int64(documents.count) }
}

extension RuleReads {
  init(_ decision: AccessDecision) {
    self.init(documents: decision.ruleReads, sites: decision.readSites)
  }
}

extension BillingEvent {
  mutating func bill(_ ruleReads: RuleReads) {
    self.ruleReads = ruleReads.count
    ruleReadSites = ruleReads.sites
  }
}
