import Diagnostics
import FirestoreModel
import IndexCatalog
import QueryPlanner
import QueryShapes
package import StructuredText
import Synchronization

extension Recording {
  /// The shapes of the queries that were asked, in the order in which they were first asked: the objects of an
  /// inventory with `requests` (how often), `denied` (how often rules said no), `operation` and `test` (of the first
  /// request) and `missing` (the indexes that they did not find, as in an index file).
  package var queries: JSONValue { .array(queryObjects) }

  /// What `.firebreak/recording.json` holds: `{"firebreakRecording": 1, "queries": […]}`.
  package var document: JSONValue {
    QueryRecording.document(queryObjects, unrecorded: state.withLock { $0.shapes.unrecorded })
  }

  /// How many different queries were asked.
  package var shapeCount: Int { state.withLock { $0.shapes.records.count } }

  private var queryObjects: [JSONValue] {
    state.withLock { $0.shapes.records }.map { record in
      var members = InventoryEntry(name: record.title, shape: record.shape).members
      members.append(.init("requests", .integer(Int64(record.requests))))
      if record.denied > 0 { members.append(.init("denied", .integer(Int64(record.denied)))) }
      if let operation = record.operation { members.append(.init("operation", .string(operation.string))) }
      if let test = record.test { members.append(.init("test", .string(test.string))) }
      if !record.missing.isEmpty {
        members.append(.init("missing", .array(record.missing.map { $0.index.json })))
      }
      return .object(members)
    }
  }
}

extension MissingIndex {
  /// The index as in an index file, and the code under which its absence is reported.
  fileprivate var json: JSONValue {
    guard case .object(let members) = definition.json else { return definition.json }
    return .object([.init("code", .string(code.id))] + members)
  }
}

extension ShapeTable.Record {
  /// What the inventory calls it: by its operation, else its test, else its hash.
  var title: String { operation?.string ?? test?.string ?? name }
}
