import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import QueryModel

/// Why a branch is not proven, for people.
struct Failure {
  var condition: FailedCondition?
  var kind = Denial.Kind.noMatch
  var missingFilter: String?
  /// What an unknown operand of a filter would have to be, as the rules write it.
  var wantedValue: String?
  var explanation: String

  init<Reader: DocumentReader>(
    _ context: ProofContext<Reader>, _ branch: Conjunction, _ evaluation: BranchEvaluation,
    _ expressions: ExpressionTable
  ) {
    guard let statement = Failure.mostPromising(evaluation, expressions) else {
      explanation = "no rule allows `list` here"
      return
    }
    guard statement.isCertain else {
      explanation = "`\(statement.statement.pathText)` covers only some of the documents that the query could return"
      return
    }
    let finder = ConditionFinder(log: statement.log, domain: context.domain, expressions: expressions)
    guard let node = finder.failed else {
      explanation = "the rules are not proven"
      return
    }
    let expression = statement.log.nodes[node].expression
    let text = context.rules.text(of: expression)
    let fields = finder.fields(of: node)
    let outcome = statement.log.nodes[node].outcome
    let truths = outcome.map { context.domain.truths(of: $0) } ?? .isError
    let error = truths == .isError ? outcome.flatMap { context.domain.conditionError(of: $0) } : nil
    kind =
      switch error {
      case nil: .conditionFalse
      case .accessLimit: .limit
      case .some: .error
      }
    condition = FailedCondition(
      text: text, span: context.rules.span(of: expression), fields: fields, error: error?.message)
    let filter = MissingFilter(log: statement.log, domain: context.domain, expressions: expressions)
    let matchesOtherNumbers = filter.isFilteredByNumber(node, fields, branch)
    missingFilter = matchesOtherNumbers ? nil : filter.text(for: node)
    wantedValue = filter.wantedValue(for: node).map { context.rules.text(of: statement.log.nodes[$0].expression) }
    if fields.isEmpty, truths == .isFalse {
      explanation = text == "false" ? "the rule is `false`" : "`\(text)` is false"
    } else if fields.isEmpty, truths == .isError {
      explanation = "`\(text)` is an error" + (error.map { ": \($0.message)" } ?? "")
    } else {
      explanation = "`\(text)` is not implied by the query"
    }
    if matchesOtherNumbers {
      explanation +=
        ": the filter matches a number as integer and as double, and whether membership in rules does is not known"
    }
    if let missingFilter {
      explanation += "; add `\(missingFilter)`"
    } else {
      let others = finder.conditionsOnUser(of: node).map { conditions in
        conditions.map { context.rules.text(of: statement.log.nodes[$0].expression) }.joined(separator: " && ")
      }.filter { $0.count <= 100 }
      if !others.isEmpty {
        explanation += "; it holds for who satisfies \(others.prefix(3).map { "`\($0)`" }.joined(separator: " or "))"
      }
    }
  }

  /// The statement to explain: one that could be true, rather one that looks at the document. One that is `false` for
  /// everybody, such as that of a block for all other documents, explains nothing while another matches.
  private static func mostPromising(
    _ evaluation: BranchEvaluation, _ expressions: ExpressionTable
  ) -> BranchEvaluation.Tried? {
    let conditional = evaluation.tried.filter { !$0.log.isLiteral(expressions) }
    let tried = conditional.isEmpty ? evaluation.tried : conditional
    let certain = tried.filter(\.isCertain)
    let possible = certain.filter { $0.truths.contains(.isTrue) }
    return possible.first { !$0.log.fieldUses.isEmpty } ?? possible.first ?? certain.first { !$0.log.fieldUses.isEmpty }
      ?? certain.first ?? tried.first
  }
}

extension EvaluationLog {
  /// Whether the condition is nothing but `true` or `false`.
  fileprivate func isLiteral(_ expressions: ExpressionTable) -> Bool {
    nodes.allSatisfy { node in
      switch expressions[node.expression]?.kind {
      case .boolean?, .parenthesized?: true
      default: false
      }
    }
  }
}
