package import FirestoreRulesEvaluator
package import FirestoreRulesLanguage

/// An `allow` statement with what it stands for.
package struct AllowView: Sendable {
  /// Its place in ``LintSubject/allows``.
  package var id: Int
  package var statement: AllowStatement
  /// Its match block.
  package var scope: Int
  /// What its words cover, in the order of ``RulesMethod``; unknown words cover nothing.
  package var methods: [RulesMethod]
  /// The condition with calls of declared functions replaced by what they return, arguments and locals put in; nodes
  /// keep the ids and places of the source. Calls are left where it would grow too large. Nil without condition, which is
  /// always true.
  package var condition: Expression?

  /// The operands that must all be true; empty without condition.
  package var conjuncts: [Expression] { condition?.conjuncts ?? [] }

  /// The alternatives; each may again be a conjunction. Empty without condition.
  package var disjuncts: [Expression] { condition?.disjuncts ?? [] }

  /// Whether the statement covers one of the methods.
  package func covers(_ wanted: RulesMethod...) -> Bool { methods.contains { wanted.contains($0) } }

  /// The word of the statement that covers a method, for a finding to point at.
  package func word(for method: RulesMethod) -> Name? { statement.methods.first { method.isCovered(by: $0.text) } }
}
