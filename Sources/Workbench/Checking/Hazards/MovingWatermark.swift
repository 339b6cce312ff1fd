import Diagnostics
import QueryModel

/// FB7013: a listener whose bound is computed anew each time is another target each time and never resumes.
enum MovingWatermark {
  static func check(_ hazards: inout HazardCollector) {
    for (step, template, kind) in hazards.queries() where kind == .listen && template.hasWatermark(hazards.workload) {
      hazards.report(
        .movingWatermark, "the bound of \(step.title) moves, so the listener is a new one at each open",
        at: template.span, of: step,
        notes: [
          "it pays for what is new, at least 1 read; within 30 minutes an unchanged query would resume and pay for "
            + "changes only"
        ])
    }
  }
}

extension QueryTemplate {
  /// Whether a range or cursor depends on what the actor remembers.
  func hasWatermark(_ workload: Workload) -> Bool {
    let variables = Set(workload.actors.flatMap(\.variables).map(\.name))
    return hasMovingBound && boundExpressions.contains { expression in variables.contains { expression.uses(variable: $0) } }
  }

  /// The expressions in range filters and cursors.
  private var boundExpressions: [Expression] {
    let operands =
      (query.filter?.rangeOperands ?? []) + [query.start, query.end].compactMap(\.self).flatMap(\.values)
    return operands.flatMap { operand -> [Expression] in
      guard case .expression(let key) = operand, let template = bindings[key] else { return [] }
      return template.parts.compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
    }
  }
}
