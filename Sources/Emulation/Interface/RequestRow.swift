import DocumentStore
import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import IndexCatalog
package import Metering
import QueryModel
import QueryPlanner
import RealtimeDatabase
import RealtimeRules
import RealtimeService
package import StructuredText

// One request as a row of the page: what a line of the terminal says, in parts.

extension HistoryEntry {
  /// `{"n", "time", "ms", "product", "database", "method", "word", "target", "query", "who", "verdict", "status",
  /// "reason", "indexes", "missing", "reads", "ruleReads", "writes", "deletes", "bytes", "operation", "test", "kind",
  /// "isDelivery"}`; what there is nothing to say to is left out. `verdict` is `served`, `denied`, `missing` (the index)
  /// or `refused`.
  package func row(billing: BillingAssumptions) -> JSONValue { .object(rowMembers(billing)) }

  func rowMembers(_ billing: BillingAssumptions) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [.init("n", .integer(Int64(number)))]
    switch content {
    case .firestore(let request): members += request.rowMembers(billing)
    case .realtime(let request): members += request.rowMembers(billing)
    case .none: break
    }
    members.append(.init("operation", .string(operation.string)))
    return members
  }
}

/// Members of an object, without those that have no value.
struct PresentMembers {
  private(set) var list: [JSONValue.Member] = []

  mutating func add(_ name: String, _ value: String?) {
    if let value { list.append(.init(name, .string(value))) }
  }

  mutating func add(_ name: String, _ value: Int64) {
    if value != 0 { list.append(.init(name, .integer(value))) }
  }

  mutating func add(_ name: String, _ values: [String]) {
    if !values.isEmpty { list.append(.init(name, .array(values.map(JSONValue.string)))) }
  }

  mutating func add(_ name: String, _ value: JSONValue?) {
    if let value { list.append(.init(name, value)) }
  }

  mutating func add(_ tally: Tally) {
    add("reads", tally.reads)
    add("ruleReads", tally.ruleReads)
    add("writes", tally.writes)
    add("deletes", tally.deletes + tally.ttlDeletes)
    add("bytes", tally.bytes)
    add("realtimeBytes", tally.realtimeBytes)
  }
}

/// What clients send may be long; a row is not.
func shortened(_ text: String, to limit: Int = 400) -> String {
  text.utf8.count <= limit ? text : String(text.prefix(limit)) + "…"
}

extension ServedRequest {
  fileprivate func rowMembers(_ billing: BillingAssumptions) -> [JSONValue.Member] {
    var members = PresentMembers()
    members.add("time", time.rfc3339)
    members.add("ms", duration.flatMap { JSONValue.double(Double($0) / 1_000) })
    members.add("product", "firestore")
    members.add("database", "\(database)")
    members.add("method", method.rawValue)
    members.add("word", word)
    members.add("target", shortened(target))
    members.add("query", queryText.map { shortened($0, to: 1_000) })
    members.add("who", Text(context.caller.callerName).shortened.string)
    members.add("verdict", verdict)
    switch outcome {
    case .served: break
    case .denied(let denial): members.add("reason", denial.place)
    case .refused(let error):
      members.add("status", error.status.name)
      members.add("reason", shortened(error.message))
    }
    members.add("indexes", plan?.indexesUsed.map(\.properties).uniqued() ?? [])
    members.add("missing", missingIndexes.map(\.title))
    if let tally = self.billing?.tally(under: billing) { members.add(tally) }
    members.add("test", context.test?.string)
    members.add("kind", self.billing?.kind.rawValue)
    if !isNewRequest { members.add("isDelivery", JSONValue.boolean(true)) }
    return members.list
  }

  /// In the form in which a person writes a query.
  var queryText: String? {
    guard let query else { return nil }
    guard !query.aggregations.isEmpty else { return query.query.text(database: database) }
    return AggregationQuery(query: query.query, aggregations: query.aggregations).text(database: database)
  }

  private var verdict: String {
    switch outcome {
    case .served: "served"
    case .denied: "denied"
    case .refused: missingIndexes.isEmpty ? "refused" : "missing"
    }
  }
}

extension AccessDenial {
  /// `firestore.rules:13 owner == request.auth.uid is false: "ada" == "bob"`
  var place: String {
    guard let location else { return shortened(message) }
    // Its name says enough in a row, and the folder may be long.
    let file = location.source.path.split(separator: "/").last ?? ""
    let place = "\(file):\(location.position.line)"
    guard let condition, !cause.contains(condition) else { return "\(place) \(cause)" }
    return "\(place) \(condition): \(cause)"
  }
}

extension MissingIndex {
  var title: String { definition.title }
}

extension ServedRealtimeRequest {
  fileprivate func rowMembers(_ billing: BillingAssumptions) -> [JSONValue.Member] {
    var members = PresentMembers()
    members.add("time", time.rfc3339)
    members.add("product", "database")
    members.add("database", instance.string)
    members.add("method", operation.rawValue)
    members.add("word", operation.word)
    members.add("target", shortened(path.description))
    if let query, !query.description.isEmpty {
      members.add("query", shortened("\(path)?\(query)", to: 1_000))
    }
    members.add("who", Text(context.caller.callerName).shortened.string)
    switch outcome {
    case .served: members.add("verdict", "served")
    case .denied:
      members.add("verdict", "denied")
      members.add("reason", rule.map { "\($0.pattern) \($0.rule.kind.rawValue)" } ?? "no rule")
    case .refused(let refusal):
      let lacksIndex = if case .indexNotDefined = refusal { true } else { false }
      members.add("verdict", lacksIndex ? "missing" : "refused")
      members.add("reason", shortened(refusal.text))
    }
    if let tally = self.billing?.tally(under: billing) { members.add(tally) }
    members.add("test", context.test?.string)
    if operation == .broadcast { members.add("isDelivery", JSONValue.boolean(true)) }
    return members.list
  }
}
