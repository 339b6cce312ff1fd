import Diagnostics
import FirestoreModel
import Metering
import RealtimeDatabase
import RealtimeRules
import RealtimeService
import StructuredText
import Synchronization
import Testing

/// An instance with its clock and everything it has reported.
struct RealtimeFixture {
  let instance: RealtimeInstance
  let clock: SettableClock
  let observer: RecordingObserver

  /// - Parameters:
  ///   - rules: what stands within `rules`; nil: there are none.
  ///   - data: JSON.
  init(
    rules: String? = nil, data: String = "null", isOpen: Bool = false, requiresIndexes: Bool = true,
    assuming alternatives: Set<RealtimeSwitch> = []
  ) throws {
    let clock = SettableClock()
    self.clock = clock
    observer = RecordingObserver()
    instance = RealtimeInstance(
      name: "demo",
      configuration: RealtimeConfiguration(
        rules: try rules.map(ruleset), isOpen: isOpen, requiresIndexes: requiresIndexes,
        assumptions: RealtimeAssumptions(alternatives: alternatives)),
      data: try RealtimeNode(json: json(data)), random: SystemRandomNumberGenerator(), clock: { clock.now },
      observer: observer)
  }

  static let owner = RealtimeContext(caller: .owner)
  static let nobody = RealtimeContext(caller: .anonymous)

  static func user(_ uid: String, _ carrier: RealtimeCarrier = .rest(isSilent: false)) -> RealtimeContext {
    var auth = RealtimeChildren()
    auth["uid"] = RealtimeNode(.string(Text(uid)))
    return RealtimeContext(caller: .client(auth: RealtimeNode(auth)), carrier: carrier)
  }

  /// Everything there is, as JSON.
  var text: String { JSONWriter.text(instance.data.export, .compact) }

  func read(_ path: RealtimePath, _ query: String? = nil, _ context: RealtimeContext = owner) throws -> String {
    JSONWriter.text(try instance.read(path, query: try query.map(spec), context).json, .compact)
  }

  func set(_ path: RealtimePath, _ value: String, _ context: RealtimeContext = owner) throws {
    _ = try instance.write(.set(json(value), at: path), context)
  }

  func update(_ path: RealtimePath, _ values: String, _ context: RealtimeContext = owner) throws {
    _ = try instance.write(.update(json(values), at: path), context)
  }
}

func ruleset(_ rules: String) throws -> RealtimeRuleset {
  let reading = RealtimeRulesReading.read(SourceText(path: "database.rules.json", text: "{\"rules\": \(rules)}"))
  return try #require(reading.ruleset, "\(reading.diagnostics.map(\.message))")
}

func json(_ text: String) throws -> JSONValue {
  JSONValue(try #require(JSONReader.read(SourceText(path: "value", text: text)).node))
}

/// `orderBy="a"&limitToLast=2`
func spec(_ text: String) throws -> RealtimeQuerySpec {
  let parameters = text.split(separator: "&").map { part in
    (name: String(part.prefix { $0 != "=" }), value: String(part.drop { $0 != "=" }.dropFirst()))
  }
  return try #require(try RealtimeQuerySpec(restParameters: parameters))
}

final class SettableClock: Sendable {
  private let time = Mutex(Timestamp(microseconds: 1_700_000_000_000_000))

  var now: Timestamp { time.withLock { $0 } }

  func advance(seconds: Int64) { time.withLock { $0 = Timestamp(microseconds: $0.microseconds + seconds * 1_000_000) } }
}

final class RecordingObserver: RealtimeObserver {
  private let requests = Mutex<[ServedRealtimeRequest]>([])

  func record(_ request: ServedRealtimeRequest) { requests.withLock { $0.append(request) } }

  /// `set /a 5 served`: operation, path, sent bytes as they are billed, outcome.
  var lines: [String] {
    requests.withLock { $0 }.map { request in
      let outcome =
        switch request.outcome {
        case .served: "served"
        case .denied: "denied"
        case .refused(let refusal): refusal.text
        }
      let unindexed = request.isUnindexed ? " unindexed" : ""
      let bytes = request.billing?.tally().realtimeBytes ?? 0
      return "\(request.operation.rawValue) \(request.path) \(bytes) \(outcome)\(unindexed)"
    }
  }
}

extension RealtimeListener {
  /// The next notices, as `put /a 1`, `patch / {"a":null}` with paths from the root, and `cancel`.
  func lines() async -> [String]? {
    await next()?.map { notice in
      switch notice {
      case .changed(let delta):
        let name = if case .replace = delta.content { "put" } else { "patch" }
        return "\(name) \(delta.path) \(JSONWriter.text(delta.export, .compact))"
      case .cancelled(let reason): return "cancel \(reason)"
      }
    }
  }
}
