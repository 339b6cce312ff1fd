/// Which codes somebody means: `FB2` for all that start so, `FB2001` or `missing-composite-index` for one, `ALL`.
package struct CodeSelector: Hashable, Sendable {
  package let text: String
  private let prefix: String

  /// Nil when the text selects no code; `DiagnosticCode.nearest(to:)` may know what was meant.
  package init?(_ text: String) {
    self.text = text
    if text.uppercased() == "ALL" {
      prefix = "FB"
    } else if let code = DiagnosticCode(named: text) {
      prefix = code.id
    } else {
      prefix = text.uppercased()
      guard prefix.hasPrefix("FB"), DiagnosticCode.all.contains(where: { $0.id.hasPrefix(prefix) }) else { return nil }
    }
  }

  /// How many codes it means, the other way round: of two that match, the longer one was written for the code.
  package var length: Int { prefix.utf8.count }

  package func matches(_ code: DiagnosticCode) -> Bool { code.id.hasPrefix(prefix) }
}
