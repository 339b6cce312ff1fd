/// A stable code of the catalogue: `FB2001`, `missing-composite-index`, default severity. Codes are never reused.
package struct DiagnosticCode: Hashable, Sendable {
  package let number: Int
  package let name: String
  package let defaultSeverity: Severity
  /// The version whose catalogue has the code first.
  package let since: String

  package init(_ number: Int, _ name: String, _ defaultSeverity: Severity, since: String = "0.1") {
    self.number = number
    self.name = name
    self.defaultSeverity = defaultSeverity
    self.since = since
  }

  /// `FB0013`
  package var id: String {
    let digits = String(number)
    return "FB" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
