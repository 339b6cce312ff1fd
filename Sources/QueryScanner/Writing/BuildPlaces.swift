import Diagnostics
import SourceEvaluation
import SourceSemantics
import SourceSyntax
import SourceTokens

extension RequestWriter {
  /// Where callers build what a function sends: the last step of the query, and the calls that make it what it is.
  func builders(of target: ValueID, _ closed: ClosedRequest) -> [Diagnostics.SourceLocation] {
    let steps = evaluator.arena.kind(target) == .query ? evaluator.steps(of: target) : []
    let builder = steps.lazy.compactMap { madeAt($0.origin) }.last.flatMap { step in
      isOutside(step, of: closed.function) ? step : nil
    }
    guard let builder else { return closed.calls.places.map(\.call).filter(\.isPlace).map { location(of: $0) } }
    let others = closed.calls.places.filter { place in
      place.call.isPlace && !place.isDirect && evaluator.function(of: place.call) != evaluator.function(of: builder)
    }
    return ([builder] + others.map(\.call)).map { location(of: $0) }
  }

  /// The call that puts a constraint on the query, else the place that makes the constraint.
  private func madeAt(_ origin: OriginID) -> OriginID? {
    [evaluator.refinement(of: origin), origin].lazy.compactMap(\.self).first(where: \.isPlace)
  }

  /// The functions in which the calls begin that lead to a request.
  func callers(of origin: OriginID, _ closed: ClosedRequest) -> Set<String> {
    if closed.calls.isFull { return [] }
    let begins = closed.calls.places.isEmpty ? [origin] : closed.calls.places.map(\.call)
    let names = begins.map { $0.isPlace ? functionName(around: $0) : nil }
    return names.contains(nil) ? [] : Set(names.compactMap(\.self))
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
