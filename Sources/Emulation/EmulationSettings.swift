import FirestoreModel
package import Metering
package import Project
package import QueryPlanner
package import RealtimeDatabase

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
  /// The newest requests are kept with their plans and what rules made of them, for somebody who looks at them.
  package var keepsHistory = false
  /// Tells this start of an emulator from every other one, to whoever has seen what requests were served before.
  package var run = "1"
  /// Of the program, as exports name it.
  package var version = "0.0.0"
  /// Databases that may hold something at the same time: clients invent names, and each costs memory.
  package var databaseLimit = 10_000
  /// Bytes, roughly, of documents as they were, for reads of an earlier time and for listeners that come back: of each
  /// database.
  package var historyLimit = 64 << 20
  /// Answers to what nobody has verified about plans.
  package var planning: PlannerAssumptions
  /// Answers to what nobody has verified about bills.
  package var billing: BillingAssumptions
  /// Answers to what nobody has verified about the Realtime Database.
  package var realtime: RealtimeAssumptions = .standard

  package init(
    project: Project, mode: ServiceMode, allowsOpen: Bool = false, failsWhileBroken: Bool = false,
    lockWait: Int64? = nil, seed: UInt64, planning: PlannerAssumptions = PlannerAssumptions(),
    billing: BillingAssumptions = .standard
  ) {
    self.project = project
    self.mode = mode
    self.allowsOpen = allowsOpen
    self.failsWhileBroken = failsWhileBroken
    self.lockWait = lockWait
    self.seed = seed
    self.planning = planning
    self.billing = billing
  }
}
