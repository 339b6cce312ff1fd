import FirestoreModel
import FirestoreService
import Metering
import QueryModel
package import StructuredText
import Synchronization

// Who listens to what at this moment, and which transactions are open.

extension Emulation {
  /// `{"now", "listeners": [{"id", "database", "who", "target", "query", "operation", "test", "beginning", "since",
  /// "lastDelivery", "toldUntil", "resumableUntil", "documents", "deliveries", …figures}], "transactions": [{"id", "database", "mode", "begin",
  /// "lastUse", "documents", "ranges", "isWounded", "who", "operation", "test"}], "waiting": [{"transaction", "paths", "behind",
  /// "deadline", "who", "operation", "test"}]}`.
  package var listeners: JSONValue {
    let bills = recording.state.withLock { $0.listeners }
    var (listeners, transactions, waiting) = ([JSONValue](), [JSONValue](), [JSONValue]())
    for database in databases {
      let name = database.name
      listeners += database.listeners.all.map { $0.json(in: name, bills[name, $0.id]) }
      let facts = database.transactions.facts
      transactions += facts.open.map { $0.json(in: name) }
      waiting += facts.waiting.map { $0.json(in: name) }
    }
    return [
      "now": .string(clock.now.rfc3339), "listeners": .array(listeners), "transactions": .array(transactions),
      "waiting": .array(waiting),
    ]
  }
}

extension OpenListeners.Listener {
  fileprivate func json(in database: DatabaseName, _ bill: Tally) -> JSONValue {
    var members = PresentMembers()
    members.add("id", Int64(id))
    members.add("database", "\(database)")
    members.add("who", Text(context.caller.callerName).shortened.string)
    members.add("target", shortened(target))
    members.add("query", query.map { shortened($0.query.text(database: database), to: 1_000) })
    members.add("operation", context.operation?.string)
    members.add("test", context.test?.string)
    members.add("beginning", beginning.rawValue)
    members.add("since", since.rfc3339)
    members.add("lastDelivery", lastDelivery.rfc3339)
    if let told = progress.toldUntil {
      members.add("toldUntil", told.rfc3339)
      members.add(
        "resumableUntil", Timestamp(microseconds: told.microseconds + Reconnection.longestGap).rfc3339)
    }
    members.add("documents", JSONValue.integer(Int64(documents)))
    members.add("deliveries", JSONValue.integer(Int64(deliveries)))
    members.add(bill)
    members.add("reissued", bill.reissued)
    return .object(members.list)
  }
}

extension TransactionID {
  fileprivate var text: String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

extension TransactionFacts {
  /// What is read is shown up to a length that a person reads.
  private static let shownDocuments = 50

  fileprivate func json(in database: DatabaseName) -> JSONValue {
    .object(
      [
        .init("id", .string(id.text)), .init("database", .string("\(database)")), .init("mode", .string(mode)),
        .init("begin", .string(begin.rfc3339)), .init("lastUse", .string(lastUse.rfc3339)),
        .init("documents", .array(documents.prefix(Self.shownDocuments).map { .string("\($0)") })),
        .init("documentCount", .integer(Int64(documents.count))),
        .init("ranges", .array(ranges.prefix(Self.shownDocuments).map(JSONValue.string))),
        .init("isWounded", .boolean(isWounded)),
      ] + (owner?.shownMembers ?? []))
  }
}

extension RequestContext {
  /// `who`, `operation` and `test`.
  fileprivate var shownMembers: [JSONValue.Member] {
    var members = PresentMembers()
    members.add("who", Text(caller.callerName).shortened.string)
    members.add("operation", operation?.string)
    members.add("test", test?.string)
    return members.list
  }
}

extension WaitingFacts {
  fileprivate func json(in database: DatabaseName) -> JSONValue {
    .object(
      [
        .init("database", .string("\(database)")), .init("transaction", transaction.map { .string($0.text) } ?? .null),
        .init("paths", .array(paths.prefix(50).map { .string("\($0)") })),
        .init("behind", blocker.map { .string($0.text) } ?? .null), .init("deadline", .string(deadline.rfc3339)),
      ] + (caller?.shownMembers ?? []))
  }
}
