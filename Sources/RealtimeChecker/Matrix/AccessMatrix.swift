import Diagnostics
import FirestoreModel
package import RealtimeDatabase
import RealtimeRules

/// An operation that an actor may be allowed to do at a location.
package enum AccessOperation: String, Hashable, Sendable, CaseIterable {
  case read, list, create, overwrite
  /// A write to a descendant of the location for which there are no write rules of its own.
  case childWrite = "sub-path write"
  case delete
  /// A write of another type than the rules or the stored data expect, such as a text in place of children.
  case typeConfusedWrite = "type-confused write"
}

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

  /// Whether a child, or something below it, has a write rule that can be true.
  func hasOwnWriteRules(_ key: RealtimeKey, below location: RuleLocation) -> Bool {
    guard let child = child(key.text, of: location) ?? variableChild(of: location) else { return false }
    return subtree(of: child).contains { $0.conditions.contains { $0.rule.kind == .write && !$0.isAlwaysFalse } }
  }

  /// Whether the entries of a list have a write rule that can be true.
  func entriesHaveOwnWriteRules(_ list: RealtimePath) -> Bool {
    let reference = DataReference(.before, list.keys.map { KeyPattern([.text($0.text)]) })
    guard let location = location(at: reference), location.keys.count == list.depth else { return false }
    return variableChild(of: location).map { $0.conditions(.write).contains { !$0.isAlwaysFalse } } ?? false
  }

  func lineNumber(of condition: Condition) -> Int { source.location(condition.span).position.line }
}
