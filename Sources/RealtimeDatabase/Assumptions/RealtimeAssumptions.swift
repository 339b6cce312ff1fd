package import FirestoreModel

/// Behaviour of the Realtime Database that nobody has verified. Each is a switch with exactly two answers; what rests on
/// one says so (FB8002). Those of its bill are the meter's.
package enum RealtimeSwitch: String, AssumptionSwitch, CaseIterable {
  case sentinelEquality = "rtdbSentinelEquality"
  case listenOrderByKey = "rtdbListenOrderByKey"
  case equalToSetsBounds = "rtdbEqualToSetsBounds"
  case unindexedQueryRule = "rtdbUnindexedQueryRule"
  case onDisconnectCheck = "rtdbOnDisconnectCheck"
  case hashBeforeRules = "rtdbHashBeforeRules"
  case stringLength = "rtdbStringLength"

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

/// How the open questions of the Realtime Database are answered.
package typealias RealtimeAssumptions = Assumptions<RealtimeSwitch>
