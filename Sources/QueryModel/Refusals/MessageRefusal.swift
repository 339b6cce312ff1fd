/// What the service says about messages that it cannot make a query of, whatever encoding they came in.
///
/// Observed in production unless noted.
package enum MessageRefusal {
  package static let notStructured = "only structured queries are supported"
  package static let unsetValue = "Cannot convert firestore.v1.Value with type unset."
  package static let unknownFilter = "Unknown Filter type."
  package static let unknownCompositeOperator = "Unsupported CompositeFilter operator."
  package static let unknownFieldOperator = "Unknown FieldFilter operator."
  package static let unknownUnaryOperator = "Unknown UnaryFilter operator."
  package static let unaryOperand = "Unsupported UnaryFilter operand type (non-FIELD)."
  package static let unknownDistanceMeasure = "Unknown Distance Measure."
  package static let unsetAggregation = "Operator field in Aggregation is not set."
  /// Seen from Google's emulator; production's text is not known.
  package static let severalCollections = "StructuredQuery.from cannot have more than one collection selector."
  /// Not observed: a direction that is not specified is ascending, one that does not exist is refused.
  package static let unknownDirection = "Unknown Order direction."

  package static func reservedResultField(_ name: String) -> String {
    QueryRefusal.nearest(.reservedResultField(name)).message
  }
}
