import DocumentStore
import FirestoreModel
import Foundation
import GRDB

/// The SQLite file of one database: the documents as the last durable commit left them.
struct JournalFile: Sendable {
  static let suffix = ".sqlite"
  /// "FBJ1": tells our files from those of other programs.
  private static let applicationID: Int32 = 0x4642_4A31
  /// The version of ``schema``; files with another one are left alone.
  private static let formatVersion: Int32 = 2

  // Rows are kept in the order of their names, which is the order that the store builds its tree in. Names are blobs: ids
  // may contain any scalar, also the one that ends SQLite's texts. `openings` also shows at once that the file can be written. SQLite has no checksums of its own: what
  // damage makes of a document would be read as one.
  private static let schema = """
    CREATE TABLE documents (
      name BLOB PRIMARY KEY NOT NULL, document BLOB NOT NULL, checksum INTEGER NOT NULL
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE meta (
      id INTEGER PRIMARY KEY CHECK (id = 1), project BLOB NOT NULL, database BLOB NOT NULL,
      openings INTEGER NOT NULL, commits INTEGER NOT NULL, last_commit_time INTEGER
    ) STRICT;
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(formatVersion);
    """

  let path: String
  /// When the newest commit of earlier runs was made; nil: there was none.
  let lastCommitTime: Timestamp?
  private let database: DatabaseName
  private let encode: SQLiteJournalFolder.Encode
  private let queue: DatabaseQueue
  private let identity: FileIdentity
  private let mark: CommitMark

  init(
    path: String, database: DatabaseName, encode: @escaping SQLiteJournalFolder.Encode
  ) throws(FirestoreError) {
    self.path = path
    self.database = database
    self.encode = encode
    do {
      let expected = try CommitMark.commits(beside: path)
      if !FileManager.default.fileExists(atPath: path) { try Self.create(path, for: database) }
      let queue = try Self.connect(path)
      self.queue = queue
      let held = try queue.inDatabase { db in
        try Self.checkFormat(db, path: path)
        try Self.checkOwner(db, is: database, path: path)
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
  static func owner(of path: String) throws(FirestoreError) -> DatabaseName? {
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
  private static func create(_ path: String, for database: DatabaseName) throws {
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
        try db.execute(
          sql: "INSERT INTO meta (id, project, database, openings, commits) VALUES (1, ?, ?, 0, 0)",
          arguments: [Data(database.project.string.utf8), Data(database.database.string.utf8)])
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
    guard application == applicationID else { throw foreign(path) }
    guard version == formatVersion else {
      throw FirestoreError(
        .failedPrecondition,
        "\(path) was written by \(version > formatVersion ? "a newer" : "an older") Firebreak "
          + "(format \(version), this one reads \(formatVersion)).")
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

  private static func checkOwner(_ db: Database, is database: DatabaseName, path: String) throws {
    let owner = try owner(in: db)
    guard owner == database else {
      throw FirestoreError(
        .failedPrecondition,
        "\(path) holds \(owner.map(\.documentsRoot) ?? "no database"), not \(database.documentsRoot).")
    }
  }

  private static func owner(in db: Database) throws -> DatabaseName? {
    guard let row = try Row.fetchOne(db, sql: "SELECT project, database FROM meta") else { return nil }
    let project: Data = try row.decode(atIndex: 0)
    let name: Data = try row.decode(atIndex: 1)
    guard let project = String(validating: project, as: UTF8.self), let name = String(validating: name, as: UTF8.self)
    else { return nil }
    return DatabaseName(project: Text(project), database: Text(name))
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

// MARK: - Documents

extension JournalFile {
  /// All documents, row by row, in the order of their names.
  func documents(_ decode: SQLiteJournalFolder.Decode) throws(FirestoreError) -> [Document] {
    do {
      return try queue.inDatabase { db in
        var documents: [Document] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT name, document, checksum FROM documents ORDER BY name")
        while let row = try rows.next() {
          let name: Data = try row.decode(atIndex: 0)
          let bytes: Data = try row.decode(atIndex: 1)
          let checksum: Int64 = try row.decode(atIndex: 2)
          guard checksum == Self.checksum(name, bytes) else {
            throw FirestoreError(.dataLoss, "\(path) is damaged: a document is not as it was stored")
          }
          documents.append(try document([UInt8](bytes), name: [UInt8](name), decode))
        }
        return documents
      }
    } catch let error as FirestoreError {
      throw error
    } catch {
      throw Self.refusal(of: path, error)
    }
  }

  private func document(
    _ bytes: [UInt8], name: [UInt8], _ decode: SQLiteJournalFolder.Decode
  ) throws(FirestoreError) -> Document {
    let document: Document
    do throws(FirestoreError) {
      document = try decode(bytes)
    } catch {
      throw FirestoreError(.dataLoss, "\(path) is damaged: a document cannot be read (\(error.message))")
    }
    guard Self.name(of: document.path) == name else {
      throw FirestoreError(.dataLoss, "\(path) is damaged: a document is stored under another name.")
    }
    return document
  }

  /// Calls `body` with the connection, after everything that was scheduled before.
  func schedule(_ body: @escaping @Sendable (Database) -> Void) { queue.asyncWriteWithoutTransaction(body) }

  /// The same, and waits for it.
  func run(_ body: (Database) -> Void) { queue.inDatabase(body) }

  /// Stores commits in one transaction: all of them or none.
  func write(_ commits: [Commit], in db: Database) throws {
    var count: Int64 = 0
    try db.inTransaction(.immediate) {
      for commit in commits {
        for change in commit.changes { try write(change, in: db) }
      }
      let statement = try db.cachedStatement(
        sql: "UPDATE meta SET last_commit_time = ?, commits = commits + ? RETURNING commits")
      count = try Int64.fetchOne(statement, arguments: [commits.last?.time.microseconds, commits.count]) ?? 0
      return .commit
    }
    // What was written to a file that somebody has deleted is lost when the process ends.
    guard (try? FileIdentity(of: path)) == identity else {
      throw DatabaseError(message: "the file, or its -wal, was deleted or replaced while the emulator ran")
    }
    // Only after the commit: a process that is killed between the two has lost nothing.
    try mark.move(to: count)
  }

  private func write(_ change: DocumentChange, in db: Database) throws {
    let name = Data(Self.name(of: change.path))
    if let document = change.new {
      let bytes = Data(encode(document, database))
      try db.cachedStatement(sql: "INSERT OR REPLACE INTO documents (name, document, checksum) VALUES (?, ?, ?)")
        .execute(arguments: [name, bytes, Self.checksum(name, bytes)])
    } else {
      try db.cachedStatement(sql: "DELETE FROM documents WHERE name = ?").execute(arguments: [name])
    }
  }

  private static func checksum(_ name: Data, _ document: Data) -> Int64 {
    var hash = FNVHash()
    hash.combine(name)
    hash.combine(document)
    return Int64(bitPattern: hash.value)
  }

  /// A collection's documents follow each other, in the order of their ids.
  private static func name(of path: DocumentPath) -> [UInt8] {
    var encoder = KeyEncoder()
    encoder.append(ids: path.segments.dropLast())
    encoder.appendEnd()
    encoder.append(id: path.id)
    return encoder.bytes
  }
}
