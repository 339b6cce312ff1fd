import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreService
import Project
import QueryExecution
import QueryPlanner

// What decides about the requests to one database, from files, released rules and settings.

extension Emulation {
  func configuration(of name: DatabaseName, in state: EmulationState) -> DatabaseConfiguration {
    DatabaseConfiguration(
      engine: engine(of: name, in: state), access: access(of: name, in: state),
      breakdown: breakdown(of: name, in: state),
      listensEverywhere: settings.mode == .emulator)
  }

  private func engine(of name: DatabaseName, in state: EmulationState) -> QueryEngine {
    let planner = QueryPlanner(
      catalog: state.files.catalog(of: name.database), database: name, assumptions: settings.planning)
    return QueryEngine(planner: planner, mode: settings.mode.execution, offersRepair: true)
  }

  func access(of name: DatabaseName, in state: EmulationState) -> AccessControl {
    if isOpen(name, in: state) { return AccessControl(rules: nil, mode: .emulator) }
    let rules = state.released.rules(of: name) ?? state.files.rules(of: name.database)?.content
    let mode: AccessMode = settings.mode == .emulator && rules != nil ? .emulator : .production
    return AccessControl(rules: rules, mode: mode, evidence: .tracesAndCoverage)
  }

  /// Everybody may do everything: there are no rules, and that is meant to be.
  func isOpen(_ name: DatabaseName, in state: EmulationState) -> Bool {
    if state.released.rules(of: name) != nil { return false }
    guard let file = state.files.rules(of: name.database) else {
      return settings.allowsOpen || settings.mode == .emulator
    }
    // Rules that were meant to be there and cannot be read open nothing, unless the caller knows that there are none.
    return file.content == nil && file.isMissing && settings.allowsOpen
  }

  /// Not nil where requests are to fail because a file is broken.
  private func breakdown(of name: DatabaseName, in state: EmulationState) -> String? {
    guard settings.failsWhileBroken else { return nil }
    let hasReleased = state.released.rules(of: name) != nil
    let rules = hasReleased ? nil : state.files.rules(of: name.database)?.breakage
    return (rules ?? state.files.indexes(of: name.database)?.breakage).map(Self.text)
  }

  /// A problem of a file in one line.
  static func text(_ problem: Diagnostic) -> String {
    var text = problem.message
    if let location = problem.location {
      let position = location.position
      text = "\(location.source.path):\(position.line):\(position.column): \(text)"
    }
    return "\(text) (\(problem.code.id))"
  }
}

extension ServiceMode {
  /// Google's emulator runs every query, too; that nothing is reported is the recording's part.
  var execution: ExecutionMode {
    switch self {
    case .production: .production
    case .permissive, .emulator: .permissive
    }
  }
}
