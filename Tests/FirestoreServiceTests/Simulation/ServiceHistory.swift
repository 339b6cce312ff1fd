import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesEnforcement
import Foundation
import IndexCatalog
import QueryExecution
import QueryPlanner
import SQLiteJournal
import Testing

@testable import FirestoreService

/// A database over its journal in several lives, with a client that commits, runs transactions and listens. What they do,
/// when the clock moves, how each life ends and what that does to the files follows from one number.
struct ServiceHistory: ~Copyable {
  /// How a life ends.
  enum End: String, CaseIterable {
    /// Everything is stored and closed.
    case closed
    /// The process dies: the files are as they are.
    case killed
    /// The process dies in the middle of a commit that nobody was told of: a part of it is in the log.
    case torn
    /// The machine dies: what the system has not written to the disk yet is gone, told or not.
    case lost
  }

  /// What the database holds, told by the commits alone.
  private struct State {
    var fields: [DocumentPath: Int64] = [:]
    /// As the store had them.
    var documents: [Document] = []
    var time = ServiceFixture.start
  }

  private struct OpenTransaction {
    var id: TransactionID
    var path: DocumentPath
    /// As it was read; nil: there was none.
    var value: Int64?
    /// The commit that was the last when it was read.
    var commit: Int
    var begun: Timestamp
  }

  /// What lies on the disk during one life.
  private struct Life {
    var folder: String
    var journals: SQLiteJournalFolder
    var fixture: ServiceFixture
    var transactions: [OpenTransaction] = []
  }

  private var world: RandomWorld
  private let root: String
  private var life: Life
  private var lives = 1
  /// After each commit, and before the first.
  private var states = [State()]
  /// By commit: the documents that it changed.
  private var changes: [Set<DocumentPath>] = [[]]
  /// How long the log was after each commit of this life; nil: there was none.
  private var logs: [Int?] = []
  private var client: ModelClient
  private(set) var ends: [End] = []

  init(seed: UInt64) throws {
    world = RandomWorld(seed: seed)
    root = NSTemporaryDirectory() + "firebreak-history-\(UUID().uuidString)"
    life = try Self.open("\(root)/1", at: ServiceFixture.start.after(1_000_000))
    client = ModelClient(ListenScene(life.fixture))
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  mutating func run() async throws {
    for _ in 0..<world.number(2...4) {
      for _ in 0..<world.number(5...25) { try await step() }
      try await end()
      try await verify()
    }
    await client.scene.session.end()
    try life.journals.close()
  }

  private static func open(_ folder: String, at time: Timestamp) throws -> Life {
    let journals = try SQLiteJournalFolder(path: folder)
    let kept = try journals.open(ServiceFixture.name)
    let store = DocumentStore(
      database: ServiceFixture.name, createTime: ServiceFixture.start, documents: kept.documents, keepsMessages: true,
      journal: kept.journal)
    let engine = QueryEngine(
      planner: QueryPlanner(catalog: .automaticOnly, database: ServiceFixture.name), mode: .permissive)
    let clock = ManualClock(time)
    let observer = RecordingObserver()
    let database = FirestoreDatabase(
      store: store,
      configuration: DatabaseConfiguration(engine: engine, access: AccessControl(rules: nil, mode: .production)),
      transactions: TransactionTable(clock: clock, policy: TransactionPolicy()), clock: clock, observer: observer,
      journal: kept.journal)
    return Life(
      folder: folder, journals: journals,
      fixture: ServiceFixture(database: database, clock: clock, observer: observer))
  }
}

// MARK: - Steps

extension ServiceHistory {
  private var database: FirestoreDatabase { life.fixture.database }

  private mutating func step() async throws {
    life.fixture.clock.advance(by: Int64(world.chance(5) ? world.number(0...200_000_000) : world.number(0...1500)))
    switch world.number(0...9) {
    case 0...4: try await commitPlainly()
    case 5: try await begin()
    case 6: try await commitTransaction()
    default:
      try await world.act(on: &client)
      if world.chance(60) { try await verify() }
    }
  }

