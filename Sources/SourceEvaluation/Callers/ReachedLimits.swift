import SourceSemantics

extension Evaluator {
  /// Limits that were reached where a request's place and constraints were looked for.
  package func limits(in target: ValueID) -> ReachedLimits {
    var limits: ReachedLimits = []
    var seen: Set<ValueID> = []
    var rest = [target]
    while let next = rest.popLast() {
      guard seen.insert(next).inserted else { continue }
      switch arena.cause(next) {
      case .calls?: limits.insert(.calls)
      case .variants?: limits.insert(.variants)
      default: rest += deciding(next)
      }
    }
    return limits
  }

  /// What makes another request if it is another value.
  private func deciding(_ value: ValueID) -> [ValueID] {
    let parts = arena.parts(value)
    switch arena.kind(value) {
    case .query, .choice, .list, .text: return parts
    case .result: return Array(parts.prefix(1))
    case .made:
      switch arena.construct(value) {
      case .filter?: return Array(parts.prefix(2))
      case .document?: return Array(parts.prefix(arena.construct(parts[0]) == .database ? 2 : 1))
      case .nearest?: return Array(parts.prefix(1))
      case .limit?, .limitToLast?, .limitToFirst?, .offset?, .startAt?, .startAfter?, .endAt?, .endBefore?, .equalTo?:
        return []
      default: return parts
      }
    default: return []
    }
  }
}
