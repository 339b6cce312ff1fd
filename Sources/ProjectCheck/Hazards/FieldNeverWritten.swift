// FB1011 field-never-written warning
//
// means: A filter or order uses a field that no generated or given document has. The query returns nothing and still
//   bills one read each time.
// why: Indexes hold only documents that have the field, so a mistyped field name is not an error but an empty result,
//   and the minimum of one read per query applies.
// example:
//   Notifications where notif_time > $seen      (the documents have notification_time)
// fix: Use one name for the field in all places.
// ignore: When the field is written by a program outside the workload.

import Diagnostics
import FirestoreModel
import QueryModel
import Simulation
import Workloads

/// FB1011: a query asks for a field that no document of the collection has; it returns nothing and costs a read.
enum FieldNeverWritten: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    for sent in hazards.queries {
      let (step, template) = (sent.step, sent.template)
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
