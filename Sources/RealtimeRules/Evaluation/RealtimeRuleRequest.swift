package import Diagnostics
package import RealtimeDatabase

/// One operation of a client, as rules see it.
package struct RealtimeRuleRequest: Sendable {
  package enum Operation: Sendable {
    /// A listen, a get or a REST read; `query` is nil for a plain read of the whole location.
    case read(RealtimePath, query: RealtimeQuerySpec?)
    /// A set, or a delete when the node is absent. Server values are resolved.
    case write(RealtimePath, RealtimeNode)
    /// Several sets, all or none; the paths are absolute, and none is above another.
    case update(RealtimePath, [(path: RealtimePath, node: RealtimeNode)])
  }

  package var operation: Operation
  /// What `auth` is: `{"uid": …, "token": {…}, …}`; absent when nobody is signed in. Empty objects and lists are kept
  /// out by the tree, as they are by the service's own JSON.
  package var auth: RealtimeNode
  /// Milliseconds since 1970: `now`, and every timestamp placeholder of the write.
  package var now: Double

  package init(_ operation: Operation, auth: RealtimeNode = .absent, now: Double) {
    self.operation = operation
    self.auth = auth
    self.now = now
  }
}

/// What is decided, and by which rule.
package struct RealtimeRuleDecision: Sendable {
  package enum Reason: Hashable, Sendable {
    /// The condition is true: on allow.
    case granted
    case conditionFalse
    /// Evaluation stopped; the text says at what.
    case error(String)
    /// No rule on the way says anything.
    case noRule
  }

  package var isAllowed: Bool
  package var reason: Reason
  /// The rule that decided: the first that granted, the `.validate` that failed, or, where nothing granted, the deepest
  /// that was asked. Nil without any.
  package var rule: DecidedRule?
  /// The location that decided: of an update the path that is refused, or the last one.
  package var path: RealtimePath
  /// The rules that were asked, in order, with what each part of them evaluated to: the first ones, and always the one
  /// that decided. Empty unless it was asked for.
  package var trace: [TracedRule]
  /// How many rules were asked that the trace leaves out.
  package var untraced: Int
  /// Whether a rule has looked into a text for another one that it does not write out, as `contains(auth.uid)` does:
  /// then names that differ are not all that may have decided, but also what they consist of.
  package var hasSearchedTexts = false
  /// The locations at which rules have looked at data, before or after the write.
  package var consulted: Set<RealtimePath> = []

  package init(
    isAllowed: Bool, reason: Reason, rule: DecidedRule?, path: RealtimePath = .root, trace: [TracedRule] = [],
    untraced: Int = 0
  ) {
    self.isAllowed = isAllowed
    self.reason = reason
    self.rule = rule
    self.path = path
    self.trace = trace
    self.untraced = untraced
  }
}

/// A rule and the location at which it was asked.
package struct DecidedRule: Hashable, Sendable {
  /// As it is written: `/rooms/$room`.
  package var pattern: String
  package var path: RealtimePath
  package var rule: Rule

  package init(pattern: String, path: RealtimePath, rule: Rule) {
    self.pattern = pattern
    self.path = path
    self.rule = rule
  }
}

/// A rule as it was evaluated.
package struct TracedRule: Sendable {
  package var rule: DecidedRule
  package var values: [TracedValue]

  package init(rule: DecidedRule, values: [TracedValue]) {
    self.rule = rule
    self.values = values
  }
}

/// What one part of a condition evaluated to.
package struct TracedValue: Sendable {
  package enum Outcome: Sendable, Hashable {
    /// A primitive value as JSON writes it, the path of a location, or `(children)` and `(object)`.
    case value(String)
    case error(String)
  }

  package var span: Span
  package var outcome: Outcome
  /// Parts stand one level below what they are part of, and before it.
  package var depth: Int
  /// The value where it is a primitive one other than null; long texts are cut.
  package var leaf: RealtimeLeaf?

  package init(span: Span, outcome: Outcome, depth: Int = 0, leaf: RealtimeLeaf? = nil) {
    self.span = span
    self.outcome = outcome
    self.depth = depth
    self.leaf = leaf
  }
}
