import DocumentStore
package import FirestoreModel
import Foundation
import GRDB

/// How a document becomes bytes that ``DocumentDecoding`` understands, with its name and times.
package typealias DocumentEncoding = @Sendable (Document, DatabaseName) -> [UInt8]
package typealias DocumentDecoding = @Sendable ([UInt8]) throws(FirestoreError) -> Document

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
  let encode: DocumentEncoding

  static func number(of commit: Commit) -> Int { commit.version }
  static func time(of commit: Commit) -> Timestamp? { commit.time }

  func write(_ commits: [Commit], in db: Database) throws {
    for commit in commits {
      for change in commit.changes { try write(change, in: db) }
    }
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

  /// A collection's documents follow each other, in the order of their ids.
  fileprivate static func name(of path: DocumentPath) -> [UInt8] {
    var encoder = KeyEncoder()
    encoder.append(ids: path.segments.dropLast())
    encoder.appendEnd()
    encoder.append(id: path.id)
    return encoder.bytes
  }

  fileprivate static func checksum(_ name: Data, _ document: Data) -> Int64 {
    var hash = StableHash()
    hash.combine(name)
    hash.combine(document)
    return Int64(bitPattern: hash.value)
  }
}

// MARK: - Reading

extension JournalFile<DocumentRows> {
  /// All documents, row by row, in the order of their names.
  func documents(_ decode: DocumentDecoding) throws(FirestoreError) -> [Document] {
    try read { db in
      var documents: [Document] = []
      let rows = try Row.fetchCursor(db, sql: "SELECT name, document, checksum FROM documents ORDER BY name")
      while let row = try rows.next() {
        let name: Data = try row.decode(atIndex: 0)
        let bytes: Data = try row.decode(atIndex: 1)
        let checksum: Int64 = try row.decode(atIndex: 2)
        guard checksum == DocumentRows.checksum(name, bytes) else {
          throw FirestoreError(.dataLoss, "\(path) is damaged: a document is not as it was stored")
        }
        documents.append(try document([UInt8](bytes), name: [UInt8](name), decode))
      }
      return documents
    }
  }

  private func document(
    _ bytes: [UInt8], name: [UInt8], _ decode: DocumentDecoding
  ) throws(FirestoreError) -> Document {
    let document: Document
    do throws(FirestoreError) {
      document = try decode(bytes)
    } catch {
      throw FirestoreError(.dataLoss, "\(path) is damaged: a document cannot be read (\(error.message))")
    }
    guard DocumentRows.name(of: document.path) == name else {
      throw FirestoreError(.dataLoss, "\(path) is damaged: a document is stored under another name.")
    }
    return document
  }
}

extension SQLiteJournal: CommitJournal where Content == DocumentRows {}
