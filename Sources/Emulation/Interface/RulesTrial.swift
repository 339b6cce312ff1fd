import DocumentStore
package import FirestoreModel
package import FirestoreRulesEnforcement
import FirestoreService
import QueryModel
package import RealtimeDatabase
package import RealtimeService
package import StructuredText

// A request that somebody tries on the page: what the rules that hold would say to it, with the documents that there are.

extension Emulation {
  /// What is tried: one request for one document.
  package enum RulesTrial: String, CaseIterable, Sendable { case get, create, update, delete }

  /// The decision as it is shown of a request that was served. Nothing is written, recorded or billed.
  ///
  /// - Parameter fields: of the document that is written.
  package func decide(
    _ method: RulesTrial, _ path: DocumentPath, fields: MapValue, by caller: Caller, in name: DatabaseName
  ) throws(FirestoreError) -> JSONValue {
    let database = try shownDatabase(name)
    let access = database.configuration.access
    let now = database.clock.now
    let write: Write
    switch method {
    case .get: return access.get(path, by: caller, on: database.store.current, at: now).json
    case .create: write = Write(path, .set(fields), precondition: .exists(false))
    case .update: write = Write(path, .set(fields), precondition: .exists(true))
    case .delete: write = Write(path, .delete)
    }
    return access.commit(try database.store.preview([write], at: now), by: caller).json
  }

  /// The same of a location of the Realtime Database: `{"isAllowed", "asked"}`, as of a request that was served.
  ///
  /// - Parameter value: what is written, as JSON; null deletes. Nil: the location is read.
  package func decideRealtime(
    _ name: Text?, at path: RealtimePath, writing value: JSONValue?, by caller: RealtimeCaller
  ) throws(RealtimeRefusal) -> JSONValue {
    let instance = try realtimeInstance(name, onlyReading: true)
    let write = try value.map { (value) throws(RealtimeRefusal) in
      do throws(RealtimeWriteError) { return try RealtimeWrite.set(value, at: path) } catch {
        throw RealtimeRefusal.invalidWrite(error)
      }
    }
    let served = try instance.trial(write, at: path, RealtimeContext(caller: caller))
    return [
      "isAllowed": .boolean(served.outcome == .served),
      "asked": served.evidence.map { $0.asked(decisive: served.rule) } ?? .array([]),
    ]
  }
}
