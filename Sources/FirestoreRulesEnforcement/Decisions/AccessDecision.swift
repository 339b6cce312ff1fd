package import Diagnostics
package import FirestoreModel
package import FirestoreRulesEvaluator

/// What rules say to a request of a client, and what finding out has cost.
package struct AccessDecision: Sendable {
  package enum Basis: Hashable, Sendable {
    /// A privileged caller: nothing was evaluated.
    case privileged
    /// Rules were evaluated.
    case rules
    /// The database has no released ruleset.
    case noRules
  }

  package var basis: Basis
  package var isAllowed: Bool
  /// What was judged, in order: one operation, or one per write of a commit and per document of a batch get. The first
  /// one that is denied is the last: it denies all.
  package var operations: [JudgedOperation]
  /// Documents that rules have read, each once, in the order of the first access: each is one billed read, of denied
  /// requests too.
  package var ruleReads: [DocumentPath]
  /// The expression of the rules that asked for each of them first; ``AccessControl/place(ofExpression:)`` says where it
  /// stands.
  package var readSites: [Int] = []
  /// How far the budgets of the request are used.
  package var budgets: Budgets
  /// In which words the service answers.
  package var mode: AccessMode
  /// Nil unless it was asked for, and where rules were not.
  package var evidence: AccessEvidence?

  package struct Budgets: Hashable, Sendable {
    /// Evaluated nodes, of at most 1,000 for each operation; the most that one of them needed.
    package var expressions: Int
    /// Distinct documents, of at most ``accessLimit``.
    package var accesses: Int
    package var accessLimit: Int
    /// Calls that were answered from what the request had read before, free of charge.
    package var cachedAccesses: Int

    package static let expressionLimit = EvaluationLimits.expressions

    package init(expressions: Int, accesses: Int, accessLimit: Int, cachedAccesses: Int) {
      self.expressions = expressions
      self.accesses = accesses
      self.accessLimit = accessLimit
      self.cachedAccesses = cachedAccesses
    }

    /// Of a request for one document.
    package init(_ decision: Decision) {
      self.init(
        expressions: decision.expressionCount, accesses: decision.documentsRead.count,
        accessLimit: RequestExtent.single.accessLimit, cachedAccesses: decision.cachedAccesses)
    }

    /// Nothing was asked of rules.
    package static let unused = Budgets(expressions: 0, accesses: 0, accessLimit: 0, cachedAccesses: 0)

    /// The budgets of which four fifths or more are used.
    package var nearlyUsed: [(name: String, percent: Int)] {
      let uses = [("expressions", expressions, Self.expressionLimit), ("documents", accesses, accessLimit)]
      return uses.compactMap { name, used, limit in
        guard limit > 0, used * 5 >= limit * 4 else { return nil }
        return (name, used * 100 / limit)
      }
    }
  }

  /// Why not; nil when allowed.
  package var denial: AccessDenial? { operations.last?.denial }

  /// What the service answers; nil when allowed.
  package var error: FirestoreError? {
    guard !isAllowed else { return nil }
    switch mode {
    case .production: return .missingPermissions
    case .emulator: return FirestoreError(.permissionDenied, denial?.emulatorMessage ?? "")
    }
  }
}

/// Whose decisions are reproduced where they differ.
package enum AccessMode: String, Hashable, Sendable, CaseIterable {
  case production
  /// Google's emulator: a database without rules is open, an unconstrained field of a query is missing, and a denial
  /// says why.
  case emulator
}

/// One operation of a request as it was judged.
package struct JudgedOperation: Sendable {
  package var method: RulesMethod
  /// What it was about, below the documents root: `orders/o1`, or a collection.
  package var target: String
  /// The statement that allows; nil when none does, or when no rules were asked.
  package var allowedBy: SourceLocation?
  /// Nil when allowed.
  package var denial: AccessDenial?
  /// What a proof rests on that has not been observed in production.
  package var doubts: [String]

  package init(
    method: RulesMethod, target: String, allowedBy: SourceLocation? = nil, denial: AccessDenial? = nil,
    doubts: [String] = []
  ) {
    self.method = method
    self.target = target
    self.allowedBy = allowedBy
    self.denial = denial
    self.doubts = doubts
  }
}
