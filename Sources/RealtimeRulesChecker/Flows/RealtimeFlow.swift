package import Diagnostics
import FirestoreModel
package import RealtimeDatabase
import RealtimeRules

/// The requests that an app sends for one of its functions.
package struct RealtimeFlow: Sendable {
  package var name: String
  package var steps: [RealtimeFlowStep]
}

package struct RealtimeFlowStep: Sendable {
  package enum Operation: Sendable {
    case read(RealtimePath, query: RealtimeQuerySpec?)
    case write(RealtimePath, RealtimeValue)
    /// The paths are relative to the path of the request.
    case update(RealtimePath, [(path: RealtimePath, value: RealtimeValue)])
    /// A write to a new push id.
    case push(RealtimePath, RealtimeValue)
  }

  package var actor: RealtimeActor
  package var operation: Operation
  package var isExpected: Bool
  package var location: SourceLocation
}

/// The flows of a file, and the data that they start from.
///
/// ```yaml
/// data: {conversations: {c1: {members: {user1: true}}}}
/// actors: {editor: {uid: ed, token: {role: editor}}}
/// flows:
///   - name: send a message
///     steps:
///       - {as: user1, push: /messages/c1, value: {senderId: user1, timestamp: {.sv: timestamp}}}
///       - {as: mallory, read: /messages/c1, query: limitToLast=50, expect: deny}
/// ```
///
/// `as` is a name of `actors`, the id of a user, or null for a request without sign-in. The default of `expect` is
/// `allow`.
package struct RealtimeFlows: Sendable {
  /// Nil if the file has no data.
  package var data: RealtimeNode?
  package var actors: [RealtimeActor]
  package var flows: [RealtimeFlow]
}
