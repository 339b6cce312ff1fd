import DocumentStore
import FirestoreModel
import FirestoreService

/// What changes while an emulator runs.
struct EmulationState {
  var files: FollowedFiles
  /// How often the rules and indexes in use, or what is wrong with their files, have become others.
  var definitionChanges = 0
  var databases: [DatabaseName: ServedDatabase] = [:]
  /// Of the database that was named last.
  var lastNumber = 0
  /// Rules that a client has put in place of those of the files.
  var released = ReleasedRules()
  var realtime = RealtimeInstances()
}

/// One database and what its replaceable parts hang on.
struct ServedDatabase {
  var database: FirestoreDatabase
  var entryLimits: EntryLimitCheck
  /// Nil: in memory only.
  var journal: (any CommitJournal)?
  /// Ascends in the order in which they were named.
  var number: Int
}
