import FirestoreModel
import RealtimeDatabase

/// The rules of one location, found by key.
final class CompiledRuleNode: Sendable {
  struct CompiledRule: Sendable {
    let rule: Rule
    let expression: CompiledExpression
    /// Whether it asks for the query of a read.
    let asksQuery: Bool
  }

  /// As it is written: `/rooms/$room`.
  let pattern: String
  private let rules: [CompiledRule]
  private let named: [Text: CompiledRuleNode]
  let variable: CompiledRuleNode?
  /// Whether anything below is to be validated.
  let validatesBelow: Bool

  init(_ node: RuleNode) {
    pattern = node.patternText
    let compiler = ExpressionCompiler(pattern: node.pattern)
    rules = node.rules.map { rule in
      CompiledRule(
        rule: rule, expression: compiler.compile(rule.expression),
        asksQuery: rule.expression.everyPart.contains { if case .name("query", _) = $0 { true } else { false } })
    }
    var named: [Text: CompiledRuleNode] = [:]
    for child in node.named { named[Text(child.pattern.last ?? "")] = CompiledRuleNode(child) }
    self.named = named
    variable = node.variable.first.map { CompiledRuleNode($0) }
    validatesBelow = (Array(named.values) + [variable].compactMap(\.self)).contains {
      $0.validatesBelow || $0.rule(.validate) != nil
    }
  }

  func rule(_ kind: Rule.Kind) -> CompiledRule? { rules.first { $0.rule.kind == kind } }

  /// Once a name has rules of its own, those of the `$variable` are not asked.
  func child(_ key: RealtimeKey) -> CompiledRuleNode? { named[key.text] ?? variable }

  var namedChildren: [(key: RealtimeKey, node: CompiledRuleNode)] {
    named.map { (RealtimeKey($0.key.string), $0.value) }.sorted { $0.0 < $1.0 }
  }

  func hasName(_ key: RealtimeKey) -> Bool { named[key.text] != nil }
}
