import DocumentMessages
import DocumentStore
import Emulation
import FirestoreModel
import RealtimeDatabase
import Synchronization

/// Journals that remember what they are told.
final class KeptFolder: EmulationJournals {
  private let kept: [DatabaseName: [Document]]
  private let instances: [Text: (data: RealtimeNode, rules: ReleasedRealtimeRules?)]
  private let failure: FirestoreError?
  private let lines = Mutex<[String]>([])
  private let broken = Mutex<FirestoreError?>(nil)

  init(
    _ kept: [DatabaseName: [Document]] = [:],
    instances: [Text: (data: RealtimeNode, rules: ReleasedRealtimeRules?)] = [:], failure: FirestoreError? = nil
  ) {
    self.kept = kept
    self.instances = instances
    self.failure = failure
  }

  var text: [String] { lines.withLock { $0 } }

  /// What the journals say from now on.
  var journalFailure: FirestoreError? { broken.withLock { $0 } }

  func `break`(_ failure: FirestoreError) { broken.withLock { $0 = failure } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  func databases() throws(FirestoreError) -> [DatabaseName] { kept.keys.sorted { $0.project < $1.project } }

  func open(_ database: DatabaseName) throws(FirestoreError) -> (documents: KeptDocuments, journal: any CommitJournal) {
    if let failure { throw failure }
    return (
      try KeptDocuments(kept[database] ?? [], in: database),
      KeptJournal(name: "\(database.project)/\(database.database)", folder: self)
    )
  }

  func realtimeInstances() throws(FirestoreError) -> [Text] { instances.keys.sorted() }

  func openRealtime(_ instance: Text) throws(FirestoreError) -> KeptRealtimeInstance {
    if let failure { throw failure }
    let held = instances[instance]
    return KeptRealtimeInstance(
      data: held?.data ?? .absent, rules: held?.rules, journal: KeptJournal(name: "\(instance)", folder: self))
  }
}

/// The journal of a database or of an instance of the Realtime Database.
final class KeptJournal: CommitJournal, RealtimeJournal {
  private let name: String
  private let folder: KeptFolder

  init(name: String, folder: KeptFolder) {
    self.name = name
    self.folder = folder
  }

  var failure: FirestoreError? { folder.journalFailure }

  func enqueue(_ commit: Commit) {
    folder.add("\(name) \(commit.version): \(commit.changes.map(\.path.description).sorted().joined(separator: " "))")
  }

  func enqueue(_ entry: RealtimeEntry) {
    let what =
      switch entry.content {
      case .change(let change): change.addresses.map(\.description).joined(separator: " ")
      case .rules(let rules?): "rules \(String(decoding: rules.source, as: UTF8.self))"
      case .rules(nil): "no rules"
      }
    folder.add("\(name) \(entry.number): \(what)")
  }

  func waitUntilDurable(_ number: Int) async throws(FirestoreError) { folder.add("\(name) durable \(number)") }
}

extension KeptDocuments {
  /// As a journal gives them back.
  init(_ documents: [Document], in database: DatabaseName) throws(FirestoreError) {
    self.init()
    let keyed = documents.map { (key: Self.key(of: $0.path), document: $0) }
    for (key, document) in keyed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      try append(key: key, message: DocumentEncoding.encode(document, in: database), in: database)
    }
  }
}
