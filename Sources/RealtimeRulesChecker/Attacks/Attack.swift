package import Diagnostics
import FirestoreModel
package import RealtimeDatabase

/// A sequence of requests with which an actor gains access that the rules are meant to deny.
package struct Attack: Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// The attacker creates a node first, so that its rightful members cannot create it.
    case squatting
    /// The attacker writes a text in place of a list of users and becomes a member by it.
    case typeConfusion = "type confusion"
    /// The attacker replaces, changes or deletes data of another user.
    case takeover
    /// The attacker adds data where only members should.
    case intrusion
    /// After an allowed write the attacker can do something that was denied before.
    case escalation
  }

  package var kind: Kind
  /// The result in one line: `mallory reads /messages/c1`.
  package var summary: String
  /// The requests in order, each on the data that the previous ones have left. All are allowed, except the last one of
  /// a squatting, which is the denied request of a rightful member.
  package var steps: [SimulatedRequest]
  /// The data before the first step.
  package var data: RealtimeNode
  /// The rule that makes the attack possible.
  package var location: SourceLocation

  package var code: DiagnosticCode {
    switch kind {
    case .squatting: .openCreate
    case .typeConfusion: .valOfContainer
    case .takeover: .ownerOverwritten
    case .intrusion, .escalation: .nonMemberWrite
    }
  }

  package var finding: Diagnostic {
    Diagnostic(
      code, "\(kind.rawValue): \(summary)", at: location, severity: .error,
      notes: steps.enumerated().map { index, step in
        "\(index + 1). \(step.actor.name)\(step.actor.uid.map { " (`\($0.string)`)" } ?? ""): `\(step.request.text)`, \(step.isAllowed ? "allowed" : "denied")"
      }, help: help)
  }

  private var help: String {
    switch kind {
    case .squatting: "let only somebody create the node who is a member of it, and choose ids that cannot be guessed"
    case .typeConfusion: "keep members in a map, `{\"uid\": true}`, ask `hasChild(auth.uid)`, and validate the map"
    case .takeover: "compare the owner that is stored: `!data.exists() || data.child(…).val() === auth.uid`"
    case .intrusion: "ask for membership in the rule that allows the write"
    case .escalation: "let nobody write what decides about their own access"
    }
  }
}
