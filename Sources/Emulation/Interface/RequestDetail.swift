import DocumentStore
import Diagnostics
import FirestoreModel

import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreService
import IndexCatalog
import Metering
import Project
import QueryExecution
import QueryModel
import QueryPlanner
import QueryShapes
import RealtimeService
package import StructuredText
import Synchronization

// Everything that is known of one request.

extension Emulation {
  /// The members of the row and, where there is something to say: `plan` (the indexes, as in Explain), `repairs` (what the
  /// index file lacks: `{"member", "definition", "line", "file"}`), `isDeclared` (whether the index that was missing is
  /// declared by now), `rules` (what they made of it), `bill` (reads by their
  /// cause), `claims` (of who asked), `judgedWrites` (what rules were asked about: `{"method", "path", "fields", "changed"}`, to be
  /// tried again), `written` (the first writes as they were asked: `{"kind", "path", "fields", "removes", "transforms",
  /// "precondition"}`). Nil when the request
  /// is not kept any more.
  package func requestDetail(_ number: Int) -> JSONValue? {
    guard let entry = recording.history?.entry(number) else { return nil }
    var members = entry.rowMembers(recording.billing)
    if case .realtime(let request) = entry.content {
      if let claims = request.context.caller.claims { members.append(.init("claims", claims)) }
      return .object(members + request.detailMembers(entry.realtimeEvidence))
    }
    guard let request = entry.served else { return .object(members) }
    if let claims = request.context.caller.claims { members.append(.init("claims", claims)) }
    if let plan = request.plan { members.append(.init("plan", plan.json)) }
    if let query = request.query, !request.missingIndexes.isEmpty {
      let files = state.withLock { $0.files }
      let missing = stillMissing(request.missingIndexes, for: query.query, query.aggregations, files)
      if let repairs = repairs(of: missing, in: request.database.database) {
        members.append(.init("repairs", repairs))
      }
      members.append(.init("isDeclared", .boolean(missing.isEmpty)))
    }
    if let decision = request.decision { members.append(.init("rules", decision.json)) }
    if let writes = request.decision?.evidence?.writes, !writes.isEmpty {
      members.append(.init("judgedWrites", .array(writes)))
    }
    if !request.writes.isEmpty {
      members.append(.init("written", .array(request.writes.map { $0.json(in: request.database) })))
    }
    if let tally = request.billing?.tally(under: recording.billing) {
      members.append(.init("bill", .object(tally.readsByCause)))
    }
    return .object(members)
  }

  /// Of indexes that a query missed those that it would miss with the files as they are now.
  func stillMissing(
    _ missing: [MissingIndex], for query: Query, _ aggregations: [Aggregation], _ files: FollowedFiles
  ) -> [MissingIndex] {
    guard let database = missing.first?.database else { return [] }
    let planner = QueryPlanner(
      catalog: files.catalog(of: database.database), database: database, assumptions: settings.planning)
    let asked = AggregationQuery(query: query, aggregations: aggregations)
    let aggregated = aggregations.isEmpty ? nil : try? asked.normalized(database: database)
    guard let normalized = try? aggregated?.query ?? query.normalized(database: database) else { return missing }
    let now = planner.planAssumingMissing(normalized, aggregations: aggregated?.namedAggregations ?? []).missing
    return missing.filter { index in now.contains { $0.definition == index.definition } }
  }

  /// What the index file of a database lacks for these indexes; nil where that is nothing.
  func repairs(of missing: [MissingIndex], in database: Text) -> JSONValue? {
    let source = state.withLock { $0.files.source(of: database) }
    let repairs = missing.compactMap { index in
      index.repair(in: source.catalog).map { $0.json(for: index, in: source.name) }
    }
    return repairs.isEmpty ? nil : .array(repairs)
  }
}

extension Write {
  /// The fields that are named with their values, and those that are removed or transformed.
  fileprivate func json(in database: DatabaseName) -> JSONValue {
    var members = PresentMembers()
    members.add("kind", kind.rawValue)
    members.add("path", path.description)
    if let fields, !fields.isEmpty { members.add("fields", fields.jsonFields) }
    if case .merge(let fields, let mask) = operation {
      members.add("removes", mask.filter { fields[$0] == nil }.map(\.description))
    }
    members.add("transforms", transforms.map { "\($0.path) \($0.operation.text(in: database))" })
    members.add("precondition", precondition?.text)
    return .object(members.list)
  }
}

