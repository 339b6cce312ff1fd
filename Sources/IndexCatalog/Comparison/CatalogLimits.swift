package import Diagnostics
import FirestoreModel

/// How many definitions a database may have.
package struct CatalogLimits: Hashable, Sendable {
  package var composites: Int
  package var overrides: Int

  package static let withoutBilling = CatalogLimits(composites: 200, overrides: 200)
  package static let withBilling = CatalogLimits(composites: 1_000, overrides: 1_000)

  package init(composites: Int, overrides: Int) {
    self.composites = composites
    self.overrides = overrides
  }
}

extension IndexFile {
  /// FB2009 for more than four fifths of a limit; an error above the limit itself.
  package func findings(against limits: CatalogLimits) -> [Diagnostic] {
    // Exemption and time-to-live policy of one field count once.
    let fields = Set(overrides.map { OverrideKey($0.value) }).count
    return [
      finding(composites.count, of: limits.composites, "composite indexes", at: composites.last?.location),
      finding(fields, of: limits.overrides, "field overrides", at: overrides.last?.location),
    ].compactMap(\.self)
  }

  private func finding(_ count: Int, of limit: Int, _ noun: String, at location: SourceLocation?) -> Diagnostic? {
    guard count * 5 > limit * 4 else { return nil }
    return Diagnostic(
      .indexLimit, "\(count) \(noun) of at most \(limit)", at: location, severity: count > limit ? .error : .warning,
      help: "`firebreak indexes unused` names those that no query needs")
  }
}

/// What makes two overrides settings of the same thing.
struct OverrideKey: Hashable {
  var collectionGroup: Text
  var target: FieldOverride.Target

  init(_ override: FieldOverride) {
    collectionGroup = override.collectionGroup
    target = override.target
  }
}
