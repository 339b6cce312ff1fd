import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import RealtimeService
import RealtimeWire
import StructuredText
import Synchronization
import Testing

/// An instance, and connections to it without a network.
struct SessionFixture {
  let instance: RealtimeInstance
  let clock: SettableClock

  /// - Parameter rules: what stands within `rules`; nil: everybody may do everything.
  init(rules: String? = nil, data: RealtimeNode = .absent) throws {
    let clock = SettableClock()
    self.clock = clock
    let ruleset = try rules.map { text in
      let reading = RealtimeRulesReading.read(SourceText(path: "database.rules.json", text: "{\"rules\": \(text)}"))
      return try #require(reading.ruleset, "\(reading.diagnostics.map(\.message))")
    }
    instance = RealtimeInstance(
      name: "demo", configuration: RealtimeConfiguration(rules: ruleset, isOpen: rules == nil), data: data,
      random: SystemRandomNumberGenerator(), clock: { clock.now }, observer: DeafObserver())
  }

  func opening(isResumed: Bool = false) -> RealtimeConnection.Opening {
    RealtimeConnection.Opening(
      instance: instance, context: RealtimeContext(caller: .anonymous, carrier: .connection), host: "here:1",
      isResumed: isResumed, authenticate: Self.authenticate)
  }

  /// `ada` and `ada 1700000005`, which ends then.
  static let authenticate: RealtimeWireSession.Authentication = { (token: String) throws(RealtimeRefusal) in
    let parts = token.split(separator: " ")
    guard let name = parts.first else { throw .invalidCredentials("no token") }
    if name == "owner" { return RealtimeCredentials(caller: .owner) }
    let auth: JSONValue = ["uid": .string(String(name))]
    return RealtimeCredentials(
      caller: .client(auth: RealtimeNode(claims: auth)), expiry: parts.dropFirst().first.flatMap { Int64($0) })
  }

  var wireClock: RealtimeConnection.Clock {
    RealtimeConnection.Clock(now: { [clock] in clock.now }, sleep: { [clock] in try await clock.sleep(until: $0) })
  }

  var text: String { JSONWriter.text(instance.data.export, .compact) }
}

/// Moves only when it is told to; those who sleep are woken then.
final class SettableClock: Sendable {
  private struct State {
    var now = Timestamp(microseconds: 1_700_000_000_000_000)
    var sleepers: [Int: (until: Timestamp, continuation: CheckedContinuation<Void, Never>)] = [:]
    var last = 0
  }

  private let state = Mutex(State())

  var now: Timestamp { state.withLock { $0.now } }

  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func sleep(until time: Timestamp) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.now >= time || Task.isCancelled { return true }
          state.sleepers[number] = (time, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume()
    }
    try Task.checkCancellation()
  }

  func advance(seconds: Int64) {
    let woken = state.withLock { state in
      state.now = Timestamp(microseconds: state.now.microseconds + seconds * 1_000_000)
      let woken = state.sleepers.filter { $0.value.until <= state.now }
      for number in woken.keys { state.sleepers[number] = nil }
      return woken.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }
}

private struct DeafObserver: RealtimeObserver {
  func record(_ request: ServedRealtimeRequest) {}
}

/// A transport whose client is the test.
final class TestTransport: RealtimeTransport {
  private let stream: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func send(_ messages: [String]) async -> Bool {
    for message in messages {
      if case .terminated = continuation.yield(message) { return false }
    }
    return true
  }

  func finish(_ messages: [String]) async {
    _ = await send(messages)
    continuation.finish()
  }

  func close() { continuation.finish() }

  func resume() {}

  /// The next messages; fewer when the transport is closed.
  func next(_ count: Int) async -> [String] {
    var messages: [String] = []
    guard count > 0 else { return [] }
    for await message in stream {
      messages.append(message)
      if messages.count == count { break }
    }
    return messages
  }

  /// Everything until it is closed.
  func rest() async -> [String] { await next(.max) }
}
