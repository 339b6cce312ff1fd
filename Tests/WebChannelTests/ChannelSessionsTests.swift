import Synchronization
import Testing

@testable import WebChannel

@Suite("All sessions of a server") struct ChannelSessionsTests {
  private static func sessions(_ change: (inout ChannelLimits) -> Void = { _ in }) -> ChannelSessions {
    var limits = ChannelLimits()
    change(&limits)
    let count = Mutex<UInt64>(0)
    return ChannelSessions(limits: limits) {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  @Test("a session belongs to a stream, and to the page that has opened it")
  func owner() throws {
    let sessions = Self.sessions()
    let page = "http://localhost:3000"
    let id = try sessions.open("Listen", origin: page).id
    #expect(try sessions.session(id, "Listen", origin: page).id == id)
    // A page of the same host does not say where it comes from when it only reads.
    #expect(try sessions.session(id, "Listen", origin: nil).id == id)
    for (name, kind, origin) in [
      (id, "Listen", "http://localhost:3001"), (id, "Write", page), ("", "Listen", page), ("x", "Listen", page),
    ] {
      #expect(throws: ChannelRefusal.unknownSession) { try sessions.session(name, kind, origin: origin) }
    }
    let program = try sessions.open("Write", origin: nil).id
    #expect(throws: ChannelRefusal.unknownSession) { try sessions.session(program, "Write", origin: page) }
  }

  @Test("a session is forgotten when it is over")
  func forgotten() throws {
    let sessions = Self.sessions()
    let first = try sessions.open("Listen", origin: nil)
    first.close()
    #expect(throws: ChannelRefusal.unknownSession) { try sessions.session(first.id, "Listen", origin: nil) }
    #expect(sessions.count == 0)
  }

  @Test("a client that stays away for the rounds that it has loses its session, one that waits does not")
  func age() async throws {
    let sessions = Self.sessions { $0.roundsAway = 2 }
    let away = try sessions.open("Listen", origin: nil)
    let waiting = try sessions.open("Listen", origin: nil)
    let busy = try sessions.open("Listen", origin: nil)
    _ = try waiting.attach(0, .streaming)
    for _ in 0..<3 {
      _ = try await busy.deliver([], acknowledged: nil)
      sessions.age()
    }
    #expect(away.isClosed)
    #expect(!waiting.isClosed && !busy.isClosed)
    #expect(sessions.count == 2)
  }

  @Test("beyond the limit the one gives way that has been away for longest; when all are there, nobody is let in")
  func limit() throws {
    let sessions = Self.sessions { $0.sessions = 2 }
    let first = try sessions.open("Listen", origin: nil)
    sessions.age()
    let second = try sessions.open("Listen", origin: nil)
    let third = try sessions.open("Listen", origin: nil)
    #expect(first.isClosed && !second.isClosed)
    _ = try second.attach(0, .streaming)
    _ = try third.attach(0, .streaming)
    #expect(throws: ChannelRefusal.tooManySessions) { try sessions.open("Listen", origin: nil) }
    #expect(sessions.count == 2)
  }

  @Test("names are as long as they are random")
  func token() {
    #expect(Self.sessions().token() == "00000000000000010000000000000002")
    let high = ChannelSessions(limits: ChannelLimits()) { .max }
    #expect(high.token() == String(repeating: "f", count: 32))
  }
}
