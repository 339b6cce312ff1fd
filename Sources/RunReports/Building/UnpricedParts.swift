package import Diagnostics
package import Metering

extension Diagnostic {
  /// FB7009 for the parts of a month that have no price; nil where there are none.
  /// - Parameter location: named where several locations are asked for.
  package static func unpriced(
    _ parts: [MonthlyCost.Part], in location: String? = nil, at place: SourceLocation? = nil
  ) -> Diagnostic? {
    guard !parts.isEmpty else { return nil }
    let names = parts.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    let region = location.map { " in \(QuotedText.of($0, limit: 100))" } ?? ""
    return Diagnostic(
      .costUnknown, "the price book has no price for \(names)\(region); the month is without it", at: place)
  }
}
