import FirestoreModel
import Foundation
import GRDB

/// The SQLite file of one database: what the last durable commit left.
struct JournalFile<Content: JournalContent>: Sendable {
  // Names are blobs: ids may contain any scalar, also the one that ends SQLite's texts. `openings` also shows at once that
  // the file can be written.
  private static var schema: String {
    """
    \(Content.tables)
    CREATE TABLE meta (
      id INTEGER PRIMARY KEY CHECK (id = 1), \(Content.Owner.columns.map { "\($0) BLOB NOT NULL" }.joined(separator: ", ")),
      openings INTEGER NOT NULL, commits INTEGER NOT NULL, last_commit_time INTEGER
    ) STRICT;
    PRAGMA application_id = \(Content.applicationID);
    PRAGMA user_version = \(Content.formatVersion);
    """
  }

  let path: String
  /// When the newest commit of earlier runs was made; nil: there was none.
  let lastCommitTime: Timestamp?
  private let content: Content
  private let queue: DatabaseQueue
  private let identity: FileIdentity
  private let mark: CommitMark

  init(path: String, owner: Content.Owner, content: Content) throws(FirestoreError) {
    self.path = path
    self.content = content
    do {
      let expected = try CommitMark.commits(beside: path)
      if !FileManager.default.fileExists(atPath: path) { try Self.create(path, for: owner) }
      let queue = try Self.connect(path)
      self.queue = queue
      let held = try queue.inDatabase { db in
        try Self.checkFormat(db, path: path)
        try Self.checkOwner(db, is: owner, path: path)
        let held = try Self.checkCommits(db, path: path, expected: expected)
        try Self.prepare(db)
        return held
      }
      lastCommitTime = held.time
      mark = try CommitMark(beside: path, commits: held.commits)
      identity = try FileIdentity(of: path)
    } catch let error as FirestoreError {
      throw error
    } catch {
      throw Self.refusal(of: path, error)
    }
  }

  /// Which database a file belongs to.
  static func owner(of path: String) throws(FirestoreError) -> Content.Owner? {
    do {
      let queue = try connect(path)
      let found = try queue.inDatabase { db in
        try checkFormat(db, path: path)
        return try owner(in: db)
      }
      try queue.close()
      return found
    } catch let error as FirestoreError {
      throw error
    } catch {
      throw refusal(of: path, error)
    }
  }

  /// - Parameter isWhole: every commit that was told is stored.
  func close(isWhole: Bool) throws {
    try queue.close()
    if isWhole { try mark.remove() }
  }
}

// MARK: - Opening

