import Diagnostics
import RealtimeDatabase
import RealtimeRules
package import StructuredText

extension MatrixReport {
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
