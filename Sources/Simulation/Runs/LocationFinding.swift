package import Diagnostics
package import Metering

extension PriceBook {
  /// What is to be said of a location without prices: FB7027 for one that does not exist, FB7009 for one whose prices the
  /// book does not have.
  package func finding(forLocation location: String?, at place: SourceLocation?) -> Diagnostic? {
    guard prices(at: location) == nil else { return nil }
    let priced = "locations with prices: \(locationNames.map { "`\($0)`" }.joined(separator: ", "))"
    guard let location else {
      return Diagnostic(
        .costUnknown, "the book `\(name)` has prices by location, and none is named", at: place,
        help: "reads are reported without money; \(priced)")
    }
    guard knownLocations.contains(location) else { return unknown(location, at: place, priced) }
    return Diagnostic(
      .costUnknown, "the book `\(name)` has no prices for \(QuotedText.of(location, limit: 100))", at: place,
      help: "reads are reported without money; give a book that has them, `--prices FILE`; \(priced)")
  }

  private func unknown(_ location: String, at place: SourceLocation?, _ priced: String) -> Diagnostic {
    Diagnostic(
      .unknownLocation, "there is no location \(QuotedText.of(location, limit: 100))", at: place,
      help: "\(suggestion(for: location))\(priced)")
  }

  /// The name that was mistyped, else those that begin as it does: `us`, `europe`.
  private func suggestion(for location: String) -> String {
    let known = knownLocations.sorted()
    if let near = NearestName.of(location, among: known) { return "did you mean `\(near)`? " }
    let begin = known.filter { $0.hasPrefix(location.lowercased()) }.map { "`\($0)`" }
    return location.isEmpty || begin.isEmpty ? "" : "those that begin like it: \(begin.joined(separator: ", ")); "
  }
}
