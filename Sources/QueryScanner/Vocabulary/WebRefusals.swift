package import Diagnostics
import QueryModel

/// What `query(…)` of the modular web SDK throws at although the service would answer it. Only what is certain: a
/// constraint that is not known takes nothing back.
package enum WebRefusals {
  /// - Parameters:
  ///   - values: the arguments behind the first, in their order.
  ///   - base: what the constraints are added to.
  package static func refusal(of values: [ScannedValue], on base: QueryDraft, at location: SourceLocation)
    -> SDKRefusal?
  {
    let constraints = values.flatMap(constraints)
    return composites(constraints, location) ?? lateOrder(constraints, base, location) ?? limit(constraints, location)
      ?? documents(constraints, base, location)
  }

  private static func constraints(_ value: ScannedValue) -> [QueryConstraint] {
    switch value {
    case .constraint(let constraint): [constraint]
    case .list(let list): list.elements.flatMap(constraints)
    default: []
    }
  }

  /// A composite filter has to be the only filter of a call.
  private static func composites(_ constraints: [QueryConstraint], _ location: SourceLocation) -> SDKRefusal? {
    var filters = 0
    var hasComposite = false
    for case .filter(let filter) in constraints {
      switch filter {
      case .field, .unary, .bounded: filters += 1
      case .and, .or:
        filters += 1
        hasComposite = true
      case .refused, .unknown: break
      }
    }
    guard hasComposite, filters > 1 else { return nil }
    return SDKRefusal(
      sdk: "the web SDK",
      message: "InvalidQuery. When using composite filters, you cannot use more than one filter at the top level.",
      help: "put all filters into one `and(…)`", at: location)
  }

  private static func lateOrder(
    _ constraints: [QueryConstraint], _ base: QueryDraft, _ location: SourceLocation
  ) -> SDKRefusal? {
    var hasStart = base.query.start != nil
    var hasEnd = base.query.end != nil
    for constraint in constraints {
      switch constraint {
      case .start: hasStart = true
      case .end: hasEnd = true
      case .order where hasStart || hasEnd:
        return SDKRefusal(
          sdk: "the web SDK", message: lateOrder(hasStart: hasStart), help: "put `orderBy` before the cursor",
          at: location)
      default: break
      }
    }
    return nil
  }

  static func lateOrder(hasStart: Bool) -> String {
    let calls = hasStart ? "startAt() or startAfter()" : "endAt() or endBefore()"
    return "Invalid query. You must not call \(calls) before calling orderBy()."
  }

  /// A document that the query could not find, compared with by its name.
  private static func documents(
    _ constraints: [QueryConstraint], _ base: QueryDraft, _ location: SourceLocation
  ) -> SDKRefusal? {
    if base.unresolved.contains(where: { $0.kind == .collection }) { return nil }
    for case .filter(let filter) in constraints {
      if let refusal = DocumentIDOperand.refusal(of: filter, in: base.query.source, .web, at: location) {
        return refusal
      }
    }
    return nil
  }

  private static func limit(_ constraints: [QueryConstraint], _ location: SourceLocation) -> SDKRefusal? {
    for case .limit(let count?, let fromEnd) in constraints where count <= 0 {
      return SDKRefusal(
        sdk: "the web SDK",
        message: "Function \(fromEnd ? "limitToLast" : "limit")() requires a positive number, but it was: \(count).",
        help: "ask for at least one document, or do not ask", at: location)
    }
    return nil
  }
}
