package import Diagnostics
package import PageLayout

/// The pages of the catalogue. Their texts stand as comments beside what reports the code; `make codes` gathers them into
/// `Generated/`. Only what prints pages needs this library: no check waits for a text to be compiled.
extension HelpPage {
  /// The page of a code. Every code of the catalogue has one.
  package static func of(_ code: DiagnosticCode) -> HelpPage {
    written(code.number)
      ?? HelpPage(
        number: code.number, name: code.name, severity: code.defaultSeverity.rawValue, since: code.since)
  }

  /// One document with the pages of all codes.
  package static var document: String { PageDocument(DiagnosticCode.all.map(of)).text }
}
