package import Diagnostics
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
package import StructuredText

// The JSON of `rules test` and `rules eval`. Scripts rely on these keys: they may be added to, never renamed.

extension RuleTestReport {
  /// - Parameters:
  ///   - outcome: how the command ends.
  ///   - findings: those that count.
  package func json(outcome: String, findings: FindingList) -> JSONValue {
    .object([.init("outcome", .string(outcome))] + members + [.init("findings", .findings(findings))])
  }

  private var members: [JSONValue.Member] {
    [
      .init("passed", .integer(Int64(count(.passed)))), .init("failed", .integer(Int64(count(.failed)))),
      .init("errors", .integer(Int64(count(.error)))), .init("cases", .array(files.flatMap(\.json))),
    ]
  }
}

extension RuleTestReport.FileResult {
  fileprivate var json: [JSONValue] {
    guard let source = cases.first?.location.source else { return [] }
    let lines = LineTable(source)
    return cases.map { $0.json(file: path, line: lines.position(of: $0.location.span.start).line) }
  }
}

extension RuleCaseResult {
  fileprivate func json(file: String, line: Int) -> JSONValue {
    .object([
      .init("name", .string(name)), .init("file", .string(file)), .init("line", .integer(Int64(line))),
      .init("outcome", .string(outcome.rawValue)), .init("expected", .string(expected)),
      .init("actual", .string(actual)), .init("reason", answer?.reason.map(\.json) ?? .null),
      .init("reads", .integer(Int64(reads))), .init("problems", .array(problems.map { .string($0.message) })),
    ])
  }
}

extension RuleReason {
  /// `{"file", "line", "column", "kind", "message"}`; `kind` is absent when allowed, the place where there is none.
  package var json: JSONValue {
    var members: [JSONValue.Member] = []
    if let location {
      let position = location.position
      members += [
        .init("file", .string(location.source.path)), .init("line", .integer(Int64(position.line))),
        .init("column", .integer(Int64(position.column))),
      ]
    }
    if let kind { members.append(.init("kind", .string(kind.rawValue))) }
    members.append(.init("message", .string(message)))
    return .object(members)
  }
}

extension RuleAnswer {
  package var json: JSONValue {
    let lines = trace.map { line in
      let position = line.location.position
      return JSONValue.object([
        .init("line", .integer(Int64(position.line))), .init("column", .integer(Int64(position.column))),
        .init("expression", .string(line.expression)), line.outcome.member,
      ])
    }
    return .object([
      .init("decision", .string(isAllowed ? "allow" : "deny")), .init("reason", reason.map(\.json) ?? .null),
      .init("documentReads", .integer(Int64(documentsRead.count))), .init("budgets", budgets.json),
      .init("trace", .array(lines)),
    ])
  }
}

extension AccessDecision.Budgets {
  fileprivate var json: JSONValue {
    [
      "expressions": ["used": .integer(Int64(expressions)), "limit": .integer(Int64(Self.expressionLimit))],
      "documents": [
        "used": .integer(Int64(accesses)), "limit": .integer(Int64(accessLimit)),
        "cached": .integer(Int64(cachedAccesses)),
      ],
    ]
  }
}

extension TraceLine.Outcome {
  fileprivate var member: JSONValue.Member {
    switch self {
    case .value(let value): .init("value", value)
    case .error(let text): .init("error", .string(text))
    }
  }
}
