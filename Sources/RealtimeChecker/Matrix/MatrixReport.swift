package import Diagnostics
import RealtimeDatabase
import RealtimeRules
package import StructuredText

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

  private var actors: [RealtimeActor] { matrix.fixture.actors.all }

  private struct Row {
    var pattern: String
    var operation: AccessOperation
    var cells: [MatrixCell]
  }

  private var rows: [Row] {
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

  // MARK: Text

  /// The matrix with one line per location and operation, and the results of the flows. Attacks are not included: they
  /// are findings.
  package var text: String {
    let rows = rows
    let operationWidth = (rows.map { $0.operation.rawValue.count }.max() ?? 0) + 2
    let widths = actors.map { max($0.name.count, 7) + 2 }
    var lines: [String] = [
      "  " + "".padded(operationWidth) + zip(actors, widths).map { $0.name.padded($1) }.joined().trimmed
    ]
    var pattern: String?
    for row in rows {
      if pattern != row.pattern { lines.append(row.pattern) }
      pattern = row.pattern
      let cells = zip(actors, widths).map { actor, width in
        (row.cells.first { $0.actor == actor }?.verdict.word ?? "").padded(width)
      }
      lines.append("  " + row.operation.rawValue.padded(operationWidth) + cells.joined().trimmed)
    }
    let unknown = matrix.cells.compactMap { cell in if case .unknown(let reason) = cell.verdict { reason } else { nil }
    }
    for reason in Set(unknown).sorted() { lines.append("unknown: \(reason)") }
    for flow in replay?.flows ?? [] {
      lines.append("flow \(flow.name): \(flow.isAsExpected ? "as expected" : "not as expected")")
      for step in flow.steps {
        let mark = step.finding == nil ? " " : "!"
        lines.append(
          "  \(mark) \(step.result.isAllowed ? "allow" : "deny ") \(step.result.actor.name): \(step.result.request.text)"
        )
        if let reason = step.reason { lines.append("          \(reason)") }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The matrix, the attacks and the flows as Markdown.
  package var markdown: String {
    var lines: [String] = []
    lines.append("| location | operation | " + actors.map(\.name).joined(separator: " | ") + " |")
    lines.append("|---|---|" + actors.map { _ in "---|" }.joined())
    for row in rows {
      let cells = actors.map { actor in row.cells.first { $0.actor == actor }?.verdict.word ?? "" }
      lines.append("| `\(row.pattern)` | \(row.operation.rawValue) | " + cells.joined(separator: " | ") + " |")
    }
    if !attacks.isEmpty { lines += ["", "Attacks:", ""] }
    for attack in attacks {
      lines.append("- \(attack.kind.rawValue): \(attack.summary)")
      for step in attack.steps {
        lines.append("  1. \(step.actor.name): `\(step.request.text)`, \(step.isAllowed ? "allowed" : "denied")")
      }
    }
    if let replay {
      lines += ["", "| flow | step | result |", "|---|---|---|"]
      for flow in replay.flows {
        for step in flow.steps {
          let result = (step.result.isAllowed ? "allow" : "deny") + (step.finding == nil ? "" : ", unexpected")
          lines.append("| \(flow.name) | \(step.result.actor.name): `\(step.result.request.text)` | \(result) |")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: JSON

  /// `{"data", "actors", "cells", "attacks", "flows"}`. Requests have the form that `rtdb eval` reads.
  package var json: [JSONValue.Member] {
    var members = [
      JSONValue.Member("data", matrix.fixture.data.written),
      JSONValue.Member(
        "actors", .array(actors.map { .object([.init("name", .string($0.name)), .init("auth", $0.auth.json)]) })),
      JSONValue.Member("cells", .array(matrix.cells.map(json))),
      JSONValue.Member("attacks", .array(attacks.map(json))),
    ]
    if let replay { members.append(JSONValue.Member("flows", .array(replay.flows.map(json)))) }
    return members
  }

  private func json(_ cell: MatrixCell) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("pattern", .string(cell.pattern)), .init("actor", .string(cell.actor.name)),
      .init("operation", .string(cell.operation.rawValue)), .init("verdict", .string(cell.verdict.word)),
    ]
    if case .unknown(let reason) = cell.verdict { members.append(.init("reason", .string(reason))) }
    members.append(.init("request", cell.witness.request.json))
    if !cell.changes.isEmpty {
      members.append(.init("with", .object(cell.changes.map { .init($0.path.description, $0.node.written) })))
    }
    if let without = cell.removedPath { members.append(.init("without", .string(without.description))) }
    members += decision(cell.witness)
    return .object(members)
  }

  private func decision(_ result: SimulatedRequest) -> [JSONValue.Member] {
    guard let rule = result.decision.rule else { return [] }
    let location = matrix.fixture.subject.source.location(rule.rule.expression.span)
    let position = location.position
    return [
      .init(
        "rule",
        .object([
          .init("path", .string(rule.pattern)), .init("kind", .string(rule.rule.kind.rawValue)),
          .init("file", .string(location.source.path)), .init("line", .integer(Int64(position.line))),
          .init("column", .integer(Int64(position.column))),
        ]))
    ]
  }

  private func json(_ attack: Attack) -> JSONValue {
    .object([
      .init("kind", .string(attack.kind.rawValue)), .init("code", .string(attack.code.id)),
      .init("summary", .string(attack.summary)), .init("data", attack.data.written),
      .init("steps", .array(attack.steps.map(json))),
    ])
  }

  private func json(_ result: SimulatedRequest) -> JSONValue {
    .object(
      [
        .init("actor", .string(result.actor.name)), .init("decision", .string(result.isAllowed ? "allow" : "deny")),
        .init("request", result.request.json),
      ] + decision(result))
  }

  private func json(_ flow: FlowReplay.Flow) -> JSONValue {
    .object([
      .init("name", .string(flow.name)), .init("asExpected", .boolean(flow.isAsExpected)),
      .init(
        "steps",
        .array(
          flow.steps.map { step in
            guard case .object(var members) = json(step.result) else { return .null }
            members.append(.init("expected", .string(step.step.isExpected ? "allow" : "deny")))
            if let reason = step.reason { members.append(.init("reason", .string(reason))) }
            return .object(members)
          })),
    ])
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

extension String {
  fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
