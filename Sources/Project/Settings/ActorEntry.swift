package import Diagnostics
package import FirestoreRulesEvaluator

/// Who sends a request of the sources, as rules see it.
package enum SourceCaller: Hashable, Sendable {
  /// Rules do not apply.
  case admin
  case anonymous
  /// Somebody who is signed in; nothing else is known of them.
  case signedIn
  case named(Actor)

  /// `{uid, token}` of `firebreak.json`.
  package struct Actor: Hashable, Sendable {
    package var name: String
    package var auth: AuthContext
  }
}

/// `actors` of `firebreak.json`: who asks, by the path of the source or by name.
package struct ActorEntry: Hashable, Sendable {
  package enum Meaning: Hashable, Sendable {
    case actor(SourceCaller)
    /// The name of another entry.
    case name(String)
  }

  /// A pattern of paths below the root, or a name.
  package var key: String
  package var meaning: Meaning
  package var location: SourceLocation

  /// Whether the entry itself says who somebody is.
  package var isDescribed: Bool { if case .actor(.named) = meaning { true } else { false } }
}
