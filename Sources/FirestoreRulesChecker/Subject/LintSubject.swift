package import Diagnostics
import FirestoreRulesEvaluator
package import FirestoreRulesLanguage

/// A rules source prepared for checks: what every check needs to know is computed once.
package struct LintSubject: Sendable {
  package let ruleset: Ruleset
  package let context: RulesContext
  /// The rules of Firestore; rules of other services are not looked at.
  package let service: Service?
  /// Every match block of the service, depth first in source order: a parent stands before its children.
  package let scopes: [MatchScope]
  /// Every function of the source, those of other services excepted.
  package let functions: [FunctionView]
  /// Every `allow` statement of the service in source order.
  package let allows: [AllowView]
  /// What is known of the value of every expression, whatever the request is.
  package let types: InferredTypes
  /// What the statements allow, method by method.
  package let access: AccessModel

  /// Nil for a source that is nested deeper than any that compiles, so that checks may recurse.
  package init?(_ parsed: ParsedRules, context: RulesContext = RulesContext()) {
    let ruleset = parsed.ruleset
    guard NestingBound.holds(for: ruleset) else { return nil }
    self.ruleset = ruleset
    self.context = context
    service = ruleset.firestoreService
    var collector = ScopeCollector(ruleset)
    collector.collect()
    scopes = collector.scopes
    functions = collector.functions
    let inliner = FunctionInliner(functions: collector.functions)
    var allows: [AllowView] = []
    for scope in collector.scopes {
      for statement in scope.block.allows {
        allows.append(
          AllowView(
            id: allows.count, statement: statement, scope: scope.id,
            methods: RulesMethod.allCases.filter { method in
              statement.methods.contains { method.isCovered(by: $0.text) }
            },
            condition: statement.condition.map { inliner.inlined($0, calling: scope.visibleFunctions) }))
      }
    }
    self.allows = allows
    types = TypeInference.types(
      of: allows, scopes: collector.scopes, functions: collector.functions,
      imported: Set(ruleset.imports.flatMap(\.names).map(\.text)))
    access = AccessModel(ruleset)
  }

  package func scope(of allow: AllowView) -> MatchScope { scopes[allow.scope] }

  /// The statements of one match block, in source order.
  package func allows(of scope: MatchScope) -> [AllowView] { allows.filter { $0.scope == scope.id } }

  /// The operands of `&&` in an expression of a block, looking into declared functions.
  package func conjuncts(of expression: Expression, in scope: MatchScope) -> [Expression] {
    inlined(expression, in: scope).conjuncts
  }

  /// The operands of `||` in an expression of a block, looking into declared functions.
  package func disjuncts(of expression: Expression, in scope: MatchScope) -> [Expression] {
    inlined(expression, in: scope).disjuncts
  }

  /// The expression of a block with calls of declared functions replaced by what they return.
  package func inlined(_ expression: Expression, in scope: MatchScope) -> Expression {
    FunctionInliner(functions: functions).inlined(expression, calling: scope.visibleFunctions)
  }

  package func location(_ span: Span) -> SourceLocation { ruleset.source.location(span) }

  /// The text of the source, for messages.
  package func text(_ span: Span) -> String { ruleset.text(of: span) }
}

/// Sources nested deeper than this do not compile by far. The parser accepts some of them.
enum NestingBound {
  private static let maximum = 300

  static func holds(for ruleset: Ruleset) -> Bool {
    var functions = ruleset.functions
    var conditions: [Expression] = []
    for service in ruleset.services {
      functions += service.functions
      var level = service.matches
      var depth = 0
      while !level.isEmpty {
        depth += 1
        if depth > maximum { return false }
        functions += level.flatMap(\.functions)
        conditions += level.flatMap(\.allows).compactMap(\.condition)
        level = level.flatMap(\.matches)
      }
    }
    conditions += functions.map(\.result) + functions.flatMap(\.lets).map(\.value)
    return conditions.allSatisfy { $0.depth(upTo: maximum) != nil }
  }
}
