package import FirestoreModel
import FirestoreService
import Project
import RealtimeDatabase
import RealtimeRules
package import RealtimeService
import Synchronization

extension Emulation {
  /// An instance exists as soon as somebody names it to write to it or to listen.
  ///
  /// - Parameters:
  ///   - name: nil or empty: the one that the project has from the beginning.
  ///   - onlyReading: one that does not exist is made for this caller alone, and not kept.
  package func realtimeInstance(
    _ name: Text? = nil, onlyReading: Bool = false
  ) throws(RealtimeRefusal) -> RealtimeInstance {
    let given = name ?? ""
    let name = given.byteCount == 0 ? Text(settings.project.defaultRealtimeInstance) : given
    guard name.byteCount <= 200 else { throw .invalidRequest("The name of the instance (ns) is too long.") }
    guard name.string.utf8.allSatisfy(Self.isInstanceNameByte) || configuredRealtimeNames.contains(name) else {
      throw .invalidRequest("The name of an instance (ns) consists of letters, digits, hyphens and underscores.")
    }
    do throws(FirestoreError) {
      return try state.withLock { state throws(FirestoreError) in
        if let known = state.realtime[name] { return known }
        return onlyReading ? instance(name, number: 0, in: state) : try addInstance(name, in: &state)
      }
    } catch {
      throw error.status == .resourceExhausted ? .invalidRequest(error.message) : .unavailable(error.message)
    }
  }

  /// - Throws: RESOURCE_EXHAUSTED when there are too many, and why its journal cannot be opened.
  func addInstance(_ name: Text, in state: inout EmulationState) throws(FirestoreError) -> RealtimeInstance {
    let number = try state.realtime.nextNumber(limit: settings.databaseLimit)
    let kept = try journals?.openRealtime(name)
    let released = try kept?.rules.flatMap { (rules) throws(FirestoreError) in
      try ruleset(rules, of: name, in: state)
    }
    if let released { state.realtime.released[name] = released }
    let instance = instance(name, number: number, kept: kept, in: state)
    // The file has changed since.
    if kept?.rules != nil, released == nil { instance.keep(rules: nil) }
    state.realtime.add(instance, number: number)
    return instance
  }

  private func instance(
    _ name: Text, number: Int, kept: KeptRealtimeInstance? = nil, in state: EmulationState
  ) -> RealtimeInstance {
    RealtimeInstance(
      name: name, configuration: realtimeConfiguration(of: name, in: state), data: kept?.data ?? .absent,
      journal: kept?.journal, random: RandomStream(seed: settings.seed).stream(Int64(number)),
      clock: { [clock] in clock.now }, observer: realtimeObserver)
  }

  /// Those that clients have named so far, in the order of their names.
  package var realtimeInstances: [RealtimeInstance] { state.withLock { $0.realtime.all } }

  /// Of those that hold data, whose rules a client has replaced, or that `firebase.json` names; ascending.
  package var realtimeNames: [Text] {
    let (instances, released) = state.withLock { ($0.realtime.all, $0.realtime.released.keys) }
    return Set(instances.filter(\.data.exists).map(\.name)).union(released)
      .union(settings.project.realtimeDatabases.map(realtimeName)).sorted()
  }

  /// Names that are as they are, whatever they consist of.
  private var configuredRealtimeNames: [Text] {
    [Text(settings.project.defaultRealtimeInstance)] + settings.project.realtimeDatabases.map(realtimeName)
  }

  func realtimeName(of database: ProjectRealtimeDatabase) -> Text {
    Text(database.instance ?? settings.project.defaultRealtimeInstance)
  }

  private static func isInstanceNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  func realtimeConfiguration(of name: Text, in state: EmulationState) -> RealtimeConfiguration {
    let file = state.files.realtimeRules(of: name)
    let released = state.realtime.released[name]
    return RealtimeConfiguration(
      rules: released ?? file?.content, isOpen: isRealtimeOpen(name, in: state),
      requiresIndexes: settings.mode != .permissive,
      breakdown: settings.failsWhileBroken && released == nil ? file?.breakage.map(Self.text) : nil,
      assumptions: settings.realtime)
  }

  /// Everybody may do everything: there are no rules, and that is meant to be.
  func isRealtimeOpen(_ name: Text, in state: EmulationState) -> Bool {
    if state.realtime.released[name] != nil { return false }
    guard let file = state.files.realtimeRules(of: name) else {
      return settings.allowsOpen || settings.mode == .emulator
    }
    return file.content == nil && file.isMissing && settings.allowsOpen
  }
}