extension JournalFile {
  private static func connect(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    configuration.foreignKeysEnabled = false
    configuration.label = "firebreak.journal"
    configuration.prepareDatabase { db in
      // The folder is locked anyway; alone with the file, SQLite needs no memory shared with others.
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      try db.execute(sql: "PRAGMA page_size = 8192")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Made under another name, which it has until it is complete: whatever kills the process, an empty file under the right
  /// name is always a damaged one.
  private static func create(_ path: String, for owner: Content.Owner) throws {
    for suffix in ["-mark", "-wal", "-journal"] where FileManager.default.fileExists(atPath: path + suffix) {
      throw FirestoreError(
        .dataLoss, "\(path) is missing, but \(path)\(suffix) is there; whoever wants to begin anew removes that, too")
    }
    let draft = "\(path)-new"
    for name in [draft, "\(draft)-journal"] where FileManager.default.fileExists(atPath: name) {
      try FileManager.default.removeItem(atPath: name)
    }
    let queue = try connect(draft)
    try queue.inDatabase { db in
      try db.inTransaction(.immediate) {
        try db.execute(sql: schema)
        let columns = Content.Owner.columns
        try db.execute(
          sql: """
            INSERT INTO meta (id, \(columns.joined(separator: ", ")), openings, commits)
            VALUES (1, \(columns.map { _ in "?" }.joined(separator: ", ")), 0, 0)
            """,
          arguments: StatementArguments(owner.names.map { Data($0.string.utf8) }))
        return .commit
      }
    }
    try queue.close()
    try FileManager.default.moveItem(atPath: draft, toPath: path)
  }

  private static func checkFormat(_ db: Database, path: String) throws {
    let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let version = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    if application == 0, version == 0, tables == 0 {
      throw FirestoreError(.dataLoss, "\(path) is damaged: it is empty")
    }
    guard application == Content.applicationID else { throw foreign(path) }
    guard version == Content.formatVersion else {
      throw FirestoreError(
        .failedPrecondition,
        "\(path) was written by \(version > Content.formatVersion ? "a newer" : "an older") Firebreak "
          + "(format \(version), this one reads \(Content.formatVersion)).")
    }
  }

  /// Finds torn pages, and commits that the write-ahead log has lost.
  private static func checkCommits(
    _ db: Database, path: String, expected: Int64?
  ) throws -> (commits: Int64, time: Timestamp?) {
    let finding = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "nothing can be read"
    guard finding == "ok" else {
      let line = finding.split(separator: "\n").joined(separator: " ")
      throw FirestoreError(.dataLoss, "\(path) is damaged: \(line)")
    }
    guard let row = try Row.fetchOne(db, sql: "SELECT commits, last_commit_time FROM meta") else {
      throw FirestoreError(.dataLoss, "\(path) is damaged: it does not say whose it is")
    }
    let commits: Int64 = try row.decode(atIndex: 0)
    let time: Int64? = try row.decode(atIndex: 1)
    if let expected, commits < expected {
      let (missing, mark) = (expected - commits, CommitMark.path(beside: path))
      throw FirestoreError(
        .dataLoss,
        "\(path) is damaged: its last \(missing == 1 ? "commit is" : "\(missing) commits are") missing, since \(path)-wal "
          + "is gone or not whole; whoever accepts that removes \(mark)")
    }
    return (commits, time.map { Timestamp(microseconds: $0) })
  }

  private static func prepare(_ db: Database) throws {
    try db.execute(sql: "PRAGMA journal_mode = WAL")
    // The death of the process loses nothing that SQLite has handed to the system. That of the whole machine may lose the
    // last commits, but never tears one: an emulator does not pay for a flush of the disk with every commit.
    try db.execute(sql: "PRAGMA synchronous = NORMAL")
    // Two megabytes.
    try db.execute(sql: "PRAGMA wal_autocheckpoint = 256")
    try db.execute(sql: "UPDATE meta SET openings = openings + 1")
  }

  private static func checkOwner(_ db: Database, is expected: Content.Owner, path: String) throws {
    let owner = try owner(in: db)
    guard owner == expected else {
      throw FirestoreError(
        .failedPrecondition, "\(path) holds \(owner?.text ?? "no database"), not \(expected.text).")
    }
  }

  private static func owner(in db: Database) throws -> Content.Owner? {
    let columns = Content.Owner.columns
    guard let row = try Row.fetchOne(db, sql: "SELECT \(columns.joined(separator: ", ")) FROM meta") else { return nil }
    var names: [Text] = []
    for index in columns.indices {
      let bytes: Data = try row.decode(atIndex: index)
      guard let name = String(validating: bytes, as: UTF8.self) else { return nil }
      names.append(Text(name))
    }
    return Content.Owner(names: names)
  }

  private static func foreign(_ path: String) -> FirestoreError {
    FirestoreError(.failedPrecondition, "\(path) is not a file of Firebreak.")
  }

  private static func refusal(of path: String, _ error: any Error) -> FirestoreError {
    switch (error as? DatabaseError)?.resultCode {
    case .SQLITE_NOTADB: foreign(path)
    case .SQLITE_CORRUPT: FirestoreError(.dataLoss, "\(path) is damaged: \(error.reason)")
    case .SQLITE_BUSY: FirestoreError(.unavailable, "\(path) is in use by another program.")
    default: FirestoreError(.unavailable, "\(path) cannot be opened: \(error.reason)")
    }
  }
}

// MARK: - Reading and writing

extension JournalFile {
  /// What the file holds; damage that `body` finds is an error of its own.
  func read<Answer>(_ body: (Database) throws -> Answer) throws(FirestoreError) -> Answer {
    do {
      return try queue.inDatabase(body)
    } catch let error as FirestoreError {
      throw error
    } catch {
      throw Self.refusal(of: path, error)
    }
  }

  /// Calls `body` with the connection, after everything that was scheduled before.
  func schedule(_ body: @escaping @Sendable (Database) -> Void) { queue.asyncWriteWithoutTransaction(body) }

  /// The same, and waits for it.
  func run(_ body: (Database) -> Void) { queue.inDatabase(body) }

  /// Stores commits in one transaction: all of them or none.
  func write(_ entries: [Content.Entry], in db: Database) throws {
    var count: Int64 = 0
    try db.inTransaction(.immediate) {
      try content.write(entries, in: db)
      let statement = try db.cachedStatement(
        sql: "UPDATE meta SET last_commit_time = ?, commits = commits + ? RETURNING commits")
      let time = entries.last.flatMap(Content.time)
      count = try Int64.fetchOne(statement, arguments: [time?.microseconds, entries.count]) ?? 0
      return .commit
    }
    // What was written to a file that somebody has deleted is lost when the process ends.
    guard (try? FileIdentity(of: path)) == identity else {
      throw DatabaseError(message: "the file, or its -wal, was deleted or replaced while the emulator ran")
    }
    // Only after the commit: a process that is killed between the two has lost nothing.
    try mark.move(to: count)
  }
}
