package import Diagnostics
import FirestoreModel
package import RealtimeDatabase

/// Requests that together give somebody more than is meant for them.
package struct Attack: Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// A node is created where others would meet, so that they cannot.
    case squatting
    /// A text where ids of users are looked up makes a member of whom it names.
    case typeConfusion = "type confusion"
    /// What somebody else has written is replaced, changed or deleted.
    case takeover
    /// Something is added where only members should.
    case intrusion
    /// A write that is allowed opens what was closed before it.
    case escalation
  }

  package var kind: Kind
  /// What it comes to: `mallory reads /messages/c1`.
  package var summary: String
  /// In order, each allowed on the data that the ones before have left. The last of a squatting is the one that is
  /// denied because of it.
  package var steps: [SimulatedRequest]
  /// What the first step is put to.
  package var data: RealtimeNode
  /// The rule that lets it happen.
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
