import FirestoreModel
import RealtimeDatabase

/// What `query` says in a rule of a read.
struct QueryVariables: Sendable {
  private let spec: RealtimeQuerySpec?
  private let assumptions: RealtimeAssumptions

  /// - Parameter spec: nil for a plain read of the whole location.
  init(_ spec: RealtimeQuerySpec?, _ assumptions: RealtimeAssumptions) {
    // The SDKs send a query that neither bounds nor orders as a plain read.
    if let spec, spec.ordering == .priority, spec.selectsEverything { self.spec = nil } else { self.spec = spec }
    self.assumptions = assumptions
  }

  func value(of member: QueryMember) -> RuleValue {
    switch member {
    case .orderByKey: .boolean(ordering == .key)
    case .orderByPriority: .boolean(ordering == .priority)
    case .orderByValue: .boolean(ordering == .value)
    case .orderByChild:
      if case .child(let path) = ordering {
        .string(Text(path.keys.map(\.string).joined(separator: "/")))
      } else {
        .null
      }
    case .startAt: equal == nil || showsBounds ? value(spec?.start) : .null
    case .endAt: equal == nil || showsBounds ? value(spec?.end) : .null
    case .equalTo: value(equal)
    case .limitToFirst: if case .first(let count)? = spec?.limit { .number(Double(count)) } else { .null }
    case .limitToLast: if case .last(let count)? = spec?.limit { .number(Double(count)) } else { .null }
    }
  }

  private var ordering: RealtimeQuerySpec.Ordering {
    spec?.ordering ?? (assumptions.takesAlternative(.listenOrderByKey) ? .priority : .key)
  }

  private var showsBounds: Bool { assumptions.takesAlternative(.equalToSetsBounds) }

  /// Both bounds, when they are inclusive and the same.
  private var equal: RealtimeQuerySpec.Bound? {
    guard let start = spec?.start, let end = spec?.end, start.isInclusive, end.isInclusive, start == end else {
      return nil
    }
    return start
  }

  private func value(_ bound: RealtimeQuerySpec.Bound?) -> RuleValue { bound.map { RuleValue(val: $0.value) } ?? .null }
}
