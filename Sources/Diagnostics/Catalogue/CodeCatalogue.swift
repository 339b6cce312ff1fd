extension DiagnosticCode {
  /// The code written as `FB2001`, `fb2001` or `missing-composite-index`; nil when there is none.
  package init?(named text: String) {
    let wanted = text.lowercased()
    guard let found = Self.all.first(where: { $0.id.lowercased() == wanted || $0.name == wanted }) else { return nil }
    self = found
  }

  /// The id or name closest to a mistyped one, to suggest; nil when nothing is close.
  package static func nearest(to text: String) -> String? {
    let wanted = text.lowercased()
    if wanted.hasPrefix("fb") {
      return NearestName.of(wanted.uppercased(), among: all.map(\.id))
    }
    return NearestName.of(wanted, among: all.map(\.name))
  }

  /// Whether the code says that an input could not be read as what it is. Such a finding ends a command as "not done"
  /// (exit code 2); every other error is a result of the command (exit code 1).
  package var meansUnreadableInput: Bool {
    [.configInvalid, .malformedInput, .unknownKey, .wrongType, .duplicateKey, .jsonSyntax].contains(self)
  }

  /// What is reported of proofs, with a counterexample where there is one.
  package var isOfProof: Bool { subject == .proofs }
}
