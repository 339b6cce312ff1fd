import Diagnostics
import QueryScanner

/// FB7012: the last document of a page is read again only to continue behind it.
enum CursorRefetch {
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

  static func findings(on source: SourceRequest, in lines: SourceLines) -> [Diagnostic] {
    source.request.remarks.compactMap { remark in
      guard case .cursorFromRead(let read) = remark else { return nil }
      var finding = Diagnostic(
        .cursorRefetch,
        "\(source.title) continues behind a document that line \(lines.line(of: read)) reads again for it",
        at: source.request.location, notes: [note], help: help)
      finding.flow = [
        RelatedLocation("the document is read again here", at: read),
        RelatedLocation("to continue behind it here", at: source.request.location),
      ]
      return finding
    }
  }
}
