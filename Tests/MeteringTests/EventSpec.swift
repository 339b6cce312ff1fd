import FirebreakTestSupport

@testable import Metering

/// The events of one case of `Specs/billing-vectors.yaml`.
struct EventSpec {
  let events: [BillingEvent]

  init(_ value: SpecValue) throws {
    try value.allow("id", "after", "events", "assume", "reads", "writes", "deletes", "ttl")
    events = try value["events"].array.map(EventSpec.event)
  }

  private static let kinds = [
    "get", "batchGet", "query", "aggregate", "nearest", "list", "collectionIds", "partition", "explain", "export",
    "import", "listen", "listenDocument", "delta", "reconnect", "limbo", "commit", "ttl", "refused", "denied",
  ]

  private static func event(_ value: SpecValue) throws -> BillingEvent {
    guard let kind = try value.members.map(\.key).first(where: kinds.contains) else {
      throw value.error("no kind of event")
    }
    let rules = Int64(try value.optional("rules")?.integer ?? 0)
    var event = try event(kind, value[kind], rules)
    for (key, member) in try value.members where key != kind && key != "rules" {
      switch key {
      case "times": event.multiplicity = Int64(try member.integer)
      case "origin": event.origin = try choice(member)
      case "outcome": event.outcome = try choice(member)
      default: throw value.error("unknown key `\(key)`")
      }
    }
    return event
  }

  private static func choice<Value: RawRepresentable<String>>(_ value: SpecValue) throws -> Value {
    guard let choice = Value(rawValue: try value.string) else { throw value.error("unknown word") }
    return choice
  }

  private static func event(_ kind: String, _ value: SpecValue, _ rules: Int64) throws -> BillingEvent {
    switch kind {
    case "get": return .get(found: try value.string == "found", ruleReads: rules)
    case "batchGet":
      return .batchGet(found: try number(value, "found"), missing: try number(value, "missing"), ruleReads: rules)
    case "query": return .query(try work(value), ruleReads: rules)
    case "aggregate":
      let vectors = try value.optional("vectorEntries").map { Int64(try $0.integer) }
      return .aggregate(indexEntries: try number(value, "entries"), vectorEntries: vectors, ruleReads: rules)
    case "nearest":
      return .nearest(
        documents: try number(value, "documents"), vectorEntries: try number(value, "vectorEntries"),
        filterEntries: try number(value, "entries"), ruleReads: rules)
    case "list":
      return .list(documents: try number(value, "documents"), missing: try number(value, "missing"), ruleReads: rules)
    case "collectionIds": return .collectionIds()
    case "partition": return .partition()
    case "explain": return .explain()
    case "export": return .exporting(documents: Int64(try value.integer))
    case "import": return .importing(documents: Int64(try value.integer))
    case "refused": return .refused(try choice(value))
    case "denied": return .denied(try choice(value), ruleReads: rules)
    case "limbo": return .limbo(provesDeleted: try value.string == "deleted", ruleReads: rules)
    case "ttl": return .timeToLive(deletes: Int64(try value.integer))
    case "commit": return .commit(try write(value), ruleReads: rules)
    default: return try listenerEvent(kind, value, rules)
    }
  }

  private static func listenerEvent(_ kind: String, _ value: SpecValue, _ rules: Int64) throws -> BillingEvent {
    switch kind {
    case "listen": return .listenInitial(try work(value), ruleReads: rules)
    case "listenDocument": return .listenInitial(documentExists: try value.boolean, ruleReads: rules)
    case "delta": return .listenDelta(try changes(value), ruleReads: rules)
    default:
      try value.allow("reason", "minutes", "persistence", "changes", "current")
      let reconnection = Reconnection(
        reason: try value.optional("reason").map { try choice($0) } ?? .connectionLost,
        persistence: try value.optional("persistence")?.boolean ?? true,
        gap: try number(value, "minutes") * 60_000_000)
      return .reconnect(
        reconnection, changes: try changes(value["changes"]),
        current: ReadWork(documents: try number(value, "current")), ruleReads: rules)
    }
  }

  private static func work(_ value: SpecValue) throws -> ReadWork {
    try value.allow("documents", "skipped", "missing", "entries", "rangeFields", "duplicates", "of")
    var work = ReadWork(
      documents: try number(value, "documents"), skipped: try number(value, "skipped"),
      missing: try number(value, "missing"), indexEntries: try number(value, "entries"),
      rangeFields: RangeFieldCount(Int(try number(value, "rangeFields"))),
      duplicates: try number(value, "duplicates"))
    if let text = try value.optional("of") { work.rangeFields = RangeFieldCount(of: try QueryText.query(text.string)) }
    return work
  }

  private static func changes(_ value: SpecValue) throws -> ListenerChanges {
    try value.allow("added", "modified", "leftByChange", "refill", "deleted", "evicted", "ownEchoes")
    return ListenerChanges(
      added: try number(value, "added"), modified: try number(value, "modified"),
      leftByChange: try number(value, "leftByChange"), refill: try number(value, "refill"),
      deleted: try number(value, "deleted"), evicted: try number(value, "evicted"),
      ownEchoes: try number(value, "ownEchoes"))
  }

  private static func write(_ value: SpecValue) throws -> WriteWork {
    try value.allow("writes", "deletes", "verifies", "separateTransforms", "withoutEffect")
    return WriteWork(
      writes: try number(value, "writes"), deletes: try number(value, "deletes"),
      verifies: try number(value, "verifies"), separateTransforms: try number(value, "separateTransforms"),
      withoutEffect: try number(value, "withoutEffect"))
  }

  private static func number(_ value: SpecValue, _ key: String) throws -> Int64 {
    Int64(try value.optional(key)?.integer ?? 0)
  }
}

extension BillingEvent {
  /// Documents that a time-to-live policy removes: nothing of ours makes that event yet, and recordings may hold it.
  static func timeToLive(deletes: Int64) -> BillingEvent {
    var event = BillingEvent(.ttl)
    event.ttlDeletes = deletes
    return event
  }
}
