package import FirestoreModel

/// What `request` and `resource` stand for during an evaluation.
///
/// Made from the request when a rule looks at it, and then kept: a decision pays for what its rules read. In abstract
/// evaluation parts of it are replaced by what is known of them.
package struct RequestBindings<Domain: ValueDomain>: Sendable where Domain: Sendable {
  package typealias Outcome = Domain.Outcome

  /// The members of `request` that are given as they are; nil: those of the request itself.
  private let given: BuiltMap?
  private let shared: SharedRequest
  private let domain: Domain
  private var members: Members<Outcome>
  private var whole: Outcome?
  private var stored: Outcome?
  private var storedData: Outcome?
  private var incomingData: Outcome?

  /// A live request.
  package init(_ request: RulesRequest, domain: Domain) { self.init(SharedRequest(request), domain: domain) }

  init(_ request: SharedRequest, domain: Domain) {
    shared = request
    given = nil
    self.domain = domain
    members = Members()
  }

  /// A request of the hosted test service: `request` and `resource` are what the test case gives; an unset `resource`
  /// is a null value error wherever it is touched.
  package init(testCase request: RulesRequest, members: BuiltMap, resource: RuleValue?, domain: Domain) {
    shared = SharedRequest(request)
    given = members
    self.domain = domain
    self.members = Members()
    stored = resource.map(domain.constant) ?? domain.failure(.nullValue)
  }

  private var source: RulesRequest { shared.request }

  /// Whose documents `get` and its like may read.
  package var database: Text { source.database }

  /// Replaces `resource`, for example by the unknown candidate of a query.
  package mutating func setResource(_ outcome: Outcome) {
    stored = outcome
    storedData = nil
  }

  /// Replaces a member of `request`, for example a path that is not known.
  package mutating func setMember(_ member: RequestMember, _ outcome: Outcome) {
    members[member] = outcome
    whole = nil
    incomingData = nil
  }

  // MARK: - Reading

  /// `request`.
  mutating func request() -> Outcome {
    if let whole { return whole }
    let outcome: Outcome
    if let given {
      outcome = domain.constant(.map(.built(given)))
    } else {
      let present = RequestMember.allCases.filter { isPresent($0) }
      outcome = domain.request(present.map { (key: $0.key, value: member($0)) })
    }
    whole = outcome
    return outcome
  }

  /// `request.<member>`.
  mutating func member(_ member: RequestMember) -> Outcome {
    if let known = members[member] { return known }
    let outcome: Outcome
    if given != nil {
      outcome = domain.member(member.key, of: request())
    } else if let value = value(of: member) {
      outcome = domain.constant(value)
    } else {
      outcome = domain.failure(.undefinedProperty(member.key))
    }
    members[member] = outcome
    return outcome
  }

  /// `resource`.
  mutating func resource() -> Outcome {
    if let stored { return stored }
    let outcome = domain.constant(source.resource?.ruleValue(database: database) ?? .null)
    stored = outcome
    return outcome
  }

  /// `resource.data` and `request.resource.data`.
  mutating func data(of role: DocumentRole) -> Outcome {
    switch role {
    case .stored:
      if let storedData { return storedData }
      let outcome: Outcome
      // The shortcut past the map around the fields: only where nobody has replaced it.
      if stored == nil, let fields = source.resource?.fields {
        outcome = domain.constant(.map(.stored(fields)))
      } else {
        outcome = domain.member("data", of: resource())
      }
      storedData = outcome
      return outcome
    case .incoming:
      if let incomingData { return incomingData }
      let outcome: Outcome
      if given == nil, members.resource == nil, let fields = incoming?.fields {
        outcome = domain.constant(.map(.stored(fields)))
      } else {
        outcome = domain.member("data", of: member(.resource))
      }
      incomingData = outcome
      return outcome
    }
  }

  // MARK: - Live requests

  /// `query` exists only for lists, `resource` only for writes, where it is null for a delete (observed in production).
  private func isPresent(_ member: RequestMember) -> Bool {
    switch member {
    case .auth, .method, .path, .time: true
    case .query: source.method == .list
    case .resource: source.method.isWrite
    }
  }

  /// The document as a write would leave it; a delete leaves none.
  private var incoming: RulesDocument? {
    switch source.method {
    case .create, .update: source.newResource
    case .get, .list, .delete: nil
    }
  }

  private func value(of member: RequestMember) -> RuleValue? {
    guard isPresent(member) else { return nil }
    switch member {
    case .auth: return source.auth?.ruleValue ?? .null
    case .method: return .string(source.method.word)
    case .time: return .timestamp(source.time)
    case .query: return (source.query ?? RulesQuery()).ruleValue
    case .resource:
      return incoming?.ruleValue(database: database) ?? .null
    case .path:
      // Of a list the part that is known: the collection.
      return .path(RulePath(["databases", database, "documents"] + source.path.knownSegments))
    }
  }
}

/// A request in one place, since many parts of an evaluation refer to it.
final class SharedRequest: Sendable {
  let request: RulesRequest

  init(_ request: RulesRequest) { self.request = request }
}

/// One outcome for each member of `request`.
private struct Members<Outcome: Sendable>: Sendable {
  var auth, method, path, query, resource, time: Outcome?

  subscript(member: RequestMember) -> Outcome? {
    get {
      switch member {
      case .auth: auth
      case .method: method
      case .path: path
      case .query: query
      case .resource: resource
      case .time: time
      }
    }
    set {
      switch member {
      case .auth: auth = newValue
      case .method: method = newValue
      case .path: path = newValue
      case .query: query = newValue
      case .resource: resource = newValue
      case .time: time = newValue
      }
    }
  }
}
