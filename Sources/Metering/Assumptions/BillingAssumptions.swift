package import FirestoreModel

/// How the open questions of billing are answered.
package typealias BillingAssumptions = Assumptions<BillingSwitch>

extension BillingAssumptions {
  /// The sizes of stored data under these answers.
  package var storageSizing: StorageSizing {
    StorageSizing(
      mapOverhead: takesAlternative(.mapOverhead) ? 32 : 0, rootParent: takesAlternative(.rootParent) ? 0 : 16,
      storesBothDirections: !takesAlternative(.ascDescStored))
  }

  /// The answer to a switch between none and one.
  package func count(_ named: BillingSwitch) -> Int64 { value(of: named) == "1" ? 1 : 0 }
}
