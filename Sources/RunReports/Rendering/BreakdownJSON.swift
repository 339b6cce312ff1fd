import FirestoreModel
import Metering
import Project
import StructuredText

// The figures of a variant apart by day, actor, listener, rule and collection, as JSON.

extension Tally {
  /// Everything that is billed, operations first.
  var members: [JSONValue.Member] {
    [
      .init("reads", .integer(reads)), .init("writes", .integer(writes)), .init("deletes", .integer(deletes)),
      .init("ttlDeletes", .integer(ttlDeletes)), .init("egressBytes", .integer(bytes)),
      .init("realtimeBytes", .integer(realtimeBytes)), .init("components", componentsJSON),
    ]
  }
}

extension DayReport {
  var json: JSONValue {
    .object(
      [.init("day", .integer(number)), .init("date", .string(date.description))] + tally.members + [
        .init("hours", .array(hours.map(JSONValue.integer))),
        .init("operations", .array(readsByOperation.map(JSONValue.integer))),
        .init("cost", cost.map { .string($0.exactText) } ?? .null),
      ])
  }
}

extension RoleReport {
  var json: JSONValue {
    .object(
      [
        .init("name", .string(name)), .init("instances", .integer(instances)), .init("sessions", .integer(sessions)),
        .init("server", .boolean(isServer)),
      ] + tally.members)
  }
}

extension ListenerReport {
  var json: JSONValue {
    .object([
      .init("operation", .string(operation)), .init("attaches", .integer(attaches)),
      .init("resumed", .integer(resumed)), .init("initialReads", .integer(initialReads)),
      .init("deltaReads", .integer(deltaReads)), .init("reissuedReads", .integer(reissuedReads)),
      .init("lifetimeSeconds", lifetimes.json),
    ])
  }
}

extension ListenerReport.Lifetimes {
  fileprivate var json: JSONValue {
    ["minimum": .integer(minimum), "median": .integer(median), "maximum": .integer(maximum)]
  }
}

extension RuleReadReport {
  var json: JSONValue {
    ["source": .string(location.lineText), "expression": .string(expression), "reads": .integer(reads)]
  }
}

extension WriteFanOutReport {
  var json: JSONValue {
    [
      "collection": .string(collection), "writes": .integer(writes), "indexEntries": .integer(indexEntries),
      "bytes": .integer(bytes),
    ]
  }
}
