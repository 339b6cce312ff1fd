package import Diagnostics
package import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreService
package import Project
import QueryExecution
import QueryPlanner
import Synchronization

// Rules and indexes that change while requests are served.

extension Emulation {
  /// Looks at the rules and index files from time to time and uses what has changed; until the task is cancelled.
  ///
  /// - Parameters:
  ///   - stamp: what tells two versions of a file apart.
  ///   - report: learns of every changed file once.
  package func followFiles(
    every interval: Duration = .milliseconds(200), on sleeper: some Clock<Duration> & Sendable,
    stamp: @Sendable (String) -> FileStamp? = FileStamp.of, report: @Sendable (FileUpdate) -> Void
  ) async throws {
    while true {
      try await sleeper.sleep(for: interval)
      for update in reloadFiles(stamp: stamp) { report(update) }
    }
  }

  /// Uses the rules and index files as they are now, where they have changed.
  ///
  /// A version that production would refuse changes nothing: what was used before is used on, or with
  /// `failsWhileBroken` requests fail until the file is mended.
  @discardableResult
  package func reloadFiles(stamp: (String) -> FileStamp? = FileStamp.of) -> [FileUpdate] {
    reconfiguring.withLock { _ in
      // Requests go on while files are read and compiled: only this function changes what is followed.
      var files = state.withLock { $0.files }
      let changes = files.update(stamp: stamp)
      guard !changes.isEmpty else { return [] }
      let changed = Set(changes.flatMap(\.databases))
      replace { state in
        state.files = files
        state.definitionChanges += 1
        for change in changes where change.kind == .rules && change.update.isApplied {
          for database in change.databases { state.released.withdraw(database: database) }
        }
        return { changed.contains($0.database) }
      }
      let realtime = changes.filter { $0.kind == .realtimeRules }.map(\.update)
      replaceRealtime(rulesAt: Set(realtime.map(\.path)), appliedAt: Set(realtime.filter(\.isApplied).map(\.path)))
      return changes.map(\.update)
    }
  }

  /// Uses definitions of a database for which no file is named.
  func keep(_ definitions: IndexSource, of database: Text) {
    reconfiguring.withLock { _ in
      replace { state in
        state.files.keep(definitions, of: database)
        state.definitionChanges += 1
        return { $0.database == database }
      }
    }
  }

  /// Puts rules in place of those of the files, until these change.
  ///
  /// - Parameter database: nil: all databases of the project.
  /// - Returns: what is wrong with the source; with an error among it nothing has changed.
  package func setRules(_ source: SourceText, project: Text, database: Text? = nil) -> [Diagnostic] {
    let compiled = RulesSource(source)
    guard let rules = compiled.rules else { return compiled.problems }
    reconfiguring.withLock { _ in
      replace { state in
        let own = Text(settings.project.projectID)
        state.definitionChanges += 1
        let dropped = state.release(rules, project: project, database: database, own: own)
        return { $0.project == project || $0.project == dropped }
      }
    }
    return compiled.problems
  }

  /// Changes what decides about requests, and then the databases for which that is something new, while others are
  /// served: clients may have named thousands of them.
  ///
  /// - Parameter change: says which databases it concerns.
  private func replace(_ change: (inout EmulationState) -> (DatabaseName) -> Bool) {
    let (parts, concerned) = state.withLock { state in
      let isConcerned = change(&state)
      // Databases that are named from now on begin with what is new.
      let concerned = state.databases.filter { isConcerned($0.key) }
      return (EmulationState(files: state.files, released: state.released), concerned)
    }
    for (name, served) in concerned {
      let new = configuration(of: name, in: parts)
      served.entryLimits.replace(new.engine.planner.catalog)
      served.database.configure { $0 = new }
    }
  }
}
