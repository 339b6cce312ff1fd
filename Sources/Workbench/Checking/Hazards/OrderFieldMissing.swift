import Diagnostics
import FirestoreModel
import QueryModel

/// FB1013: some documents of the collection lack a field that the query orders by or ranges over; they are never shown.
enum OrderFieldMissing {
  static func check(_ hazards: inout HazardCollector) {
    for (step, template, _) in hazards.queries() {
      let origins = hazards.written.origins(of: template.query)
      for field in template.query.orderingFields where !field.isDocumentName {
        let lacking = origins.contains { $0.isWhole && $0.fields[field] == nil }
        guard lacking, origins.contains(where: { $0.fields[field] != nil }) else { continue }
        hazards.report(
          .orderFieldMissingInData,
          "some documents of `\(template.collectionText)` lack `\(field)`: a filter or order on it never shows them",
          at: template.span, of: step, help: "give every document the field, or fill it in for old ones")
      }
    }
  }
}

extension Query {
  /// Explicit orders, and the ranges that imply one.
  fileprivate var orderingFields: [FieldPath] {
    var fields = orders.map(\.path)
    for field in filter?.rangeFields ?? [] where !fields.contains(field) { fields.append(field) }
    return fields
  }
}

extension Filter {
  fileprivate var rangeFields: [FieldPath] {
    switch self {
    case .field(let filter): filter.op.isRange ? [filter.path] : []
    case .unary: []
    case .and(let parts), .or(let parts): parts.flatMap(\.rangeFields)
    }
  }
}