extension FieldTransform.Operation {
  /// As the SDKs call it.
  fileprivate func text(in database: DatabaseName) -> String {
    func shown(_ values: [Value]) -> String {
      shortened(values.map { $0.text(database: database) }.joined(separator: ", "), to: 200)
    }
    switch self {
    case .requestTime: return "serverTimestamp()"
    case .increment(let value): return "increment(\(shown([value])))"
    case .maximum(let value): return "maximum(\(shown([value])))"
    case .minimum(let value): return "minimum(\(shown([value])))"
    case .appendMissingElements(let values): return "arrayUnion(\(shown(values)))"
    case .removeAllFromArray(let values): return "arrayRemove(\(shown(values)))"
    }
  }
}

extension Precondition {
  fileprivate var text: String {
    switch self {
    case .exists(true): "the document exists"
    case .exists(false): "the document does not exist"
    case .updateTime(let time): "last changed at \(time.rfc3339)"
    }
  }
}

extension AccessEvidence {
  /// More is nothing that somebody tries again one by one.
  private static let writeLimit = 20

  fileprivate var writes: [JSONValue] {
    traces.lazy.map(\.trace.request).filter { $0.method.isWrite }.prefix(Self.writeLimit).map { request in
      var members: [JSONValue.Member] = [
        .init("method", .string(request.method.rawValue)),
        .init("path", .string(request.path.head.map(\.string).joined(separator: "/"))),
      ]
      if let fields = request.newResource?.fields { members.append(.init("fields", fields.jsonFields)) }
      if request.method == .update, let before = request.resource?.fields, let after = request.newResource?.fields {
        members.append(
          .init("changed", .array(before.changes(to: after, below: []).map { .array($0.map { .string($0.string) }) })))
      }
      return .object(members)
    }
  }
}

extension MapValue {
  /// The paths of what an update has set or removed: the update again changes nothing else.
  fileprivate func changes(to after: MapValue, below parent: [Text]) -> [[Text]] {
    var found: [[Text]] = []
    for field in fields where after[field.name] != field.value {
      let path = parent + [field.name]
      if case .map(let before) = field.value, case .map(let now)? = after[field.name], !now.fields.isEmpty {
        found += before.changes(to: now, below: path)
      } else {
        found.append(path)
      }
    }
    return found + after.fields.filter { self[$0.name] == nil }.map { parent + [$0.name] }
  }
}

extension QueryPlan {
  /// `[{"properties", "origin"}]`, one for each index that is read.
  var json: JSONValue {
    .array(
      disjuncts.flatMap(\.members).map(\.index).uniqued().map { index in
        ["properties": .string(index.text), "origin": .string(index.originName)]
      })
  }
}

extension PlannedIndex {
  /// `orders (status ASC, total DESC, __name__ DESC)`
  var text: String {
    let group = scope == .collectionGroup ? " (collection group)" : ""
    return "\(collectionGroup?.string ?? "every collection") \(IndexDefinition.text(of: fields))\(group)"
  }

  var originName: String {
    switch origin {
    case .primaryKey: "by name"
    case .automatic: "automatic"
    case .composite: "declared"
    case .assumed: "assumed"
    }
  }
}

extension IndexRepair {
  fileprivate func json(for missing: MissingIndex, in file: String) -> JSONValue {
    [
      "title": .string(missing.title), "code": .string(missing.code.id), "member": .string(member),
      "definition": json, "line": .string(lineText), "file": .string(file),
    ]
  }
}

extension Tally {
  /// Billed reads by what caused them, as in the ledger.
  var readsByCause: [JSONValue.Member] {
    [
      .init("documents", .integer(documents)), .init("minimum", .integer(minimum)),
      .init("skipped", .integer(skipped)), .init("missing", .integer(missing)),
      .init("indexEntries", .integer(entries)), .init("rules", .integer(ruleReads)),
      .init("verify", .integer(verify)), .init("reissued", .integer(reissued)),
    ]
  }
}
