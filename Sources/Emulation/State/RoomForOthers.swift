import DocumentStore
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreService

// Clients invent databases and projects: what holds nothing gives way to what is named next.

extension EmulationState {
  /// Forgets the databases that were named first among those that hold nothing and that nobody uses.
  ///
  /// A tenth at a time, so that not every new name has to look through all of them.
  mutating func makeRoom(limit: Int, own project: Text) {
    // Numbers alone: holding the databases would make them look used.
    let numbers = databases.mapValues(\.number)
    var rest = max(1, limit / 10)
    for (name, _) in numbers.sorted(by: { $0.value < $1.value }) where rest > 0 {
      if name.project == project, files.isConfigured(name.database) { continue }
      guard databases[name]?.isIdle() == true else { continue }
      databases[name] = nil
      rest -= 1
    }
  }

  /// - Parameter own: the project of `firebase.json`, whose rules give way last.
  /// - Returns: the project whose rules had to give way.
  mutating func release(_ rules: CompiledRules, project: Text, database: Text?, own: Text) -> Text? {
    var used: Set<Text>?
    return released.release(rules, project: project, database: database) { [databases] other in
      if used == nil {
        used = Set(databases.values.filter { $0.database.store.current.documentCount > 0 }.map(\.database.name.project))
      }
      return other == own || used?.contains(other) == true
    }
  }
}

extension ServedDatabase {
  /// There is nothing in it, and nobody has it in hands: no request is under way, no listener or stream is open, no
  /// transaction waits to be continued.
  ///
  /// What was handed out of a database that is forgotten, such as resume tokens, is older than the one that may take its
  /// name, and so of no use there. One with a journal stays: its file is open as long as the emulator runs.
  mutating func isIdle() -> Bool {
    guard journal == nil, isKnownUniquelyReferenced(&database) else { return false }
    return database.store.current.documentCount == 0 && !database.transactions.hasOpen
  }
}
