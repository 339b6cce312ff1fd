package import DocumentStore
package import FirestoreModel
import Foundation
package import RealtimeDatabase
import Synchronization

/// A folder with one SQLite file for each database, and for each instance of the Realtime Database. Only one running
/// emulator uses it at a time.
package final class SQLiteJournalFolder: JournalFolder, RealtimeJournalFolder {
  private let path: String
  private let onFailure: @Sendable (FirestoreError) -> Void
  private let lock: FolderLock
  private let journals = Mutex(OpenJournals())

  private struct OpenJournals {
    var databases: [DatabaseName: any StoredJournal] = [:]
    var instances: [InstanceName: any StoredJournal] = [:]
  }

  /// Makes the folder where there is none, and keeps others out of it.
  ///
  /// - Parameter onFailure: called once for each database, when its commits cannot be stored any more.
  /// - Throws: UNAVAILABLE when another emulator uses the folder or when it cannot be written to.
  package init(
    path: String, onFailure: @escaping @Sendable (FirestoreError) -> Void = { _ in }
  ) throws(FirestoreError) {
    self.path = path
    self.onFailure = onFailure
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FirestoreError(.unavailable, "The data folder \(path) cannot be made: \(error.localizedDescription)")
    }
    lock = try FolderLock(folder: path)
  }

  package func databases() throws(FirestoreError) -> [DatabaseName] {
    try owners(open: journals.withLock { Array($0.databases.keys) }, JournalFile<DocumentRows>.owner)
      .sorted { ($0.project, $0.database) < ($1.project, $1.database) }
  }

  package func realtimeInstances() throws(FirestoreError) -> [Text] {
    try owners(open: journals.withLock { Array($0.instances.keys) }, JournalFile<RealtimeRows>.owner)
      .map(\.instance).sorted()
  }

  /// Of all files of a kind.
  ///
  /// - Parameter owner: of a file that is not open.
  private func owners<Owner: JournalOwner>(
    open: [Owner], _ owner: (String) throws(FirestoreError) -> Owner?
  ) throws(FirestoreError) -> [Owner] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw FirestoreError(.unavailable, "The data folder \(path) cannot be read: \(error.localizedDescription)")
    }
    let known = Dictionary(open.map { ($0.fileName, $0) }) { first, _ in first }
    var owners: [Owner] = []
    for name in names where name.hasSuffix(Owner.suffix) {
      if let open = known[name] {
        owners.append(open)
      } else if let closed = try owner("\(path)/\(name)") {
        owners.append(closed)
      }
    }
    return owners
  }

  /// - Throws: DATA_LOSS when the file is damaged, FAILED_PRECONDITION when it is none of ours or newer than this program.
  package func open(
    _ database: DatabaseName
  ) throws(FirestoreError) -> (documents: KeptDocuments, journal: any CommitJournal) {
    try journals.withLock { journals throws(FirestoreError) in
      guard journals.databases[database] == nil else { throw Self.isOpen(database) }
      let file = try JournalFile(
        path: "\(path)/\(database.fileName)", owner: database,
        content: DocumentRows(database: database))
      let journal = SQLiteJournal(file: file, onFailure: onFailure)
      let documents = try file.documents(of: database)
      journals.databases[database] = journal
      return (documents, journal)
    }
  }

  /// - Throws: the same.
  package func openRealtime(_ instance: Text) throws(FirestoreError) -> KeptRealtimeInstance {
    let owner = InstanceName(instance)
    return try journals.withLock { journals throws(FirestoreError) in
      guard journals.instances[owner] == nil else { throw Self.isOpen(owner) }
      let rows = RealtimeRows()
      let file = try JournalFile(path: "\(path)/\(owner.fileName)", owner: owner, content: rows)
      let journal = SQLiteJournal(file: file, onFailure: onFailure)
      let (data, rules) = try file.read { db in
        (try rows.data(in: db, of: file.path), try rows.rules(in: db, of: file.path))
      }
      journals.instances[owner] = journal
      return KeptRealtimeInstance(data: data, rules: rules, journal: journal)
    }
  }

  private static func isOpen(_ owner: some JournalOwner) -> FirestoreError {
    FirestoreError(.failedPrecondition, "The journal of \(owner.text) is open already.")
  }

  /// Stores what is still waiting, and lets others use the folder. Commits that come later are refused.
  ///
  /// - Throws: why the last commits could not be stored.
  package func close() throws(FirestoreError) {
    let open = journals.withLock { journals in
      defer { journals = OpenJournals() }
      return Array(journals.databases.values) + Array(journals.instances.values)
    }
    var failure: FirestoreError?
    for journal in open {
      do throws(FirestoreError) { try journal.close() } catch { failure = failure ?? error }
    }
    lock.release()
    if let failure { throw failure }
  }
}
