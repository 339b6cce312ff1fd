// FB7022 unbounded-in warning
//
// means: A query asks with `in` for a list that grows with the data. Beyond 30 values production refuses it, and until
//   then each value is a branch of its own. In sources, which seldom say how long a list is, it is information unless
//   the list is known to be too long.
// why: Each value is looked up separately, and the number of branches is limited to 30.
// example:
//   posts where author in $following
// fix: Ask in parts of 30, or store per user what the user is to see.
// ignore: When the list is bounded elsewhere.

import Diagnostics
import QueryModel
import QueryScanner
import Workloads

/// FB7022: a list of unknown length after `in`: more than 30 values are refused, and each may bill a read.
enum UnboundedIn: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    for sent in hazards.queries {
      let (step, template) = (sent.step, sent.template)
      for filter in template.query.filter?.lists ?? [] {
        guard case .expression = filter.operand else { continue }
        hazards.report(
          .unboundedIn, message(filter), at: template.span, of: step, help: help)
      }
    }
  }

  private static func message(_ filter: FieldFilter) -> String {
    "nothing bounds the list that `\(filter.path.shownText)` is compared with"
  }
  private static let help = "divide the list into parts of at most 30 values, or turn the relation around"

  static func findings(_ query: Query, of source: SourceRequest) -> [Diagnostic] {
    // What is thrown at has no length.
    if source.request.refusal != nil { return [] }
    // A list that is gone through in parts.
    if case .perElement(atMost: nil)? = source.request.repetition { return [] }
    return (query.filter?.lists ?? []).compactMap { filter in
      switch filter.operand {
      case .unknown, .parameter, .expression: finding(filter, source.request)
      case .value, .array, .map: nil
      }
    }
  }

  /// Values that a comparison with a list takes at most; `not-in` takes fewer.
  static let maximum = 30
  private static let notInMaximum = 10

  private static func finding(_ filter: FieldFilter, _ request: ScannedRequest) -> Diagnostic? {
    guard let count = request.listBounds[filter.path] else {
      return Diagnostic(.unboundedIn, message(filter), at: request.location, severity: .info, help: help)
    }
    let allowed = filter.op == .notIn ? notInMaximum : maximum
    guard count > allowed else { return nil }
    return Diagnostic(
      .unboundedIn,
      "the list that `\(filter.path.shownText)` is compared with has up to \(Counted.grouped(count)) values, and "
        + "\(allowed) are allowed",
      at: request.location, help: "divide the list into parts of at most \(allowed) values, or turn the relation around"
    )
  }
}

extension Filter {
  /// Those that compare with a list.
  var lists: [FieldFilter] {
    switch self {
    case .field(let filter):
      switch filter.op {
      case .in, .arrayContainsAny, .notIn: [filter]
      case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual, .arrayContains: []
      }
    case .unary: []
    case .and(let parts), .or(let parts): parts.flatMap(\.lists)
    }
  }
}
