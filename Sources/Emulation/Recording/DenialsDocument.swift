import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreService
package import StructuredText
import Synchronization

/// The newest denials: clients are told no more than that they lack a permission, as in production.
struct DenialTable {
  private(set) var requests: [(request: ServedRequest, denial: AccessDenial)] = []

  static let limit = 100

  mutating func add(_ request: ServedRequest) {
    guard case .denied(let denial) = request.outcome else { return }
    if requests.count == Self.limit { requests.removeFirst() }
    requests.append((request, denial))
  }
}

extension Recording {
  /// Why the newest hundred requests were denied, the newest first:
  ///
  /// ```
  /// {"denials": [{"time", "database", "method", "operation": "update orders/o1", "caller", "rule": "firestore.rules:13:22",
  ///   "condition", "message", "help", "counterexample": {"path", "fields"}, "name", "test"}]}
  /// ```
  ///
  /// `rule` is the place and `condition` the text of what decided, `message` says it with its values. What there is
  /// nothing to say to is left out.
  package var denials: JSONValue {
    let newest = state.withLock { $0.denials.requests }.reversed()
    return ["denials": .array(newest.map { .object($0.denial.members(of: $0.request)) })]
  }
}

extension AccessDenial {
  fileprivate func members(of request: ServedRequest) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("time", .string(request.time.rfc3339)), .init("database", .string("\(request.database)")),
      .init("method", .string(request.method.rawValue)), .init("operation", .string(operation)),
      .init("caller", .string(request.context.caller.callerName)),
    ]
    func add(_ name: String, _ value: String?) {
      if let value { members.append(.init(name, .string(value))) }
    }
    add("rule", location.map { "\($0.source.path):\($0.position.line):\($0.position.column)" })
    add("condition", condition)
    add("message", cause)
    add("help", help)
    if let counterexample {
      let fields = RuleValue.map(.stored(counterexample.fields)).text
      members.append(
        .init("counterexample", ["path": .string("\(counterexample.path)"), "fields": .string(fields)]))
    }
    add("name", request.context.operation?.string)
    add("test", request.context.test?.string)
    return members
  }
}

extension Caller {
  /// `admin`, the id of a user, or `anonymous`.
  var callerName: String {
    switch self {
    case .admin: "admin"
    case .user(let auth): auth?.uid.string ?? "anonymous"
    }
  }
}
