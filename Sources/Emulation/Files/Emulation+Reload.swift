package import Diagnostics
package import FirestoreModel
import FirestoreService
import QueryExecution
import QueryPlanner
import RulesEvaluator
import Synchronization
package import Workbench

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
    state.withLock { state in
      let updates = state.files.update(stamp: stamp)
      for update in updates where update.rules && update.update.isApplied {
        for database in update.databases { state.released.withdraw(database: database) }
      }
      let changed = Set(updates.flatMap(\.databases))
      for name in state.databases.keys where changed.contains(name.database) { reconfigure(name, in: state) }
      return updates.map(\.update)
    }
  }

  /// Puts rules in place of those of the files, until these change.
  ///
  /// - Parameter database: nil: all databases of the project.
  /// - Returns: what is wrong with the source; with an error among it nothing has changed.
  package func setRules(_ source: SourceText, project: Text, database: Text? = nil) -> [Diagnostic] {
    let compiled = RulesSource(source)
    guard let rules = compiled.rules else { return compiled.problems }
    return state.withLock { state in
      guard state.released.release(rules, project: project, database: database) else {
        return compiled.problems + [
          Diagnostic(
            .malformedInput, "rules of \(ReleasedRules.limit) projects were set already; more are not kept",
            at: source.start)
        ]
      }
      for name in state.databases.keys where name.project == project { reconfigure(name, in: state) }
      return compiled.problems
    }
  }

  private func reconfigure(_ name: DatabaseName, in state: EmulationState) {
    guard let served = state.databases[name] else { return }
    let new = configuration(of: name, in: state)
    served.entryLimits.replace(new.engine.planner.catalog)
    served.database.configure { $0 = new }
  }
}
