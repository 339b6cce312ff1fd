// FB7013 moving-watermark info
//
// means: A query asks for what is newer than a mark that moves on at each start. It is cheap while starts are frequent,
//   and its shape is a new query each time, so no earlier result is resumed.
// why: A resume token belongs to one exact query. With another bound the server begins anew, and a client that was away
//   for long reads everything since then.
// example:
//   listen: Messages where sentAt > $seen
// fix: Know the cost of the longest absence, or add a limit and handle the gap.
// ignore: When the mark is used on purpose and its losses are checked.

import Diagnostics
import FirestoreModel
import QueryModel
import QueryScanner
import QueryShapes
import Simulation
import Workloads

/// FB7013: a listener whose bound is computed anew each time is another target each time and never resumes.
enum MovingWatermark: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    for sent in hazards.queries where sent.kind == .listen && sent.template.hasWatermark(hazards.workload) {
      hazards.report(
        .movingWatermark, "the bound of \(sent.step.title) moves, so the listener is a new one at each open",
        at: sent.template.span, of: sent.step, notes: [note])
    }
  }

  private static let note =
    "it pays for what is new, at least 1 read; within 30 minutes an unchanged query would resume and pay for changes only"

  /// The places at which some query has both ends of a period: somebody chooses it, also where one end is left out.
  static func windowPlaces(in sources: SourceQueries) -> Set<RequestPlace> {
    Set(
      sources.requests.filter { source in
        if case .query(let query, _) = source.request.target { query.hasComputedWindow } else { false }
      }.map { RequestPlace($0) })
  }

  /// A listener of the sources whose lower bound is computed.
  static func findings(_ query: Query, of source: SourceRequest) -> [Diagnostic] {
    guard query.hasComputedBound else { return [] }
    return [
      Diagnostic(
        .movingWatermark, "the bound of \(source.title) moves, so the listener is a new one at each open",
        at: source.request.location, notes: [note])
    ]
  }
}

extension QueryTemplate {
  /// Whether a range or cursor depends on what the actor remembers.
  func hasWatermark(_ workload: Workload) -> Bool {
    let variables = Set(workload.actors.flatMap(\.variables).map(\.name))
    return hasMovingBound
      && boundExpressions.contains { expression in variables.contains { expression.uses(variable: $0) } }
  }

  /// The expressions in range filters and cursors.
  private var boundExpressions: [Workloads.Expression] {
    let operands =
      (query.filter?.rangeOperands ?? []) + [query.start, query.end].compactMap(\.self).flatMap(\.values)
    return operands.flatMap { operand -> [Workloads.Expression] in
      guard case .expression(let key) = operand, let template = bindings[key] else { return [] }
      return template.parts.compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
    }
  }
}

extension Query {
  /// Whether a range of time on one side, or a cursor, depends on what only the run knows. A range between two bounds is a
  /// window that somebody asks for, such as a prefix, and one over another field, such as a price, is a choice.
  var hasComputedBound: Bool {
    let cursors = [start, end].compactMap(\.self).flatMap(\.values)
    if cursors.contains(where: \.isComputed) { return true }
    let ranges = filter?.ranges ?? []
    return ranges.contains { range in
      range.operand.isComputed && range.path.mayTellOfTime
        && !ranges.contains { $0.path == range.path && $0.op.isLower != range.op.isLower }
    }
  }
}

extension Query {
  /// A range of time between two ends that only the run knows.
  fileprivate var hasComputedWindow: Bool {
    let ranges = filter?.ranges.filter { $0.operand.isComputed && $0.path.mayTellOfTime } ?? []
    return ranges.contains { range in
      ranges.contains { $0.path == range.path && $0.op.isLower != range.op.isLower }
    }
  }
}

extension Filter {
  /// Comparisons of order that every result satisfies.
  fileprivate var ranges: [FieldFilter] {
    switch self {
    case .field(let filter): filter.op.isLower == nil ? [] : [filter]
    case .unary: []
    case .and(let parts): parts.flatMap(\.ranges)
    case .or(let parts): parts.count == 1 ? parts[0].ranges : []
    }
  }
}

extension FieldOperator {
  /// Whether the operand is a lower bound; nil for what is no range.
  fileprivate var isLower: Bool? {
    switch self {
    case .greaterThan, .greaterThanOrEqual: true
    case .lessThan, .lessThanOrEqual: false
    case .equal, .notEqual, .arrayContains, .in, .arrayContainsAny, .notIn: nil
    }
  }
}

extension Operand {
  /// Something that only the run knows.
  var isComputed: Bool {
    switch self {
    case .unknown, .expression: true
    case .value, .parameter, .array, .map: false
    }
  }
}
