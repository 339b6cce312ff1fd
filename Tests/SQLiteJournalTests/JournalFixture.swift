import DocumentStore
import FirestoreModel
import Foundation

@testable import SQLiteJournal

/// A folder of its own for every test, removed at its end.
final class JournalFixture: Sendable {
  static let demo = DatabaseName(project: "demo")
  static let start = Timestamp(microseconds: 1_000_000_000)

  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "firebreak-journal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func folder(in path: String? = nil) throws -> SQLiteJournalFolder {
    try SQLiteJournalFolder(path: path ?? self.path)
  }

  /// What the folder holds as a killed process would leave it: a copy of the files while they are open.
  func crashCopy() throws -> String {
    let copy = "\(path)/copy-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: path)
    where name.contains(".sqlite") || name.contains(".rtdb") {
      try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: "\(copy)/\(name)")
    }
    return copy
  }

  func file(_ name: String = "demo.(default).sqlite") -> String { "\(path)/\(name)" }

  /// Overwrites bytes in the middle of a file.
  func overwrite(_ bytes: [UInt8], at offset: UInt64, in name: String = "demo.(default).sqlite") throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file(name)))
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }
}

/// A database over its journal, as the service uses both.
struct JournaledStore {
  let store: DocumentStore
  let journal: any CommitJournal

  init(_ folder: SQLiteJournalFolder, _ database: DatabaseName = JournalFixture.demo) throws {
    let opened = try folder.open(database)
    journal = opened.journal
    store = DocumentStore(
      database: database, createTime: JournalFixture.start, documents: opened.documents, journal: opened.journal)
  }

  /// Commits and waits until it is durable.
  @discardableResult
  func commit(_ writes: Write...) async throws -> CommitResult {
    let result = try store.commit(writes, at: JournalFixture.start)
    if let commit = result.commit { try await journal.waitUntilDurable(commit.version) }
    return result
  }

  /// `path = n`, in the order of the names.
  var contents: [String] {
    store.current.allDocuments.map { document in
      let path = document.path.segments.map(\.string).joined(separator: "/")
      guard case .integer(let n)? = document.fields["n"] else { return path }
      return "\(path) = \(n)"
    }
  }
}

extension Write {
  static func set(_ path: String, _ n: Int64) -> Write {
    Write(documentPath(path), .set(MapValue([.init(name: "n", value: .integer(n))])))
  }

  static func delete(_ path: String) -> Write { Write(documentPath(path), .delete) }
}

func documentPath(_ text: String) -> DocumentPath {
  DocumentPath(segments: text.split(separator: "/").map { Text(String($0)) })!
}

/// The error a body throws, or nil.
func refusal<Answer>(_ body: () throws -> Answer) -> FirestoreError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? FirestoreError
  }
}
