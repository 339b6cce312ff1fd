/// Behaviour of the Realtime Database that nobody has verified. Each is a switch with exactly two answers; what rests on
/// one says so (FB8002). Those of its bill are the meter's.
package enum RealtimeSwitch: String, Hashable, Sendable, CaseIterable {
  case sentinelEquality = "rtdbSentinelEquality"
  case listenOrderByKey = "rtdbListenOrderByKey"
  case equalToSetsBounds = "rtdbEqualToSetsBounds"
  case unindexedQueryRule = "rtdbUnindexedQueryRule"
  case onDisconnectCheck = "rtdbOnDisconnectCheck"
  case hashBeforeRules = "rtdbHashBeforeRules"
  case stringLength = "rtdbStringLength"

  /// The answer that holds unless `--assume` says otherwise.
  package var defaultValue: String { answers.default }
  package var alternativeValue: String { answers.alternative }

  private var answers: (default: String, alternative: String) {
    switch self {
    case .sentinelEquality: ("false", "error")
    case .listenOrderByKey: ("true", "false")
    case .equalToSetsBounds: ("false", "true")
    case .unindexedQueryRule: ("requested", "deny")
    case .onDisconnectCheck: ("both", "registration")
    case .hashBeforeRules: ("true", "false")
    case .stringLength: ("utf16", "utf8")
    }
  }

  /// What is not known, as one clause.
  package var summary: String {
    switch self {
    case .sentinelEquality: "what comparing `val()` of a location with children with anything but null gives"
    case .listenOrderByKey: "whether `query.orderByKey` is true for a read without a query"
    case .equalToSetsBounds: "whether `query.startAt` and `query.endAt` are set by `equalTo`"
    case .unindexedQueryRule: "what a rule that asks for the query says to a query without its index"
    case .onDisconnectCheck: "whether the rules of a write on disconnect are asked again when it runs"
    case .hashBeforeRules: "whether a transaction on stale data is refused before the rules are asked"
    case .stringLength: "in which unit `length` of a text counts"
    }
  }
}

/// How the open questions of the Realtime Database are answered. Every switch not named has its default answer.
package struct RealtimeAssumptions: Hashable, Sendable {
  /// The switches that are answered the other way.
  package private(set) var alternatives: Set<RealtimeSwitch>

  package init(alternatives: Set<RealtimeSwitch> = []) { self.alternatives = alternatives }

  package static let standard = RealtimeAssumptions()

  /// Sets one switch as written on the command line (`rtdbStringLength=utf8`). False: no such name or value.
  package mutating func set(_ name: String, to value: String) -> Bool {
    guard let named = RealtimeSwitch(rawValue: name) else { return false }
    switch value {
    case named.defaultValue: alternatives.remove(named)
    case named.alternativeValue: alternatives.insert(named)
    default: return false
    }
    return true
  }

  /// The answer in force, as text.
  package func value(of named: RealtimeSwitch) -> String {
    takesAlternative(named) ? named.alternativeValue : named.defaultValue
  }

  package func takesAlternative(_ named: RealtimeSwitch) -> Bool { alternatives.contains(named) }

  /// The same answers except for one.
  package func flipping(_ named: RealtimeSwitch) -> RealtimeAssumptions {
    RealtimeAssumptions(alternatives: alternatives.symmetricDifference([named]))
  }
}
