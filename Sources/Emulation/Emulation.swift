package import DocumentStore
package import FirestoreModel
package import FirestoreService
import Project
package import RealtimeDatabase
package import RealtimeService
import Synchronization

/// Where the databases of both kinds are kept.
package typealias EmulationJournals = JournalFolder & RealtimeJournalFolder

/// Everything behind the ports of an emulator: the databases of all projects, their rules and indexes from the files of a
/// project, and the record of what was served.
package final class Emulation: Sendable {
  package let settings: EmulationSettings
  package let clock: any ServiceClock
  /// What was served so far.
  package let recording: Recording
  let journals: (any EmulationJournals)?
  /// Databases that nobody has written to before exist since then.
  package let startTime: Timestamp
  let state: Mutex<EmulationState>
  /// One export at a time: two would write to the same temporary folder.
  let exporting = Mutex(())
  /// One change of an index file at a time: each is made of what is there.
  let changingDefinitions = Mutex(())
  /// One change of rules or indexes at a time, so that the last one is what holds everywhere in the end. Never taken
  /// by requests.
  let reconfiguring = Mutex(())
  private let observer: any RequestObserver
  let realtimeObserver: any RealtimeObserver

  /// Reads the rules and index files of the project; ``start`` says what is wrong with them.
  ///
  /// - Parameters:
  ///   - journals: nil: in memory only.
  ///   - log: learns of every request, too.
  ///   - realtimeLog: learns of those to the Realtime Database.
  package init(
    settings: EmulationSettings, clock: any ServiceClock, journals: (any EmulationJournals)? = nil,
    log: (any RequestObserver)? = nil, realtimeLog: (any RealtimeObserver)? = nil
  ) {
    self.settings = settings
    self.clock = clock
    self.journals = journals
    startTime = clock.now
    recording = Recording(
      mode: settings.mode, billing: settings.billing, since: startTime,
      history: settings.keepsHistory ? RequestHistory() : nil)
    if let log {
      observer = ObserverPair(first: recording, second: log)
    } else {
      observer = recording
    }
    realtimeObserver =
      realtimeLog.map { [recording] in RealtimeObserverPair(first: recording, second: $0) } ?? recording
    state = Mutex(EmulationState(files: FollowedFiles(settings.project)))
  }
}

/// Two who learn of every request.
private struct ObserverPair: RequestObserver {
  let first: any RequestObserver
  let second: any RequestObserver

  func record(_ request: ServedRequest) {
    first.record(request)
    second.record(request)
  }
}

// MARK: - Databases

extension Emulation {
  /// Any project and any database exists as soon as it is named.
  ///
  /// Those that `firebase.json` configures have its rules and indexes, in every project: clients choose project ids as
  /// they like, and none of them is to find its rules missing. Others have only automatic indexes and no rules.
  package func database(_ name: DatabaseName) throws(FirestoreError) -> FirestoreDatabase {
    try state.withLock { state throws(FirestoreError) in try database(name, in: &state) }
  }

  /// The same for somebody who only looks: a database that does not exist is made for this caller alone, and not kept.
  func shownDatabase(_ name: DatabaseName) throws(FirestoreError) -> FirestoreDatabase {
    try state.withLock { state throws(FirestoreError) in
      if let known = state.databases[name] { return known.database }
      try requireStandardEdition(name, in: state)
      return open(name, nil, in: state).database
    }
  }

  /// Opens the databases and the instances of the Realtime Database that earlier runs have written to.
  package func openJournals() throws(FirestoreError) {
    guard let journals else { return }
    let names = try journals.databases()
    let instances = try journals.realtimeInstances()
    try state.withLock { state throws(FirestoreError) in
      for name in names { _ = try database(name, in: &state) }
      for name in instances { _ = try addInstance(name, in: &state) }
    }
  }

  /// The databases that requests have named so far, and those of journals, in order.
  package var databases: [FirestoreDatabase] {
    state.withLock { state in
      state.databases.values.map(\.database).sorted {
        ($0.name.project, $0.name.database) < ($1.name.project, $1.name.database)
      }
    }
  }

  /// Removes a document or collection with everything below it, or everything: no rules are asked, nothing is billed.
  ///
  /// - Parameter version: refuses to remove what was written since; nil: whatever is there.
  /// - Returns: how many documents there were.
  @discardableResult
  package func clear(
    _ name: DatabaseName, below segments: [Text] = [], unchangedSince version: Int? = nil
  ) async throws(FirestoreError) -> Int {
    // Nothing is made only to be emptied.
    guard let database = state.withLock({ $0.databases[name]?.database }) else { return 0 }
    return try await database.clear(below: segments, unchangedSince: version)
  }

  private func database(
    _ name: DatabaseName, in state: inout EmulationState
  ) throws(FirestoreError) -> FirestoreDatabase {
    if let known = state.databases[name] { return known.database }
    let limit = settings.databaseLimit
    if state.databases.count >= limit { state.makeRoom(limit: limit, own: Text(settings.project.projectID)) }
    guard state.databases.count < limit else {
      throw FirestoreError(
        .resourceExhausted, "This emulator holds \(limit) databases already; more are not created.")
    }
    try requireStandardEdition(name, in: state)
    state.lastNumber += 1
    let served = open(name, try journals?.open(name), in: state)
    state.databases[name] = served
    return served.database
  }

  private func requireStandardEdition(_ name: DatabaseName, in state: EmulationState) throws(FirestoreError) {
    guard state.files.isEnterprise(name.database) else { return }
    throw FirestoreError(
      .unimplemented, "Databases of the enterprise edition are not emulated (FB8001), and \(name.database) is one.")
  }

  /// - Parameter kept: what its journal holds; nil: it has none.
  private func open(
    _ name: DatabaseName, _ kept: (documents: KeptDocuments, journal: any CommitJournal)?, in state: EmulationState
  ) -> ServedDatabase {
    let catalog = state.files.catalog(of: name.database)
    let limits = EntryLimitCheck(catalog: catalog, isEnforced: settings.mode != .emulator)
    let store = DocumentStore(
      database: name, createTime: startTime, historyLimit: settings.historyLimit,
      entryLimits: { document throws(FirestoreError) in try limits.check(document) },
      documents: kept?.documents ?? KeptDocuments(), keepsMessages: true, journal: kept?.journal)
    let database = FirestoreDatabase(
      store: store, configuration: configuration(of: name, in: state),
      transactions: TransactionTable(clock: clock, policy: transactionPolicy, database: name), clock: clock,
      observer: observer, journal: kept?.journal)
    return ServedDatabase(database: database, entryLimits: limits, journal: kept?.journal, number: state.lastNumber)
  }

  private var transactionPolicy: TransactionPolicy {
    var policy = TransactionPolicy()
    switch settings.mode {
    case .production, .permissive: break
    case .emulator:
      policy = TransactionPolicy(lockWait: 2_000_000, contentionMessage: TransactionPolicy.emulatorContention)
    }
    policy.lockWait = settings.lockWait ?? policy.lockWait
    return policy
  }
}
