import Diagnostics
import FirestoreModel
import QueryModel

/// FB1011: a query asks for a field that no document of the collection has; it returns nothing and costs a read.
enum FieldNeverWritten {
  static func check(_ hazards: inout HazardCollector) {
    for (step, template, _) in hazards.queries() {
      let origins = hazards.written.origins(of: template.query)
      guard !origins.isEmpty else { continue }
      let known = Set(origins.flatMap(\.fields.keys))
      for field in template.query.usedFields where !field.isDocumentName && !known.contains(field) {
        let near = NearestName.of(field.description, among: known.map(\.description).sorted())
        hazards.report(
          .fieldNeverWritten, "no document of `\(template.collectionText)` has the field `\(field)`",
          at: template.span, of: step, notes: ["the query returns nothing and costs 1 read"],
          help: near.map { "did you mean `\($0)`?" })
      }
    }
  }
}

extension Query {
  /// Fields that decide which documents are in the result, each once: filters, then orders.
  var usedFields: [FieldPath] {
    var fields: [FieldPath] = []
    for field in (filter?.fields ?? []) + orders.map(\.path) where !fields.contains(field) { fields.append(field) }
    return fields
  }
}
