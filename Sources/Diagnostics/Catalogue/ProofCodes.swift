/// Proofs about rules.
extension DiagnosticCode {
  /// Refuted: a counterexample exists.
  package static let listNotProvable = DiagnosticCode(4101, "list-not-provable", .error)
  /// W for a query of a workload or of the sources; production mode denies it at run time.
  package static let proofUnknown = DiagnosticCode(4103, "proof-unknown", .info)

  static let proofsCodes: [DiagnosticCode] = [
    .listNotProvable, .proofUnknown,
  ]

  /// What is reported of proofs, with a counterexample where there is one.
  package var isOfProof: Bool { Self.proofsCodes.contains(self) }
}
