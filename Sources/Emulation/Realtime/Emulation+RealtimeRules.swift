package import Diagnostics
package import FirestoreModel
import Project
import RealtimeDatabase
import RealtimeRules
import RealtimeService
import Synchronization

extension Emulation {
  /// Puts rules in place of those of the file of an instance, until that changes.
  ///
  /// - Parameter onlyTrying: they are read, and nothing more.
  /// - Returns: what is wrong with the source; with an error among it nothing has changed.
  package func setRealtimeRules(_ source: SourceText, of instance: Text, onlyTrying: Bool = false) -> [Diagnostic] {
    let reading = RealtimeRulesReading.read(source)
    guard let rules = reading.ruleset, !onlyTrying else { return reading.diagnostics }
    reconfiguring.withLock { _ in
      replaceRealtime { state in
        state.realtime.released[instance] = rules
        return { $0 == instance }
      }
      let (kept, replaced) = state.withLock { ($0.realtime[instance], fileRules(of: instance, in: $0)) }
      kept?.keep(rules: ReleasedRealtimeRules(source: source.bytes, replaced: replaced))
    }
    return reading.diagnostics
  }

  /// The text of the file whose rules an instance has.
  private func fileRules(of instance: Text, in state: EmulationState) -> [UInt8]? {
    state.files.realtimeRules(of: instance)?.content?.source.bytes
  }

  /// What a client had released in an earlier run; nil when the file has changed since.
  func ruleset(
    _ kept: ReleasedRealtimeRules, of instance: Text, in state: EmulationState
  ) throws(FirestoreError) -> RealtimeRuleset? {
    guard kept.replaced == fileRules(of: instance, in: state) else { return nil }
    let reading = RealtimeRulesReading.read(SourceText(path: "database.rules.json", bytes: kept.source))
    if let ruleset = reading.ruleset { return ruleset }
    let reason = reading.diagnostics.first { $0.severity == .error }?.message ?? "they are empty"
    throw FirestoreError(
      .failedPrecondition,
      "The rules that were released for the Realtime Database \(instance) cannot be used: \(reason).")
  }

  /// The rules of an instance as they are written; what stands for them where there are none.
  package func realtimeRules(of instance: Text) -> [UInt8] {
    let configuration = state.withLock { realtimeConfiguration(of: instance, in: $0) }
    if let rules = configuration.rules { return rules.source.bytes }
    let isOpen = configuration.isOpen
    return Array(#"{"rules":{".read":\#(isOpen),".write":\#(isOpen)}}"#.utf8)
  }

  /// Changes what decides about requests, and then the instances for which that is something new.
  ///
  /// - Parameter change: says which instances it concerns.
  func replaceRealtime(_ change: (inout EmulationState) -> (Text) -> Bool) {
    let concerned = state.withLock { state in
      let isConcerned = change(&state)
      return state.realtime.all.filter { isConcerned($0.name) }
        .map { ($0, realtimeConfiguration(of: $0.name, in: state)) }
    }
    for (instance, configuration) in concerned { instance.configure { $0 = configuration } }
  }

  /// Uses the files that have changed; those that can be used take the place of what clients have released.
  func replaceRealtime(rulesAt paths: Set<String>, appliedAt applied: Set<String>) {
    replaceRealtime { state in
      let files = state.files
      func path(_ instance: Text) -> String { files.realtimeRules(of: instance)?.path ?? "" }
      for name in state.realtime.released.keys where applied.contains(path(name)) {
        state.realtime.released[name] = nil
        state.realtime[name]?.keep(rules: nil)
      }
      return { paths.contains(path($0)) }
    }
  }

  /// What a banner shows of the instances of `firebase.json`.
  package var configuredRealtimeDatabases: [ConfiguredRealtimeDatabase] {
    let standard = Text(settings.project.defaultRealtimeInstance)
    return state.withLock { state in
      let configured = settings.project.realtimeDatabases.map { database in
        let name = realtimeName(of: database)
        return ConfiguredRealtimeDatabase(
          name: name.string, rules: database.rules?.path, isOpen: isRealtimeOpen(name, in: state))
      }
      if !configured.isEmpty { return configured }
      return [ConfiguredRealtimeDatabase(name: standard.string, isOpen: isRealtimeOpen(standard, in: state))]
    }
  }
}

/// One instance of the Realtime Database of `firebase.json`, or the one that every project has.
package struct ConfiguredRealtimeDatabase: Hashable, Sendable {
  package var name: String
  /// As it is printed; nil: none is named.
  package var rules: String?
  /// Everybody may do everything.
  package var isOpen: Bool
}
