import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import FirestoreWire
import Foundation
import IndexCatalog
import QueryExecution
import QueryPlanner
import SwiftProtobuf
import Synchronization
import Testing

@testable import EmulatorServer

/// Stands still until it is moved; whoever sleeps is never woken.
final class StandingClock: ServiceClock {
  private let time: Mutex<Timestamp>

  init(_ start: Timestamp) { time = Mutex(start) }

  var now: Timestamp { time.withLock { $0 } }

  func advance(seconds: Int64) {
    time.withLock { $0 = Timestamp(microseconds: $0.microseconds + seconds * 1_000_000) }
  }

  func sleep(until time: Timestamp) async throws(CancellationError) {
    if time <= now { return }
    let (never, _) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    throw CancellationError()
  }
}

private struct NoObserver: RequestObserver {
  func record(_ request: ServedRequest) {}
}

/// The methods over one database in memory. Messages go in and out as JSON, so that whole answers can be told.
struct MethodFixture {
  static let name = DatabaseName(project: "demo")
  static let root = "projects/demo/databases/(default)/documents"
  /// 2026-01-05T08:00:00Z
  static let start = Timestamp(microseconds: 1_767_600_000_000_000)

  let methods: ServiceMethods
  let database: FirestoreDatabase
  let clock: StandingClock
  var call = Call(context: RequestContext(caller: .admin))

  /// - Parameter documents: stored one after another, the first one at 08:00:00.001.
  init(documents: KeyValuePairs<String, MapValue> = [:], mode: ExecutionMode = .production) throws {
    let store = DocumentStore(database: Self.name, createTime: Self.start)
    for (number, document) in documents.enumerated() {
      let time = Timestamp(microseconds: Self.start.microseconds + Int64(number + 1) * 1000)
      _ = try store.commit([Write(path(document.key), .set(document.value))], at: time)
    }
    let planner = QueryPlanner(catalog: .automaticOnly, database: Self.name)
    let clock = StandingClock(Timestamp(microseconds: Self.start.microseconds + 1_000_000))
    let database = FirestoreDatabase(
      store: store,
      configuration: DatabaseConfiguration(
        engine: QueryEngine(planner: planner, mode: mode), access: AccessControl(rules: nil, mode: .production)),
      transactions: TransactionTable(clock: clock, policy: TransactionPolicy()), clock: clock, observer: NoObserver())
    self.clock = clock
    self.database = database
    methods = ServiceMethods(
      backend: ServiceBackend(ids: DocumentIDSource(seed: 7)) {
        (name) throws(FirestoreError) in
        guard name == Self.name else {
          throw FirestoreError(.notFound, "The database \(name.database) does not exist for project \(name.project)")
        }
        return database
      })
  }

  func answer<Method: UnaryMethod>(_ method: Method, _ json: String) async throws -> String {
    let answer = try await method.answer(Method.Request(jsonString: json), call)
    return try MethodFixture.json(answer, as: Method.Response.self)
  }

  func answers<Method: ServerStreamingMethod>(_ method: Method, _ json: String) async throws -> [String] {
    let responses = CollectedResponses()
    try await method.answer(Method.Request(jsonString: json), call, to: responses)
    return try responses.messages.map { try MethodFixture.json($0, as: Method.Response.self) }
  }

  static func json<Message: SwiftProtobuf.Message>(_ message: EncodedMessage, as type: Message.Type) throws -> String {
    let message = try Message(serializedBytes: message.bytes)
    var options = JSONEncodingOptions()
    options.useDeterministicOrdering = true
    return short(try message.jsonString(options: options))
  }

  /// With all keys in order: the library writes structs in the order of a dictionary.
  static func sorted(_ json: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  /// Names and times are told as what differs between them.
  private static func short(_ json: String) -> String {
    var text = json
    for (long, brief) in [("\(root)/", "/"), ("2026-01-05T08:00:0", "@")] {
      text = text.split(separator: long, omittingEmptySubsequences: false).joined(separator: brief)
    }
    return text
  }
}

final class CollectedResponses: ResponseWriter {
  private let collected = Mutex<[EncodedMessage]>([])

  var messages: [EncodedMessage] { collected.withLock { $0 } }

  func write(_ message: EncodedMessage) async throws(FirestoreError) {
    collected.withLock { $0.append(message) }
  }
}

/// Both ends of a stream, for a test that plays the client.
final class ClientStream<Request: SwiftProtobuf.Message & Sendable, Response: SwiftProtobuf.Message>: Sendable {
  struct Responses: ResponseWriter {
    let messages: AsyncStream<EncodedMessage>.Continuation

    func write(_ message: EncodedMessage) async throws(FirestoreError) {
      if case .terminated = messages.yield(message) { throw FirestoreError(.cancelled, "the client is gone") }
    }
  }

  let requests: AsyncStream<Request>
  let responses: Responses
  private let sending: AsyncStream<Request>.Continuation
  private let received: AsyncStream<EncodedMessage>

  init() {
    (requests, sending) = AsyncStream.makeStream()
    let (received, messages) = AsyncStream.makeStream(of: EncodedMessage.self)
    self.received = received
    responses = Responses(messages: messages)
  }

  func send(_ json: String) throws { sending.yield(try Request(jsonString: json)) }

  func send(_ request: Request) { sending.yield(request) }

  func finish() { sending.finish() }

  /// No response follows.
  func end() { responses.messages.finish() }

  func next(_ count: Int = 1) async throws -> [Response] {
    var messages: [Response] = []
    guard count > 0 else { return [] }
    for await message in received {
      messages.append(try Response(serializedBytes: message.bytes))
      if messages.count == count { break }
    }
    return messages
  }

  func nextTexts(_ count: Int = 1) async throws -> [String] {
    try await next(count).map { message in
      try MethodFixture.json(EncodedMessage(bytes: try message.serializedBytes()), as: Response.self)
    }
  }
}

/// The error that a body throws, or nil.
func refusal(_ body: () async throws -> Void) async -> FirestoreError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? FirestoreError ?? FirestoreError(.unknown, "\(error)")
  }
}
