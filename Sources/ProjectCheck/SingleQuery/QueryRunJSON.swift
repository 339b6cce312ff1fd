import FirestoreModel
package import IndexCatalog
import QueryExecution
import QueryModel
package import QueryPlanner
import QueryShapes
package import StructuredText

// The JSON of `query` and `explain`. Scripts rely on these keys: they may be added to, never renamed.

extension QueryRun.Answer {
  package var json: JSONValue {
    let results = documents.map { document in
      JSONValue.object([
        .init("name", .string(document.name)), .init("fields", document.fields.jsonFields),
      ])
    }
    let aggregate = aggregates.map { JSONValue.Member($0.alias.string, $0.value.json) }
    return .object([
      .init("results", .array(results)), .init("aggregate", .object(aggregate)),
      .init("plan", .object([.init("indexesUsed", JSONValue.indexesUsed(plan))])), .init("billing", billingJSON),
    ])
  }

  package var billingJSON: JSONValue {
    .object([
      .init("reads", .integer(reads)), .init("indexEntriesScanned", .integer(Int64(indexEntriesScanned))),
      .init("documentsScanned", .integer(Int64(documentsScanned))),
    ])
  }
}

extension QueryRun.Refusal {
  /// `missingIndex` is what has to be pasted into the index file.
  package func json(catalog: IndexCatalog) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("code", .integer(Int64(error.status.rawValue))), .init("status", .string(error.status.name)),
      .init("message", .string(error.message)),
    ]
    if let repair = missing?.repair(in: catalog) { members.append(.init("missingIndex", repair.json)) }
    return .object([.init("error", .object(members))])
  }
}

extension JSONValue {
  /// Explain's `indexesUsed`, in production's names.
  package static func indexesUsed(_ plan: QueryPlan?) -> JSONValue {
    .array(
      (plan?.indexesUsed ?? []).map { use in
        .object([.init("properties", .string(use.properties)), .init("query_scope", .string(use.queryScope))])
      })
  }
}
