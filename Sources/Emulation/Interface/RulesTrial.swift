import Diagnostics
import DocumentStore
package import FirestoreModel
package import FirestoreRulesEnforcement
import FirestoreService
import Project
import QueryModel
package import RealtimeDatabase
package import RealtimeService
package import StructuredText

// A request that somebody tries on the page: what the rules that hold would say to it, with the documents that there are.

extension Emulation {
  /// What is tried: one request for one document.
  package enum RulesTrial: String, CaseIterable, Sendable { case get, list, create, update, delete }

  /// What is written, and by which rules it is decided.
  package struct TriedChange: Sendable {
    /// Of the document that is written.
    package var fields: MapValue
    /// Of an update: what it sets, or removes where `fields` has nothing there. Nil: `fields` is the whole document.
    package var changed: [FieldPath]?
    /// The text of rules that nobody has saved; nil: the rules that hold.
    package var rules: String?

    package init(fields: MapValue = [:], changed: [FieldPath]? = nil, rules: String? = nil) {
      self.fields = fields
      self.changed = changed
      self.rules = rules
    }
  }

  /// The decision as it is shown of a request that was served. Nothing is written, recorded or billed.
  package func decide(
    _ method: RulesTrial, _ path: DocumentPath, _ change: TriedChange, by caller: Caller, in name: DatabaseName
  ) throws(FirestoreError) -> JSONValue {
    let database = try shownDatabase(name)
    var decider = database.configuration.access
    if let text = change.rules { decider = try access(under: text) }
    let now = database.clock.now
    let write: Write
    switch method {
    case .list: throw FirestoreError(.invalidArgument, "A list is asked for by a query.")
    case .get: return decider.get(path, by: caller, on: database.store.current, at: now).json
    case .create: write = Write(path, .set(change.fields), precondition: .exists(false))
    case .update:
      var operation = Write.Operation.set(change.fields)
      if let changed = change.changed { operation = .merge(change.fields, mask: changed) }
      write = Write(path, operation, precondition: .exists(true))
    case .delete: write = Write(path, .delete)
    }
    return decider.commit(try database.store.preview([write], at: now), by: caller).json
  }

  /// The same of a query in one line, as ``trial(of:by:limit:in:)`` takes it: what the rules say of every document that it
  /// could return.
  package func decide(
    listing text: String, rules: String?, by caller: Caller, in name: DatabaseName
  ) throws(FirestoreError) -> JSONValue {
    let database = try shownDatabase(name)
    let decider =
      try rules.map { (rules) throws(FirestoreError) in try access(under: rules) } ?? database.configuration.access
    let statement = try QueryStatement(typed: text, in: name)
    let (snapshot, now) = (database.store.current, database.clock.now)
    switch statement {
    case .document:
      throw FirestoreError(
        .invalidArgument, "\(QuotedText.of(text)) is a document. A list is of a collection, or a query.")
    case .query(let query):
      return decider.list(try query.normalized(database: name), by: caller, on: snapshot, at: now).json
    case .aggregation(let query):
      return decider.list(try query.normalized(database: name), by: caller, on: snapshot, at: now).json
    }
  }

  /// What decides by a text that nobody has saved.
  private func access(under text: String) throws(FirestoreError) -> AccessControl {
    let source = RulesSource(SourceText(path: "the text in the editor", text: text))
    guard let rules = source.rules else {
      let problem = source.problems.first
      let place = problem?.location.map { "line \(LineTable($0.source).position(of: $0.span.start).line): " } ?? ""
      throw FirestoreError(.invalidArgument, "The rules have errors. \(place)\(problem?.message ?? "")")
    }
    return AccessControl(rules: rules, evidence: .traces)
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
