import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import Metering
import QueryModel

/// A database with one Listen stream, and the stream's messages as text.
///
///     ADD [2]
///     change c/a @5 [2]              a document with its update time, and the targets that show it
///     change c/a @21 [] -[2]         the same, leaving a target
///     delete c/a @22 -[2]
///     remove c/b @30 -[2]
///     CURRENT [2] @1000
///     --- @1000                      the boundary
///
/// Times are milliseconds since the database was created. The clock starts at 1000.
struct ListenScene {
  let fixture: ServiceFixture
  let context: RequestContext
  var session: ListenSession

  init(_ fixture: ServiceFixture, as context: RequestContext = ServiceFixture.admin) {
    self.fixture = fixture
    self.context = context
    session = ListenSession(database: fixture.database, context: context)
  }

  /// The client lost its connection and comes back.
  mutating func reconnect() async {
    await session.end()
    session = ListenSession(database: fixture.database, context: context)
  }

  func listen(
    _ id: Int32, _ text: String, from token: [UInt8]? = nil, expecting count: Int32? = nil, once: Bool = false,
    purpose: ListenTarget.Purpose? = nil
  ) async throws {
    try await session.add(
      ListenTarget(
        id: id, subject: .query(try query(text)), resumption: token.map { .token($0) }, expectedCount: count,
        once: once, purpose: purpose))
  }

  func listen(
    _ id: Int32, documents names: [String], from token: [UInt8]? = nil, expecting count: Int32? = nil,
    purpose: ListenTarget.Purpose? = nil
  ) async throws {
    try await session.add(
      ListenTarget(
        id: id, subject: .documents(names.map(documentPath)), resumption: token.map { .token($0) },
        expectedCount: count, purpose: purpose))
  }

  /// Commits at a millisecond, which the clock then shows.
  func commit(_ writes: Write..., at time: Int64) throws {
    moveClock(to: time)
    _ = try fixture.database.store.commit(writes, at: fixture.clock.now)
    fixture.database.changes.raise(.commits)
  }

  func moveClock(to time: Int64) {
    let now = fixture.clock.now.microseconds - ServiceFixture.start.microseconds
    fixture.clock.advance(by: max(0, time * 1000 - now))
  }

  /// The next messages.
  func next() async -> [String] { (await session.next() ?? []).map(text) }

  func text(_ event: ListenEvent) -> String { ListenText.line(event) }
}

enum ListenText {
  static func line(_ event: ListenEvent) -> String {
    switch event {
    case .added(let ids): "ADD \(ids)"
    case .documentChanged(let shown, let targets, let removed):
      "change \(shown.document.path)\(shown.projection) \(time(shown.document.updateTime)) \(targets)\(leaving(removed))"
    case .documentDeleted(let path, let readTime, let removed): "delete \(path) \(time(readTime))\(leaving(removed))"
    case .documentRemoved(let path, let readTime, let removed): "remove \(path) \(time(readTime))\(leaving(removed))"
    case .current(let ids, _, let readTime): "CURRENT \(ids) \(time(readTime))"
    case .consistent(_, let readTime): "--- \(time(readTime))"
    case .filter(let target, let count, let names): "filter [\(target)] \(count), \(names.bitmap.count) bytes"
    case .reset(let ids): "RESET \(ids)"
    case .removed(let ids, let cause): "REMOVE \(ids)" + (cause.map { " \($0.status.rawValue) \($0.message)" } ?? "")
    }
  }

  private static func leaving(_ ids: [Int32]) -> String { ids.isEmpty ? "" : " -\(ids)" }

  private static func time(_ time: Timestamp) -> String {
    let passed = time.microseconds - ServiceFixture.start.microseconds
    return passed.isMultiple(of: 1000) ? "@\(passed / 1000)" : "@\(passed)µs"
  }
}

extension [ListenEvent] {
  /// The token of the last boundary.
  var token: [UInt8]? {
    for case .consistent(let token, _) in reversed() { return token }
    return nil
  }
}

extension ServedRequest {
  /// `listenInitial c 2` : what it bills, what it is about, how many reads.
  var billText: String {
    let kind = billing.map { "\($0.kind.rawValue)" } ?? "nothing"
    let outcome: String =
      switch outcome {
      case .served: ""
      case .denied: " denied"
      case .refused(let error): " refused \(error.status.rawValue)"
      }
    return "\(kind) \(target) \(billedReads)\(outcome)"
  }
}

extension ShownDocument {
  var document: Document {
    switch self {
    case .whole(let stored): stored.document
    case .part(let document): document
    }
  }

  fileprivate var projection: String {
    switch self {
    case .whole: ""
    case .part(let document): " projected \(document.fields.fields.map(\.name))"
    }
  }
}
