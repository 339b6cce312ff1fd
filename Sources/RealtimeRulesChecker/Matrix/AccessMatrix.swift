import Diagnostics
package import RealtimeDatabase
import RealtimeRules

/// Whether one actor can do one operation at one location, with a request that shows it.
package struct MatrixCell: Sendable {
  package enum Verdict: Hashable, Sendable {
    /// At least one request is allowed.
    case allow
    /// It is proven that no request is allowed.
    case deny
    /// All requests that were tried are denied, but another one may be allowed. The text says why.
    case unknown(String)
  }

  /// The location with its variables, as in the rules: `/rooms/$room`.
  package var pattern: String
  package var actor: RealtimeActor
  package var operation: AccessOperation
  package var verdict: Verdict
  /// The first request that is allowed, or the first that was tried when none is.
  package var witness: SimulatedRequest
  /// How the data differs from the fixture when the witness is sent. Only generated data is ever changed.
  package var changes: [DataChange] = []
  /// A node that is removed from the data before the witness is sent.
  package var removedPath: RealtimePath?
}

/// Who can do what: for every location of the rules, every actor and every operation.
package struct AccessMatrix: Sendable {
  package let fixture: RulesFixture
  package private(set) var cells: [MatrixCell] = []

  package init(_ fixture: RulesFixture) {
    self.fixture = fixture
    for location in fixture.subject.matrixLocations {
      guard let path = fixture.path(of: location), path.depth <= RealtimePath.maximumDepth else { continue }
      for operation in AccessOperation.allCases {
        for actor in fixture.actors.all {
          if let cell = AccessEvaluator(fixture, actor).cell(operation, at: location, path) { cells.append(cell) }
        }
      }
    }
  }

  /// The state of the database before the witness of a cell is sent.
  package func data(before cell: MatrixCell) -> RealtimeNode {
    let data = cell.changes.reduce(fixture.data) { $0.replacing($1.path, with: $1.node) }
    return cell.removedPath.map { data.replacing($0, with: .absent) } ?? data
  }
}

extension RealtimeSubject {
  /// The locations that get rows in the matrix: those that have a read or write rule, or have one below. For the root
  /// only its own rules count.
  var matrixLocations: [RuleLocation] {
    locations.filter { location in
      if location.isClosed { return false }
      if location.index == 0 { return location.conditions.contains { $0.rule.kind != .validate } }
      return subtree(of: location).contains { $0.conditions.contains { $0.rule.kind != .validate } }
    }
  }

  func lineNumber(of condition: Condition) -> Int { source.location(condition.span).position.line }
}
