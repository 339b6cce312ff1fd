// FB7032 collection-without-data info
//
// means: A step of a workload asks for documents of a collection that no entry of `data` has, and that no step, background
//   activity or entry of the timeline writes. It is a warning where a collection of almost the same name is there.
// why: Such a query finds nothing and costs next to nothing, whatever the real one costs: often its name is misspelt.
// example:
//   - {name: open, query: 'psts orderBy at desc limit 10'}      # and data is of `posts`
// fix: Correct the name, or say what is there: `data: [{path: "posts/{auto}", count: 100, fields: {…}}]`.
// ignore: When there is nothing at first in production, too: with `expect: {code: FB7032}` at the step.

import Diagnostics
import FirestoreModel
import QueryModel
import Simulation
import Workloads

/// FB7032: nothing of the workload puts a document where a query looks, so that it finds nothing and costs next to nothing.
enum CollectionWithoutData: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    // Who says nothing about any document means an empty database.
    guard !hazards.workload.data.isEmpty else { return }
    for sent in hazards.queries where !hazards.written.mayHoldDocuments(of: sent.template.query) {
      let source = sent.template.query.source
      let name = source.collectionID?.literal?.string ?? ""
      let near = NearestName.of(name, among: hazards.written.collectionIDs)
      hazards.report(
        .collectionWithoutData,
        "nothing puts documents into \(QuotedText.of(source.allDescendants ? name : sent.template.collectionText)): "
          + "\(sent.step.title) finds none",
        at: sent.template.span, of: sent.step, severity: near == nil ? .info : .warning,
        help: near.map { "did you mean `\($0)`?" }
          ?? "say in `data` what is there, `{path: \"…/\(name)/{auto}\", count: 100, fields: {…}}`")
    }
  }
}
