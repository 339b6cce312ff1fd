// FB7012 cursor-refetch warning
//
// means: Paging reads the last document of a page again to start the next page after it. That is one read more per
//   page.
// why: A cursor needs the values of the order only, and the snapshot of the page has them.
// example:
//   get: messages/{lastId}
//   query: messages orderBy sentAt desc startAfter($last) limit 50
// fix: Keep the snapshot, or start after the values of the ordered fields.
// ignore: When the page was restored from a saved id and nothing else is left. A server that is handed only an id has
//   nothing else: there it is information, as it is in a library that does not know the collection.

import Diagnostics
import QueryModel
import QueryScanner
import Simulation
import Workloads

/// FB7012: the last document of a page is read again only to continue behind it.
enum CursorRefetch: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    var found: [Step] = []
    hazards.workload.visitSteps { step in
      if case .page(let page) = step.action, page.cursor == .refetch { found.append(step) }
    }
    for step in found {
      hazards.report(
        .cursorRefetch, "\(step.title) reads its cursor document again for every further page", at: step.shapeSpan,
        of: step, notes: [note], help: help)
    }
  }

  private static let note = "one read per page; when the document was deleted meanwhile, paging stops"
  private static let help = "keep the snapshot of the last document, or the values of its order fields"

  /// A server that is handed an id has nothing else, and a library has the order that its caller gives.
  private static func isCertain(_ request: ScannedRequest) -> Bool {
    request.caller != .admin && !request.unresolved.contains { $0.kind == .collection }
  }

  static func findings(on source: SourceRequest) -> [Diagnostic] {
    source.request.remarks.compactMap { remark in
      guard case .cursorFromRead(let read) = remark else { return nil }
      var finding = Diagnostic(
        .cursorRefetch,
        "\(source.title) continues behind a document that line \(read.position.line) reads again for it",
        at: source.request.location, severity: isCertain(source.request) ? nil : .info, notes: [note], help: help)
      finding.flow = [
        RelatedLocation("the document is read again here", at: read),
        RelatedLocation("to continue behind it here", at: source.request.location),
      ]
      return finding
    }
  }
}
