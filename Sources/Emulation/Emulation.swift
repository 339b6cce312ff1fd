package import DocumentStore
package import FirestoreModel
package import FirestoreService
package import Workbench

/// Everything behind the ports of an emulator: the databases of all projects, their rules and indexes from the files of a
/// project, and the record of what was served.
package final class Emulation: Sendable {
  package let settings: EmulationSettings
  package let clock: any ServiceClock

  /// - Parameter journals: nil: in memory only.
  package init(settings: EmulationSettings, clock: any ServiceClock, journals: (any JournalFolder)? = nil) {
    self.settings = settings
    self.clock = clock
  }
}

/// How a project is emulated.
package struct EmulationSettings: Sendable {
  package var project: Project
  package var mode: ServiceMode
  /// A database without rules is open to everybody.
  package var allowsOpen: Bool
  /// Requests fail while the rules or index file on disk is broken, instead of going on with what was there before.
  package var failsWhileBroken: Bool
  /// In microseconds; nil: as the mode says.
  package var lockWait: Int64?
  /// For document ids and whatever else is drawn.
  package var seed: UInt64

  package init(
    project: Project, mode: ServiceMode, allowsOpen: Bool = false, failsWhileBroken: Bool = false,
    lockWait: Int64? = nil, seed: UInt64
  ) {
    self.project = project
    self.mode = mode
    self.allowsOpen = allowsOpen
    self.failsWhileBroken = failsWhileBroken
    self.lockWait = lockWait
    self.seed = seed
  }
}

extension Emulation {
  /// Any project and any database exists as soon as it is named; those that `firebase.json` configures have its rules and
  /// indexes, others have none.
  package func database(_ name: DatabaseName) throws(FirestoreError) -> FirestoreDatabase {
    throw FirestoreError(.unimplemented, "databases")
  }
}
