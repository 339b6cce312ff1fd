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
    let near = NearestName.of(location, among: knownLocations.sorted()).map { "did you mean `\($0)`? " } ?? ""
    return Diagnostic(
      .unknownLocation, "there is no location \(QuotedText.of(location, limit: 100))", at: place,
      help: "\(near)\(priced)")
  }
}
