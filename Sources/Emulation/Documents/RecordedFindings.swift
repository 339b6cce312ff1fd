package import Diagnostics
package import FirestoreModel
import IndexCatalog
import Project
import QueryPlanner
package import QueryShapes
package import StructuredText
import Synchronization

// Missing indexes, and the file that has them.

extension Emulation {
  /// The indexes that requests have missed: FB2001, FB2002, FB2003 and FB2013, once for each shape.
  package var findings: [Diagnostic] { missingIndexes.map(\.finding) }

  /// The same, once for each index: the finding of the shape that missed it first, with how many others need it, too.
  package var findingsByIndex: [Diagnostic] {
    struct Index: Hashable {
      var database: Text
      var definition: IndexDefinition
      var kind: MissingIndex.Kind
    }
    var places: [Index: Int] = [:]
    var groups: [(finding: Diagnostic, shapes: Int)] = []
    for (missing, finding) in missingIndexes {
      let index = Index(
        database: missing.index.database.database, definition: missing.index.definition, kind: missing.index.kind)
      if let place = places[index] {
        groups[place].shapes += 1
      } else {
        places[index] = groups.count
        groups.append((finding, 1))
      }
    }
    return groups.map { group in
      guard group.shapes > 1 else { return group.finding }
      var finding = group.finding
      finding.notes.append("needed by \(group.shapes) queries, of which this was asked first")
      return finding
    }
  }

  /// `{"outcome", "findings"}` as `check -o json` writes it. Each finding has beside it `requests` (how often), `operation`
  /// and `test` (of the first request) and `index` (as in an index file).
  package var findingsDocument: JSONValue {
    let found = missingIndexes
    let isFailing = FindingList(found.map(\.finding)).fails(at: .error)
    return [
      "outcome": .string(isFailing ? "findings" : "clean"),
      "findings": .array(found.map { $0.missing.json(with: $0.finding) }),
    ]
  }

  /// In the order in which the shapes were first asked.
  private var missingIndexes: [(missing: ShapeTable.Missing, finding: Diagnostic)] {
    let files = state.withLock { $0.files }
    let records = recording.state.withLock { $0.shapes.records }
    return records.flatMap { record in
      let source = files.source(of: record.shape.database)
      let words = PlanFindings(query: record.shortText, indexFile: source.name)
      return record.missing.map { missing in
        var finding = words.finding(for: missing.index, catalog: source.catalog)
        finding.notes += [missing.occurrence]
        // Without the recording the command knows nothing of these queries.
        finding.help = finding.help?.replacing("suggest --write", with: "suggest --from-recording --write")
        return (missing, finding)
      }
    }
  }

  /// What the queries that were asked need beside the index file of a database, and the complete file that has it.
  ///
  /// - Parameter database: an id; nil: that of the only configured database, else `(default)`.
  package func suggestedIndexes(for database: Text? = nil) -> IndexSuggestion {
    let files = state.withLock { $0.files }
    let only = files.databases.count == 1 ? files.databases.first.map { Text($0.id) } : nil
    let id = database ?? only ?? Text(Project.defaultDatabaseID)
    let place = SourceText(path: "", bytes: []).start
    let shapes = recording.state.withLock { state in
      // What rules always deny comes to no index.
      state.shapes.records.filter { $0.shape.database == id && ($0.denied < $0.requests || !$0.missing.isEmpty) }
        .compactMap { $0.shape.queryShape(named: $0.shortText, at: place) }
    }
    return QueryGroup(
      files.source(of: id), in: DatabaseName(project: Text(settings.project.projectID), database: id),
      assumptions: settings.planning, shapes: shapes
    ).suggestion()
  }
}

extension ShapeTable.Record {
  /// How messages call it: by its operation, or by its text.
  var shortText: String {
    if let operation { return operation.string }
    return String(QuotedText.of(text, limit: 200).dropFirst().dropLast())
  }
}

extension ShapeTable.Missing {
  /// `asked 3 times, first in operation "orders.search" of test "search page sorts"`
  var occurrence: String {
    var places: [String] = []
    if let operation { places.append("operation \(JSONWriter.quoted(operation.string))") }
    if let test { places.append("test \(JSONWriter.quoted(test.string))") }
    let times = requests == 1 ? "asked once" : "asked \(requests) times"
    return places.isEmpty ? times : "\(times), first in \(places.joined(separator: " of "))"
  }

  fileprivate func json(with finding: Diagnostic) -> JSONValue {
    guard case .array(let list) = JSONValue.findings(FindingList([finding])), case .object(var members)? = list.first
    else { return .null }
    members.append(.init("requests", .integer(Int64(requests))))
    if let operation { members.append(.init("operation", .string(operation.string))) }
    if let test { members.append(.init("test", .string(test.string))) }
    members.append(.init("index", index.definition.json))
    return .object(members)
  }
}
