import Diagnostics
import FirestoreModel
import RealtimeRules

/// One location of a rules file with its own rules, and the indices of its parent and children.
struct RuleLocation: Sendable {
  let index: Int
  let parent: Int?
  var children: [Int] = []
  let node: RuleNode
  let keys: [KeyPattern]
  let conditions: [Condition]

  /// `/rooms/$room`
  var pattern: String { "/" + node.pattern.joined(separator: "/") }
  var variable: Text? { keys.last?.variable }

  func conditions(_ kind: Rule.Kind) -> [Condition] { conditions.filter { $0.rule.kind == kind } }
}

extension RuleLocation {
  /// `$other: {".validate": false}`, which forbids children with other names.
  var isClosed: Bool {
    children.isEmpty && conditions.count == 1 && conditions[0].rule.kind == .validate && conditions[0].isAlwaysFalse
  }

  /// Whether it stores who is online, such as `/presence/$uid`.
  var isPresence: Bool {
    keys.contains { $0.literal.map(PresenceNames.contains) ?? false }
  }
}

/// A `.read`, `.write` or `.validate` rule with its condition in normal form.
struct Condition: Sendable {
  let rule: Rule
  /// The index of its location.
  let location: Int
  let normalForm: DisjunctiveNormalForm

  var conjunctions: [[Literal]] { normalForm.conjunctions }
  var span: Span { rule.expression.span }
  /// True for no request.
  var isAlwaysFalse: Bool { conjunctions.isEmpty && !normalForm.isTruncated }
  /// True for every request, with or without sign-in.
  var isAlwaysTrue: Bool { conjunctions.contains { $0.isEmpty } }
  /// True for every request of a user who is signed in.
  var isForAnyUser: Bool {
    isAlwaysTrue
      || conjunctions.contains { conjunction in conjunction.allSatisfy { $0.atom == .signedIn && $0.isTrue } }
  }
  var literals: [Literal] { conjunctions.flatMap(\.self) }
}
