// FB1013 order-field-missing-in-data warning
//
// means: The query orders by a field that some documents lack. Those documents are not in its result.
// why: An order is served by an index over that field and an index has no entry for a document without it.
// example:
//   users orderBy lastSeen desc                 (3 of 20 users have no lastSeen)
// fix: Write the field in every document, with null where there is no value.
// ignore: When leaving such documents out is what you want.

import Diagnostics
import FirestoreModel
import QueryModel
import Simulation
import Workloads

/// FB1013: some documents of the collection lack a field that the query orders by or ranges over; they are never shown.
enum OrderFieldMissing: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    for sent in hazards.queries {
      let (step, template) = (sent.step, sent.template)
      let origins = hazards.written.origins(of: template.query)
      for field in template.query.orderingFields where !field.isDocumentName {
        let lacking = origins.contains { $0.isWhole && $0.fields[field] == nil }
        guard lacking, origins.contains(where: { $0.fields[field] != nil }) else { continue }
        let source = template.query.source
        let group = source.allDescendants ? source.collectionID?.literal?.string : nil
        hazards.report(
          .orderFieldMissingInData,
          "some documents of `\(group ?? template.collectionText)` lack `\(field)`: a filter or order on it never shows them",
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
