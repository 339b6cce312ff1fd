// FB7014 watermark-skips-window error
//
// means: A query has a mark and a limit, downwards. When more documents are new than the limit, those between the mark
//   and the page are never read, because the mark then jumps past them.
// why: The limit keeps the newest; the next start asks for what is newer still. In sources, which do not say whether the
//   bound is a mark or a period that somebody has chosen, the finding is information.
// example:
//   Messages where sentAt > $seen orderBy sentAt desc limit 20      (50 are new: 30 are lost)
// fix: Order upwards and repeat until a page is short, moving the mark to the last document processed.
// ignore: When the variant is meant to show the loss.

import Diagnostics
import FirestoreModel
import QueryModel
import QueryScanner
import Workloads

/// FB7014: the newest documents after a watermark, but only so many: what the limit cuts off lies behind the next
/// watermark and is never read.
enum WatermarkSkipsWindow: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    for sent in hazards.queries where sent.kind != .page && sent.template.hasWatermark(hazards.workload) {
      let (step, template) = (sent.step, sent.template)
      guard let limit = template.query.limit, template.query.keepsNewestBehindWatermark else { continue }
      hazards.report(
        .watermarkSkipsWindow,
        message(step.title, "newest \(limit)"), at: template.span, of: step, help: help)
    }
  }

  private static func message(_ title: String, _ window: String) -> String {
    "\(title) shows the \(window) documents after its watermark; older ones that are also new are lost"
  }

  private static let help =
    "order ascending from the watermark and repeat until a page is short, moving the watermark to the last document "
    + "processed"

  static func findings(_ query: Query, of source: SourceRequest) -> [Diagnostic] {
    guard let limit = query.limit, query.hasComputedBound, query.keepsNewestBehindWatermark else { return [] }
    let window = query.unknownBounds.contains(.limit) ? "newest" : "newest \(limit)"
    return [
      Diagnostic(
        .watermarkSkipsWindow, message(source.title, window), at: source.request.location, severity: .info, help: help)
    ]
  }
}

extension Query {
  /// The limit counts from the far end, away from the watermark.
  fileprivate var keepsNewestBehindWatermark: Bool {
    guard let order = orders.first else { return limitToLast }
    let descends = (order.direction == .descending) != limitToLast
    return descends ? keepsGreater(order) : keepsSmaller(order)
  }

  private func keepsGreater(_ order: Order) -> Bool {
    let hasLowerBound = filter?.bounds(order.path, [.greaterThan, .greaterThanOrEqual]) ?? false
    // Read backwards, the end cursor is the lower bound.
    return hasLowerBound || (order.direction == .descending ? end != nil : start != nil)
  }

  private func keepsSmaller(_ order: Order) -> Bool {
    filter?.bounds(order.path, [.lessThan, .lessThanOrEqual]) ?? false
  }
}

extension Filter {
  fileprivate func bounds(_ path: FieldPath, _ operators: Set<FieldOperator>) -> Bool {
    switch self {
    case .field(let filter):
      filter.operand.isComputed && filter.path == path && operators.contains(filter.op)
    case .unary: false
    case .and(let parts), .or(let parts): parts.contains { $0.bounds(path, operators) }
    }
  }
}
