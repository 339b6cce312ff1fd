import IndexCatalog
package import QueryPlanner
package import StructuredText

extension IndexRepair {
  /// The complete object of `indexes` or of `fieldOverrides`.
  package var json: JSONValue {
    switch self {
    case .composite(let definition): definition.json
    case .fieldOverride(let override): override.json
    }
  }
}
