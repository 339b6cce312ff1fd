package import DocumentStore
package import FirestoreModel
import Foundation
import GRDB
import Synchronization

/// A folder with one SQLite file for each database. Only one running emulator uses it at a time.
package final class SQLiteJournalFolder: JournalFolder {
  /// How a document becomes bytes that ``Decode`` understands, with its name and times.
  package typealias Encode = @Sendable (Document, DatabaseName) -> [UInt8]
  package typealias Decode = @Sendable ([UInt8]) throws(FirestoreError) -> Document

  private let path: String
  private let encode: Encode
  private let decode: Decode
  private let onFailure: @Sendable (FirestoreError) -> Void
  private let lock: FolderLock
  private let journals = Mutex<[DatabaseName: SQLiteJournal]>([:])

  /// Makes the folder where there is none, and keeps others out of it.
  ///
  /// - Parameter onFailure: called once for each database, when its commits cannot be stored any more.
  /// - Throws: UNAVAILABLE when another emulator uses the folder or when it cannot be written to.
  package init(
    path: String, encode: @escaping Encode, decode: @escaping Decode,
    onFailure: @escaping @Sendable (FirestoreError) -> Void = { _ in }
  ) throws(FirestoreError) {
    self.path = path
    self.encode = encode
    self.decode = decode
    self.onFailure = onFailure
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FirestoreError(.unavailable, "The data folder \(path) cannot be made: \(error.localizedDescription)")
    }
    lock = try FolderLock(folder: path)
  }

  package func databases() throws(FirestoreError) -> [DatabaseName] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw FirestoreError(.unavailable, "The data folder \(path) cannot be read: \(error.localizedDescription)")
    }
    var open: [String: DatabaseName] = [:]
    for name in journals.withLock({ Array($0.keys) }) { open[JournalFile.name(of: name)] = name }
    var databases: [DatabaseName] = []
    for name in names where name.hasSuffix(JournalFile.suffix) {
      if let database = open[name] {
        databases.append(database)
      } else if let database = try JournalFile.owner(of: "\(path)/\(name)") {
        databases.append(database)
      }
    }
    return databases.sorted { ($0.project, $0.database) < ($1.project, $1.database) }
  }

  /// - Throws: DATA_LOSS when the file is damaged, FAILED_PRECONDITION when it is none of ours or newer than this program.
  package func open(
    _ database: DatabaseName
  ) throws(FirestoreError) -> (documents: [Document], journal: any CommitJournal) {
    try journals.withLock { journals throws(FirestoreError) in
      guard journals[database] == nil else {
        throw FirestoreError(.failedPrecondition, "The journal of \(database.documentsRoot) is open already.")
      }
      let file = try JournalFile(
        path: "\(path)/\(JournalFile.name(of: database))", database: database, encode: encode)
      let journal = SQLiteJournal(file: file, onFailure: onFailure)
      let documents = try file.documents(decode)
      journals[database] = journal
      return (documents, journal)
    }
  }

  /// Stores what is still waiting, and lets others use the folder. Commits that come later are refused.
  ///
  /// - Throws: why the last commits could not be stored.
  package func close() throws(FirestoreError) {
    let open = journals.withLock { journals in
      defer { journals = [:] }
      return Array(journals.values)
    }
    var failure: FirestoreError?
    for journal in open {
      do throws(FirestoreError) { try journal.close() } catch { failure = failure ?? error }
    }
    lock.release()
    if let failure { throw failure }
  }
}
