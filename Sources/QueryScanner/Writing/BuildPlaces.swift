import Diagnostics
import SourceEvaluation
import SourceSemantics
import SourceSyntax
import SourceTokens

extension RequestWriter {
  /// Where callers build what a function sends: the last step of the query, and the calls that make it what it is.
  func builders(of target: ValueID, _ closed: ClosedRequest) -> [Diagnostics.SourceLocation] {
    let steps = evaluator.arena.kind(target) == .query ? evaluator.steps(of: target) : []
    let builder = steps.last.map { evaluator.refinement(of: $0.origin) ?? $0.origin }.flatMap { step in
      isOutside(step, of: closed.function) ? step : nil
    }
    guard let builder else { return closed.calls.places.map { location(of: $0.call) } }
    let others = closed.calls.places.filter { place in
      !place.isDirect && evaluator.function(of: place.call) != evaluator.function(of: builder)
    }
    return ([builder] + others.map(\.call)).map { location(of: $0) }
  }

  /// Whether a place is not in the code of a function.
  private func isOutside(_ origin: OriginID, of function: Int) -> Bool {
    let (unit, node) = evaluator.place(of: origin)
    let (own, body) = evaluator.place(ofFunction: function)
    guard unit == own else { return true }
    let tree = evaluator.program.units[unit].tree
    let (inner, outer) = (tree.span(of: node), tree.span(of: body))
    return inner.start < outer.start || inner.end > outer.end
  }
}
