package import Diagnostics
import FirestoreModel
package import QueryModel
import Synchronization

/// A read that the code of a project asks for, as a workload names it: `query: {from: ItemStore.start}`.
package struct CodeRequest: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    case query(Query, [Aggregation])
    case document(PathTemplate)
  }

  /// `ItemStore.start`; nil at the top level of a file.
  package var function: String?
  /// `src/items.ts`, below the root of the project.
  package var path: String
  package var line: Int
  package var target: Target
  package var isListener: Bool
  /// The call that sends it.
  package var location: SourceLocation
  /// Why no workload can play it as it is; nil: it can.
  package var obstacle: String?

  package init(
    function: String?, path: String, line: Int, target: Target, isListener: Bool = false, location: SourceLocation,
    obstacle: String? = nil
  ) {
    self.function = function
    self.path = path
    self.line = line
    self.target = target
    self.isListener = isListener
    self.location = location
    self.obstacle = obstacle
  }

  /// `src/items.ts:12`
  package var site: String { "\(path):\(line)" }

  /// References to documents of it are written relative.
  private static let database = DatabaseName(project: "demo-local")

  /// As the text form writes it, with `?` for what only the run knows.
  package var text: String {
    switch target {
    case .document(let path): path.description
    case .query(let query, let aggregations):
      aggregations.isEmpty
        ? query.text(database: Self.database)
        : AggregationQuery(query: query, aggregations: aggregations).text(database: Self.database)
    }
  }

  /// The collection that it reads, where the code says so.
  var collection: String? {
    switch target {
    case .query(let query, _): query.source.collectionID?.literal?.string
    case .document(let path): path.segments.dropLast().last?.literal?.string
    }
  }
}

/// The reads of a project's sources, read when the first workload names one of them.
package final class CodeRequests: Sendable {
  private let read: @Sendable () -> [CodeRequest]
  private let known = Mutex<[CodeRequest]?>(nil)

  package init(_ read: @escaping @Sendable () -> [CodeRequest]) { self.read = read }

  package var all: [CodeRequest] {
    known.withLock { known in
      let requests = known ?? read()
      known = requests
      return requests
    }
  }
}
