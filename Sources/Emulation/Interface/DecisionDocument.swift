import Diagnostics
import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import StructuredText

// What rules have said to a request, and why: operations, conditions with their values, reads and budgets.

extension AccessDecision {
  /// `{"basis", "isAllowed", "operations": [{"method", "target", "allowedBy", "denial", "conditions"}], "reads",
  /// "expressions", "accesses", "accessLimit", "cachedAccesses", "trace", "proof"}`. `trace` and `proof` are there as long
  /// as what they rest on is kept.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("basis", .string(basis.name)), .init("isAllowed", .boolean(isAllowed)),
      .init("operations", .array(operationValues)),
      .init("reads", .array(ruleReads.map { .string("\($0)") })),
      .init("expressions", .integer(Int64(budgets.expressions))),
      .init("expressionLimit", .integer(Int64(Budgets.expressionLimit))),
      .init("accesses", .integer(Int64(budgets.accesses))),
      .init("accessLimit", .integer(Int64(budgets.accessLimit))),
      .init("cachedAccesses", .integer(Int64(budgets.cachedAccesses))),
    ]
    if let traces = evidence?.traces, !traces.isEmpty {
      members.append(.init("trace", .array(traces.map { $0.trace.json })))
    }
    if let proof = evidence?.proof, case .allowed(let steps) = proof.answer {
      members.append(.init("proof", .array(steps.map(\.json))))
    }
    return .object(members)
  }

  private var operationValues: [JSONValue] {
    var positions = SourcePositions()
    return operations.enumerated().map { index, operation in
      let trace = evidence?.traces.indices.contains(index) == true ? evidence?.traces[index].trace : nil
      return operation.json(trace?.explanation, &positions)
    }
  }
}

extension AccessDecision.Basis {
  fileprivate var name: String {
    switch self {
    case .privileged: "privileged"
    case .rules: "rules"
    case .noRules: "no rules"
    }
  }
}

extension JudgedOperation {
  fileprivate func json(_ explanation: DenialExplanation?, _ positions: inout SourcePositions) -> JSONValue {
    var members = PresentMembers()
    members.add("method", method.rawValue)
    members.add("target", target)
    members.add("allowedBy", allowedBy.map { positions.place($0) })
    if let denial {
      members.add("denial", denial.message)
      members.add("rule", denial.location.map { positions.place($0) })
      members.add("condition", denial.condition)
      members.add("help", denial.help)
      members.add(
        "counterexample", denial.counterexample.map { "\($0.path) \(RuleValue.map(.stored($0.fields)).text)" })
    }
    if let explanation { members.add("statements", .array(explanation.statements.map(\.json))) }
    members.add("doubts", doubts)
    return .object(members.list)
  }
}

extension DenialExplanation.Statement {
  fileprivate var json: JSONValue {
    [
      "line": .integer(Int64(line)), "path": .string(path), "methods": .string(methods.joined(separator: ", ")),
      "verdict": .string(verdict.rawValue), "conditions": .array(conditions.map(\.json)),
    ]
  }
}

extension DenialExplanation.Condition {
  fileprivate var json: JSONValue {
    var members = PresentMembers()
    members.add("line", Int64(line))
    members.add("text", text)
    members.add("verdict", verdict.rawValue)
    members.add("values", detail)
    members.add("wouldAllow", remedy)
    if !alternatives.isEmpty { members.add("alternatives", .array(alternatives.map(\.json))) }
    return .object(members.list)
  }
}

extension Trace {
  /// More would be a page of its own; what decided stands in the conditions anyway.
  private static let entryLimit = 400

  /// Every expression that was evaluated, operands before what they are part of: `[{"line", "text", "value" | "error",
  /// "depth"}]`.
  var json: JSONValue {
    let lines = LineTable(rules.ruleset.source)
    return .array(
      entries.prefix(Self.entryLimit).map { entry in
        var members = PresentMembers()
        members.add("line", Int64(lines.position(of: entry.span.start).line))
        members.add("text", shortened(entry.text, to: 200))
        members.add("value", entry.value.map { shortened($0, to: 200) })
        members.add("error", entry.error)
        members.add("depth", Int64(entry.depth))
        return .object(members.list)
      })
  }
}

extension ProofStep {
  fileprivate var json: JSONValue {
    ["condition": .string(condition), "filters": .array(filters.map(JSONValue.string))]
  }
}
