package import Diagnostics

/// The results of `rtdb matrix`, and how they are written as text, Markdown and JSON.
package struct MatrixReport: Sendable {
  package var matrix: AccessMatrix
  package var attacks: [Attack]
  /// Nil if no flows were given.
  package var replay: FlowReplay?

  package init(_ subject: RealtimeSubject, actors: ActorSet? = nil, flows: RealtimeFlows? = nil) {
    let fixture = RulesFixture(subject, actors: actors)
    matrix = AccessMatrix(fixture)
    attacks = AttackSearch.attacks(on: fixture)
    replay = flows.map { FlowReplay($0, on: fixture) }
  }

  /// Attacks, and steps of flows that did not end as expected.
  package var findings: [Diagnostic] { attacks.map(\.finding) + (replay?.findings ?? []) }

  package var actors: [RealtimeActor] { matrix.fixture.actors.all }

  /// The cells of all actors at one location.
  package struct Row: Sendable {
    package var pattern: String
    package var operation: AccessOperation
    package var cells: [MatrixCell]
  }

  package var rows: [Row] {
    var rows: [Row] = []
    for cell in matrix.cells {
      if let last = rows.indices.last, rows[last].pattern == cell.pattern, rows[last].operation == cell.operation {
        rows[last].cells.append(cell)
      } else {
        rows.append(Row(pattern: cell.pattern, operation: cell.operation, cells: [cell]))
      }
    }
    return rows
  }
}

extension MatrixCell.Verdict {
  package var word: String {
    switch self {
    case .allow: "allow"
    case .deny: "deny"
    case .unknown: "unknown"
    }
  }
}
