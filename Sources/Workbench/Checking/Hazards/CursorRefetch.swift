import Diagnostics

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
        of: step, notes: ["one read per page; when the document was deleted meanwhile, paging stops"],
        help: "keep the snapshot of the last document, or the values of its order fields")
    }
  }
}
