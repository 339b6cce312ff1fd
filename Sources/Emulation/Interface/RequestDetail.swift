import Diagnostics
import FirestoreModel

import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreService
import IndexCatalog
import Metering
import Project
import QueryModel
import QueryPlanner
import QueryShapes
import RealtimeService
package import StructuredText
import Synchronization

// Everything that is known of one request.

extension Emulation {
  /// The members of the row and, where there is something to say: `plan` (the indexes, as in Explain), `repairs` (what the
  /// index file lacks: `{"member", "definition", "line", "file"}`), `rules` (what they made of it), `bill` (reads by their
  /// cause), `claims` (of who asked), `judgedWrites` (what rules were asked about: `{"method", "path", "fields", "changed"}`, to be tried again). Nil when the request
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
    if let repairs = repairs(of: request.missingIndexes, in: request.database.database) {
      members.append(.init("repairs", repairs))
    }
    if let decision = request.decision { members.append(.init("rules", decision.json)) }
    if let writes = request.decision?.evidence?.writes, !writes.isEmpty {
      members.append(.init("judgedWrites", .array(writes)))
    }
    if let tally = request.billing?.tally(under: recording.billing) {
      members.append(.init("bill", .object(tally.readsByCause)))
    }
    return .object(members)
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

extension MissingIndex {
  /// Whether somebody has declared it since it was missing.
  func isDeclared(in catalog: IndexCatalog) -> Bool {
    switch repair(in: catalog) {
    case nil: false
    case .composite(let definition): catalog.composites.contains { $0.title == definition.title }
    case .fieldOverride(let override):
      definition.fields.first.map { field in
        catalog.singleFieldEntries(collectionGroup: definition.collectionGroup, path: field.path) == override.entries
      } ?? false
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
