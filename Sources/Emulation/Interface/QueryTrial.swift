import Diagnostics
import DocumentStore
package import FirestoreModel
package import FirestoreRulesEnforcement
import FirestoreService
import IndexCatalog
import Metering
import Project
import QueryExecution
import QueryModel
import QueryPlanner
import QueryShapes
package import StructuredText

// A query that somebody tries on the page: its plan, what the rules say, what it would bill, and what it finds. Nothing of
// it is recorded: it is asked anew with every key.

extension Emulation {
  /// `{"query", "problem", "help", "at", "plan", "missing", "repairs", "rules", "reads", "bill", "documents", "values"}`; `problem` is
  /// what is wrong with the text, `documents` are at most `limit`, each with its path.
  package func trial(
    of text: String, by caller: Caller, limit: Int, in name: DatabaseName
  ) throws(FirestoreError) -> JSONValue {
    let database = try shownDatabase(name)
    let statement: QueryStatement
    do throws(MalformedInput) {
      statement = try QueryStatement(parsing: text, database: name)
    } catch {
      return error.diagnostics.first.problem(in: text)
    }
    var trial = Trial(database: database, billing: settings.billing, caller: caller, limit: limit)
    trial.members.add("query", statement.text(database: name))
    do throws(FirestoreError) {
      switch statement {
      case .document(let path): try trial.read(path)
      case .query(let query): try trial.run(query)
      case .aggregation(let query): try trial.run(query)
      }
    } catch {
      trial.members.add("problem", error.message)
    }
    trial.members.add("repairs", repairs(of: trial.missing, in: name.database))
    return .object(trial.members.list)
  }
}

extension Diagnostic? {
  /// `{"problem", "help", "at"}`: where it begins, in units of UTF-16.
  fileprivate func problem(in text: String) -> JSONValue {
    var members = PresentMembers()
    members.add("problem", self?.message ?? "the query cannot be read")
    members.add("help", self?.help)
    if let start = self?.location?.span.start {
      let units = String(decoding: text.utf8.prefix(start), as: UTF8.self).utf16.count
      members.add("at", JSONValue.integer(Int64(units)))
    }
    return .object(members.list)
  }
}

private struct Trial {
  let database: FirestoreDatabase
  let billing: BillingAssumptions
  let caller: Caller
  let limit: Int
  var members = PresentMembers()
  var missing: [MissingIndex] = []

  init(database: FirestoreDatabase, billing: BillingAssumptions, caller: Caller, limit: Int) {
    self.database = database
    self.billing = billing
    self.caller = caller
    self.limit = limit
  }

  private var snapshot: Snapshot { database.store.current }

  mutating func read(_ template: PathTemplate) throws(FirestoreError) {
    guard let segments = template.literals, let path = DocumentPath(segments: segments) else {
      throw FirestoreError(.invalidArgument, "the path has an unknown part")
    }
    let snapshot = snapshot
    let document = snapshot.document(path)
    let decision = database.configuration.access.get(path, by: caller, on: snapshot, at: database.clock.now)
    show(.get(found: document != nil, ruleReads: judge(decision)))
    if decision.isAllowed { show(document.map { [$0] } ?? [], of: document == nil ? 0 : 1) }
  }

  mutating func run(_ query: Query) throws(FirestoreError) {
    let (snapshot, configuration) = (snapshot, database.configuration)
    let normalized = try query.normalized(database: database.name)
    let decision = configuration.access.list(normalized, by: caller, on: snapshot, at: database.clock.now)
    let ruleReads = judge(decision)
    try plan(normalized, [], configuration.engine)
    guard decision.isAllowed else { return }
    let result = try configuration.engine.run(normalized, on: snapshot)
    var event = result.billingEvent
    event.ruleReads = ruleReads
    show(event)
    show((0..<min(limit, result.window.count)).compactMap { result.document(at: $0) }, of: result.window.count)
  }

  mutating func run(_ query: AggregationQuery) throws(FirestoreError) {
    let (snapshot, configuration) = (snapshot, database.configuration)
    let normalized = try query.normalized(database: database.name)
    let decision = configuration.access.list(normalized, by: caller, on: snapshot, at: database.clock.now)
    let ruleReads = judge(decision)
    try plan(normalized.query, normalized.namedAggregations, configuration.engine)
    guard decision.isAllowed else { return }
    let result = try configuration.engine.aggregate(normalized, on: snapshot)
    var event = result.billingEvent
    event.ruleReads = ruleReads
    show(event)
    let name = database.name
    members.add(
      "values",
      .array(result.values.map { ["name": .string($0.alias.string), "value": .string($0.value.text(database: name))] }))
  }

  private mutating func judge(_ decision: AccessDecision) -> Int64 {
    if decision.basis != .privileged { members.add("rules", decision.json) }
    return Int64(decision.ruleReads.count)
  }

  private mutating func plan(
    _ query: NormalizedQuery, _ aggregations: [Aggregation], _ engine: QueryEngine
  ) throws(FirestoreError) {
    missing = engine.missingIndexes(query, aggregations)
    members.add("missing", missing.map(\.title))
    let (plan, _) = try engine.plan(query, aggregations)
    members.add("plan", plan.json)
  }

  private mutating func show(_ event: BillingEvent) {
    let tally = event.tally(under: billing)
    members.add("reads", JSONValue.integer(tally.reads))
    members.add("bill", .object(tally.readsByCause))
  }

  private mutating func show(_ documents: [Document], of count: Int) {
    members.add("found", JSONValue.integer(Int64(count)))
    members.add(
      "documents",
      .array(
        documents.map { document in
          guard case .object(let row) = document.listRow else { return document.listRow }
          return .object([.init("path", .string("\(document.path)"))] + row)
        }))
  }
}

extension QueryStatement {
  /// What somebody has typed where nothing but a query will do.
  init(typed text: String, in database: DatabaseName) throws(FirestoreError) {
    do throws(MalformedInput) {
      try self.init(parsing: text, database: database)
    } catch {
      throw FirestoreError(.invalidArgument, error.diagnostics.first?.message ?? "The query cannot be read.")
    }
  }
}
