package import Diagnostics

/// A kind of user: `count` instances that behave alike.
package struct WorkloadActor: Hashable, Sendable {
  /// More people than there are, and few enough that bytes times users can be counted.
  package static let maximumCount: Int64 = 1_000_000_000_000

  package var name: String
  package var count: Int64
  package var auth: Authentication?
  package var client: ClientProfile
  package var world: World
  package var variables: [ActorVariable]
  /// Nil for an actor that only appears in the timeline.
  package var sessions: SessionPlan?
  /// Done in every session.
  package var steps: [Step]
  /// The outside world in the stretches before the first session, between sessions and at night.
  package var betweenSessions: [Step]
  /// The outside world while a session lasts.
  package var during: [Step]
  package var span: Span

  package init(
    name: String, count: Int64 = 1, auth: Authentication? = nil, client: ClientProfile = ClientProfile(),
    world: World = .shared, variables: [ActorVariable] = [], sessions: SessionPlan? = nil, steps: [Step] = [],
    betweenSessions: [Step] = [], during: [Step] = [], span: Span
  ) {
    self.name = name
    self.count = count
    self.auth = auth
    self.client = client
    self.world = world
    self.variables = variables
    self.sessions = sessions
    self.steps = steps
    self.betweenSessions = betweenSessions
    self.during = during
    self.span = span
  }
}

/// Whether the instances of an actor see one another's changes.
package enum World: String, Hashable, Sendable, CaseIterable {
  case shared
  /// Each instance lives in its own copy of data and events, as if it had a database of its own: all that is written and
  /// stored counts once for each.
  case own
}

/// `auth: {uid, token}`
package struct Authentication: Hashable, Sendable {
  package var uid: TextTemplate
  package var token: [FieldAssignment]

  package init(uid: TextTemplate, token: [FieldAssignment] = []) {
    self.uid = uid
    self.token = token
  }
}

/// `client:` — which SDK asks, and what it keeps.
package struct ClientProfile: Hashable, Sendable {
  package enum Platform: String, Hashable, Sendable, CaseIterable {
    case ios, android, web, server

    /// The SDKs' own defaults.
    package var defaultPersistence: Persistence {
      switch self {
      case .ios, .android: .on
      case .web: .off
      case .server: .none
      }
    }
  }

  package enum Persistence: String, Hashable, Sendable, CaseIterable {
    case on, off
    /// A server SDK keeps nothing.
    case none
  }

  package var platform: Platform
  package var persistence: Persistence
  /// Device clock minus server clock.
  package var clockSkew: TimeSpan

  package init(platform: Platform = .ios, persistence: Persistence? = nil, clockSkew: TimeSpan = .zero) {
    self.platform = platform
    self.persistence = persistence ?? platform.defaultPersistence
    self.clockSkew = clockSkew
  }
}

/// `vars:` — state outside the database; it survives sessions unless the app is reinstalled.
package struct ActorVariable: Hashable, Sendable {
  package var name: String
  /// Evaluated at `clock.start`, and again after a reinstall.
  package var initial: Expression
  /// `frozen x`: assignments are ignored.
  package var isFrozen: Bool
  package var span: Span

  package init(name: String, initial: Expression, isFrozen: Bool = false, span: Span) {
    self.name = name
    self.initial = initial
    self.isFrozen = isFrozen
    self.span = span
  }
}

/// `sessions: {perDay, days, at, length, people}`
package struct SessionPlan: Hashable, Sendable {
  package enum Placement: Hashable, Sendable {
    /// Starts at `first`, each next one `gap` after the end of the one before.
    case sequence(first: TimeSpan, gap: TimeSpan)
    /// Session k of n starts at `from + k·(to − from)/n`.
    case even(from: TimeSpan, to: TimeSpan)
  }

  /// When each of several people starts. Those who meet are spread where nothing is said: if all of them listened at the
  /// same moments, each write would reach everybody.
  package enum People: String, Hashable, Sendable, CaseIterable {
    /// Each at moments of their own, drawn anew every day.
    case spread
    /// All at the same moments.
    case together
  }

  package var perDay: Quantity
  /// The days of the week that have sessions; nil: all.
  package var days: Set<Weekday>?
  /// Times of day.
  package var placement: Placement
  package var length: DurationQuantity
  package var people: People?
  package var span: Span

  package init(
    perDay: Quantity, days: Set<Weekday>? = nil, placement: Placement, length: DurationQuantity, people: People? = nil,
    span: Span
  ) {
    self.perDay = perDay
    self.days = days
    self.placement = placement
    self.length = length
    self.people = people
    self.span = span
  }
}
