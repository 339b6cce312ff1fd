import Diagnostics
import FirestoreModel
import IndexCatalog
import Project
import QueryModel
import QueryShapes
import Simulation
import Workloads

/// FB2011 and FB2020: what the documents that workloads start with mean for their index entries. One of each entry of
/// `data` stands for the others, which are made alike.
extension ProjectQueries {
  var documentFindings: [Diagnostic] {
    var known: Set<Diagnostic> = []
    var findings: [Diagnostic] = []
    for suite in suites {
      guard let group = group(of: suite), group.source.edition == .standard else { continue }
      let queried = scope.isWhole ? QueriedFields(group.shapes) : nil
      for variant in suite.variants {
        let workload = variant.workload
        for (position, entry) in workload.data.enumerated() where entry.hasFirst {
          var generator = DocumentGenerator(entry, at: position, seed: workload.seed, clock: workload.clock)
          // What cannot be made is reported where the workload runs.
          guard let document = try? generator.next() else { continue }
          for var finding in group.source.catalog.findings(about: document, queried)
          where !variant.expectedFindings.contains(finding.code.id) {
            finding.location = suite.location(entry.span)
            if known.insert(finding).inserted { findings.append(finding) }
          }
        }
      }
    }
    return findings
  }

  /// What the queries of the workload are judged against.
  private func group(of suite: WorkloadSuite) -> QueryGroup? {
    groups.first { group in group.shapes.contains { $0.location.source.path == suite.source.path } }
      ?? groups.first { $0.source.database == Project.defaultDatabaseID } ?? groups.first
  }
}

extension IndexCatalog {
  fileprivate func findings(about document: GeneratedDocument, _ queried: QueriedFields?) -> [Diagnostic] {
    let large = fanOut(of: document.path, fields: document.fields).findings(about: document.path)
    guard let fields = queried?.fields(of: document.path.collection.id) else { return large }
    return large + unqueriedFieldFindings(of: document.path, fields: document.fields, queried: fields)
  }
}

extension DataEntry {
  /// Whether it is known to have a document.
  fileprivate var hasFirst: Bool { plannedDocuments.map { $0 > 0 } ?? loops.isEmpty }
}

/// The fields that the queries of a database filter, order or add up.
private struct QueriedFields {
  private var byGroup: [Text: Set<FieldPath>] = [:]
  /// A query of which only the run knows everything may read any field.
  private var isComplete = true

  init(_ shapes: [QueryShape]) {
    for shape in shapes {
      guard !shape.isOpen, case .literal(let id)? = shape.query.source.collectionID else {
        isComplete = false
        return
      }
      var fields = shape.query.orders.map(\.path) + [shape.query.nearest?.path].compactMap(\.self)
      if let filter = shape.query.filter { fields += filter.fields }
      for aggregation in shape.aggregations {
        switch aggregation.op {
        case .count: break
        case .sum(let path), .average(let path): fields.append(path)
        }
      }
      byGroup[id, default: []].formUnion(fields)
    }
  }

  /// Nil: not all of them are known.
  func fields(of group: Text) -> Set<FieldPath>? { isComplete ? byGroup[group] ?? [] : nil }
}