  private mutating func commitPlainly() async throws {
    var writes: [Write] = []
    var refusals: Set<StatusCode> = []
    var next = states[states.count - 1].fields
    for path in Set((0..<world.number(1...3)).map { _ in world.path() }).sorted() {
      let name = documentPath(path)
      let exists = next[name] != nil
      var precondition: Precondition?
      if world.chance(25) {
        let wanted = world.chance(50)
        precondition = .exists(wanted)
        if wanted != exists { refusals.insert(wanted ? .notFound : .alreadyExists) }
      }
      let value = Int64(world.number(0...6))
      switch world.number(0...4) {
      case 0:
        writes.append(.delete(path, if: precondition))
        next[name] = nil
      case 1:
        let added = FieldTransform(FieldPath(segments: ["n"]), .increment(.integer(value)))
        writes.append(.merge(path, [:], [added], if: precondition))
        next[name] = (next[name] ?? 0) + value
      default:
        writes.append(.set(path, ["n": .integer(value)], if: precondition))
        next[name] = value
      }
    }
    try await commit(writes, leaving: next, refusedAs: refusals)
  }

  /// - Parameter refusals: how it may be refused; none: it is carried out.
  private mutating func commit(
    _ writes: [Write], in transaction: TransactionID? = nil, leaving next: [DocumentPath: Int64],
    refusedAs refusals: Set<StatusCode>
  ) async throws {
    let before = states[states.count - 1]
    let version = database.store.current.version
    do throws(FirestoreError) {
      let answer = try await database.commit(writes, in: transaction, ServiceFixture.admin)
      #expect(refusals.isEmpty, "\(writes) is carried out")
      guard database.store.current.version > version else {
        #expect(next == before.fields)
        return
      }
      #expect(answer.commitTime > before.time)
      let documents = Array(database.store.current.allDocuments)
      #expect(
        Dictionary(uniqueKeysWithValues: documents.map { ($0.path, $0.fields) })
          == next.mapValues { ["n": .integer($0)] })
      states.append(State(fields: next, documents: documents, time: answer.commitTime))
      changes.append(Set(writes.map(\.path).filter { before.fields[$0] != next[$0] }))
      logs.append(log)
    } catch {
      #expect(refusals.contains(error.status), "\(writes): \(error.message)")
      #expect(database.store.current.version == version)
    }
  }

  private mutating func begin() async throws {
    let path = documentPath(world.path())
    let options = TransactionOptions.readWrite(retrying: nil, concurrency: .optimistic)
    let answer = try await database.batchGet([path], .newTransaction(options), ServiceFixture.admin)
    let found = answer.found.first?.document.fields["n"]
    let expected = states[states.count - 1].fields[path]
    #expect(found == expected.map { .integer($0) })
    life.transactions.append(
      OpenTransaction(
        id: try #require(answer.transaction), path: path, value: expected, commit: states.count - 1,
        begun: life.fixture.clock.now))
  }

  /// Adds one to what was read, unless somebody has written it since.
  private mutating func commitTransaction() async throws {
    guard !life.transactions.isEmpty else { return }
    let open = life.transactions.remove(at: world.number(0...life.transactions.count - 1))
    var refusals: Set<StatusCode> = []
    if changes[(open.commit + 1)...].contains(where: { $0.contains(open.path) }) { refusals = [.aborted] }
    // Nobody has asked anything in it for too long.
    let now = life.fixture.clock.now
    if now >= open.begun.after(TransactionLife.idle) { refusals.insert(.aborted) }
    if now >= open.begun.after(TransactionLife.remembered) { refusals.insert(.invalidArgument) }
    var next = states[states.count - 1].fields
    let value = (open.value ?? 0) + 1
    next[open.path] = value
    try await commit(
      [.set(open.path.description, ["n": .integer(value)])], in: open.id, leaving: next, refusedAs: refusals)
  }
}

// MARK: - The end of a life

