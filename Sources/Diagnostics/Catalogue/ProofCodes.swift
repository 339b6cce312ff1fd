/// Proofs about rules.
extension DiagnosticCode {
  /// Refuted: a counterexample exists.
  package static let listNotProvable = DiagnosticCode(4101, "list-not-provable", .error)
  package static let propertyRefuted = DiagnosticCode(4102, "property-refuted", .error)
  /// W for a query of a workload or of the sources; production mode denies it at run time.
  package static let proofUnknown = DiagnosticCode(4103, "proof-unknown", .info)
  package static let changeWidensAccess = DiagnosticCode(4104, "change-widens-access", .warning)
  package static let changeNarrowsAccess = DiagnosticCode(4105, "change-narrows-access", .info)

  static let proofsCodes: [DiagnosticCode] = [
    .listNotProvable, .propertyRefuted, .proofUnknown, .changeWidensAccess, .changeNarrowsAccess,
  ]

  /// What is reported of proofs, with a counterexample where there is one.
  package var isOfProof: Bool { Self.proofsCodes.contains(self) }
}
