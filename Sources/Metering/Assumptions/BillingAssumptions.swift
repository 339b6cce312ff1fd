package import FirestoreModel

/// How the open questions of billing are answered. Every switch not named has its default answer.
package struct BillingAssumptions: Hashable, Sendable {
  /// The switches that are answered the other way.
  package private(set) var alternatives: Set<BillingSwitch>

  package init(alternatives: Set<BillingSwitch> = []) { self.alternatives = alternatives }

  package static let standard = BillingAssumptions()

  /// Sets one switch as written on the command line (`ownEcho=false`). False: no such name or value.
  package mutating func set(_ name: String, to value: String) -> Bool {
    guard let named = BillingSwitch(rawValue: name) else { return false }
    switch value {
    case named.defaultValue: alternatives.remove(named)
    case named.alternativeValue: alternatives.insert(named)
    default: return false
    }
    return true
  }

  /// The answer in force, as text.
  package func value(of named: BillingSwitch) -> String {
    takesAlternative(named) ? named.alternativeValue : named.defaultValue
  }

  /// The same answers except for one.
  package func flipping(_ named: BillingSwitch) -> BillingAssumptions {
    BillingAssumptions(alternatives: alternatives.symmetricDifference([named]))
  }

  /// The sizes of stored data under these answers.
  package var storageSizing: StorageSizing {
    StorageSizing(
      mapOverhead: takesAlternative(.mapOverhead) ? 32 : 0, rootParent: takesAlternative(.rootParent) ? 0 : 16,
      storesBothDirections: !takesAlternative(.ascDescStored))
  }

  func takesAlternative(_ named: BillingSwitch) -> Bool { alternatives.contains(named) }

  /// The answer to a switch between none and one.
  package func count(_ named: BillingSwitch) -> Int64 { value(of: named) == "1" ? 1 : 0 }
}
