// FB7032 collection-without-data info
//
// means: A step of a workload asks for, listens to or deletes documents of a collection that no entry of `data` has, and
//   that no step, background activity or entry of the timeline writes. It is a warning where a collection of almost the
//   same name is there; of single documents only that is said.
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

/// FB7032: nothing of the workload puts a document where a step looks, so that it finds nothing and costs next to nothing.
enum CollectionWithoutData: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    for sent in hazards.queries {
      let query = sent.template.query
      let name = query.source.collectionID?.literal?.string ?? ""
      guard !hazards.written.mayHoldDocuments(of: query) else { continue }
      let near = nearest(query.source.allDescendants ? [name] : query.source.collectionIDs, hazards)
      // Who says nothing about any document means an empty database.
      guard near != nil || !hazards.workload.data.isEmpty else { continue }
      let place = query.source.allDescendants ? name : sent.template.collectionText
      report(place, near, at: sent.template.span, of: sent.step, named: name, &hazards)
    }
    hazards.workload.visitSteps { step in
      guard !step.expectsDenial else { return }
      for (path, listens) in step.askedDocuments where !hazards.written.mayHoldDocuments(at: path) {
        let near = nearest(path.collectionIDs, hazards)
        // What single documents cost where there are none, the run says itself (FB7008), but of listeners.
        guard near != nil || listens && !hazards.workload.data.isEmpty else { continue }
        let collection = PathPattern(segments: path.segments.dropLast(), span: path.span).sourceText
        report(
          collection, near, at: path.span, of: step, named: path.collectionIDs.last.flatMap(\.self) ?? "", &hazards)
      }
    }
  }

  /// The collection that is meant by the first name on the way that none has.
  private static func nearest(_ ids: [String?], _ hazards: HazardCollector) -> String? {
    let known = hazards.written.collectionIDs
    return ids.compactMap(\.self).first { !known.contains($0) }.flatMap { NearestName.of($0, among: known) }
  }

  private static func report(
    _ place: String, _ near: String?, at span: Span, of step: Step, named name: String, _ hazards: inout HazardCollector
  ) {
    hazards.report(
      .collectionWithoutData,
      "nothing puts documents into \(QuotedText.of(place)): \(step.title) finds none", at: span, of: step,
      severity: near == nil ? .info : .warning,
      help: near.map { "did you mean `\($0)`?" }
        ?? "say in `data` what is there, `{path: \"…/\(name)/{auto}\", count: 100, fields: {…}}`")
  }
}

extension Step {
  /// Single documents of which the step takes it that they are there.
  fileprivate var askedDocuments: [(path: PathPattern, listens: Bool)] {
    switch action {
    case .read(let read):
      if read.source != .cache, !read.mayBeMissing, case .document(let path) = read.target {
        [(path, read.kind == .listen)]
      } else {
        []
      }
    case .transaction(let transaction):
      transaction.reads.compactMap { if case .document(let path) = $0 { (path, false) } else { nil } }
    case .write, .batch:
      documentWrites.filter { $0.kind == .delete }.map { ($0.path, false) }
    case .page, .detach, .device, .assign, .condition, .pause, .perform, .group, .outsideWrite, .realtime: []
    }
  }
}
