import Diagnostics
import QueryModel

/// FB7022: a list of unknown length after `in`: more than 30 values are refused, and each may bill a read.
enum UnboundedIn {
  static func check(_ hazards: inout HazardCollector) {
    for (step, template, _) in hazards.queries() {
      for filter in template.query.filter?.listFilters ?? [] {
        guard case .expression = filter.operand else { continue }
        hazards.report(
          .unboundedIn, "nothing bounds the list that `\(filter.path)` is compared with", at: template.span, of: step,
          help: "divide the list into parts of at most 30 values, or turn the relation around")
      }
    }
  }
}

extension Filter {
  fileprivate var listFilters: [FieldFilter] {
    switch self {
    case .field(let filter):
      switch filter.op {
      case .in, .arrayContainsAny, .notIn: [filter]
      case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual, .arrayContains: []
      }
    case .unary: []
    case .and(let parts), .or(let parts): parts.flatMap(\.listFilters)
    }
  }
}