extension ServiceHistory {
  private static let file = "demo.(default).sqlite"

  /// Of the write-ahead log, in bytes.
  private var log: Int? { Self.length("\(life.folder)/\(Self.file)-wal") }

  private static func length(_ path: String) -> Int? { FileManager.default.contents(atPath: path)?.count }

  /// Ends this life and begins the next one, with what the end has left of the files.
  private mutating func end() async throws {
    let end = End.allCases[world.number(0...3)]
    let now = life.fixture.clock.now
    lives += 1
    let folder = "\(root)/\(lives)"
    if end == .closed {
      try life.journals.close()
      try FileManager.default.moveItem(atPath: life.folder, toPath: folder)
    } else {
      try Self.copy(life.folder, to: folder)
      try strike(end, "\(folder)/\(Self.file)")
      try life.journals.close()
    }
    ends.append(end)
    let transactions = life.transactions
    life = try Self.open(folder, at: now.after(Int64(world.number(0...5_000_000))))
    logs = []
    let expected = states[states.count - 1]
    #expect(Array(database.store.current.allDocuments) == expected.documents, "\(ends)")
    // Nobody knows transactions of an earlier life.
    for open in transactions {
      try await commit(
        [.delete(open.path.description)], in: open.id, leaving: expected.fields, refusedAs: [.invalidArgument])
    }
    await client.scene.session.end()
    client.scene = ListenScene(life.fixture)
    try await client.reconnect()
  }

  private static func copy(_ folder: String, to copy: String) throws {
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix(file) {
      // SQLite makes this one anew out of the log.
      if name.hasSuffix("-shm") { continue }
      try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(copy)/\(name)")
    }
  }

  /// Does to the files of a dead process what the end of a life does.
  private mutating func strike(_ end: End, _ file: String) throws {
    let known = logs.compactMap(\.self)
    // Where the log began anew in between, its length says nothing.
    guard end != .closed, end != .killed, known.count == logs.count, known.count > 1, known == known.sorted(),
      Self.length("\(file)-wal") == known[known.count - 1]
    else { return }
    // The commits of this life that are whole in what is left.
    let whole = end == .torn ? known.count - 2 : world.number(0...known.count - 2)
    let length = world.number(known[whole]...known[whole + 1] - 1)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: "\(file)-wal"))
    if world.chance(50) {
      bytes = bytes.prefix(length)
    } else {
      // The room in the file was made, and what belongs there was not written.
      bytes.replaceSubrange(length..., with: repeatElement(0, count: bytes.count - length))
    }
    try bytes.write(to: URL(fileURLWithPath: "\(file)-wal"))
    let missing = known.count - 1 - whole
    if end == .torn {
      let commits = states.count - 2
      let digits = String(commits)
      try Data("\(String(repeating: "0", count: 19 - digits.count))\(digits)\n".utf8)
        .write(to: URL(fileURLWithPath: "\(file)-mark"))
    } else {
      try expectRefusal(of: file, missing)
    }
    states.removeLast(missing)
    changes.removeLast(missing)
  }

  /// Commits that somebody was told of are missing: that is said, and somebody accepts it.
  private func expectRefusal(of file: String, _ missing: Int) throws {
    let journals = try SQLiteJournalFolder(path: (file as NSString).deletingLastPathComponent)
    var refused: FirestoreError?
    do throws(FirestoreError) { _ = try journals.open(ServiceFixture.name) } catch { refused = error }
    let commits = missing == 1 ? "commit is" : "\(missing) commits are"
    let message =
      "\(file) is damaged: its last \(commits) missing, since \(file)-wal is gone or not whole; "
      + "whoever accepts that removes \(file)-mark"
    #expect(refused == FirestoreError(.dataLoss, message))
    try journals.close()
    try FileManager.default.removeItem(atPath: "\(file)-mark")
  }

  /// The listener shows what there is.
  private mutating func verify() async throws {
    try await client.pull()
    try client.verify()
  }
}
