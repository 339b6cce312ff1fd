import DocumentMessages
import DocumentStore
import FirestoreModel
import Foundation
import GRDB

/// The documents of a database as the last durable commit left them: a row for each.
struct DocumentRows: JournalContent {
  typealias Owner = DatabaseName

  /// "FBJ1"
  static let applicationID: Int32 = 0x4642_4A31
  static let formatVersion: Int32 = 2

  // Rows are kept in the order of their names, which is the order that the store builds its tree in. SQLite has no
  // checksums of its own: what damage makes of a document would be read as one.
  static let tables = """
    CREATE TABLE documents (
      name BLOB PRIMARY KEY NOT NULL, document BLOB NOT NULL, checksum INTEGER NOT NULL
    ) WITHOUT ROWID, STRICT;
    """

  let database: DatabaseName

  static func number(of commit: Commit) -> Int { commit.version }
  static func time(of commit: Commit) -> Timestamp? { commit.time }

  func write(_ commits: [Commit], in db: Database) throws {
    for commit in commits {
      for change in commit.changes { try write(change, in: db) }
    }
  }

  private func write(_ change: DocumentChange, in db: Database) throws {
    let name = Data(KeptDocuments.key(of: change.path))
    if let document = change.new {
      let bytes = Data(DocumentEncoding.encode(document, in: database))
      try db.cachedStatement(sql: "INSERT OR REPLACE INTO documents (name, document, checksum) VALUES (?, ?, ?)")
        .execute(arguments: [name, bytes, Self.checksum(name, bytes)])
    } else {
      try db.cachedStatement(sql: "DELETE FROM documents WHERE name = ?").execute(arguments: [name])
    }
  }

  static func checksum(_ name: Data, _ document: Data) -> Int64 {
    var hash = StableHash()
    hash.combine(name)
    hash.combine(document)
    return Int64(bitPattern: hash.value)
  }
}

// MARK: - Reading

extension JournalFile<DocumentRows> {
  /// All documents, row by row, in the order of their names.
  func documents(of database: DatabaseName) throws(FirestoreError) -> KeptDocuments {
    try read { db in
      var documents = KeptDocuments()
      documents.reserveCapacity(try Int.fetchOne(db, sql: "SELECT count(*) FROM documents") ?? 0)
      let rows = try Row.fetchCursor(db, sql: "SELECT name, document, checksum FROM documents ORDER BY name")
      while let row = try rows.next() {
        let name: Data = try row.decode(atIndex: 0)
        let bytes: Data = try row.decode(atIndex: 1)
        let checksum: Int64 = try row.decode(atIndex: 2)
        guard checksum == DocumentRows.checksum(name, bytes) else {
          throw FirestoreError(.dataLoss, "\(path) is damaged: a document is not as it was stored")
        }
        do throws(FirestoreError) {
          try documents.append(key: [UInt8](name), message: [UInt8](bytes), in: database)
        } catch {
          throw FirestoreError(.dataLoss, "\(path) is damaged: a document cannot be read (\(error.message))")
        }
      }
      return documents
    }
  }
}

extension SQLiteJournal: CommitJournal where Content == DocumentRows {}
