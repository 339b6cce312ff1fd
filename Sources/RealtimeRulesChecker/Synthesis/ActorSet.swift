package import FirestoreModel
package import RealtimeDatabase
import RealtimeRules

/// Somebody who sends requests: a principal, in the words of access control.
package struct RealtimeActor: Hashable, Sendable {
  package var name: String
  /// The value of `auth` in the rules; absent without sign-in.
  package var auth: RealtimeNode

  package init(_ name: String, auth: RealtimeNode) {
    self.name = name
    self.auth = auth
  }

  /// A user whose token has an id and no other claims.
  package init(_ name: String, uid: Text) {
    self.init(name, auth: RealtimeNode(RealtimeChildren([(key: RealtimeKey("uid"), node: RealtimeNode(.string(uid)))])))
  }

  package var uid: Text? { if case .string(let uid) = auth.child("uid").leaf { uid } else { nil } }
}

/// The actors that requests are simulated for: one who is not signed in, a stranger, a member, the owner, and an admin
/// if the rules test roles, claims or literal ids.
package struct ActorSet: Sendable {
  package enum Role: String, Hashable, Sendable, CaseIterable {
    case signedOut = "signed out", stranger, member, owner, admin
  }

  package var all: [RealtimeActor]

  package init(_ actors: [RealtimeActor]) { all = actors }

  package subscript(role: Role) -> RealtimeActor? { all.first { $0.name == role.rawValue } }

  /// The user whose access should be limited: signed in, but no owner, member or admin.
  var stranger: RealtimeActor? { self[.stranger] }
  var ownerID: Text { self[.owner]?.uid ?? "alice" }
  var memberID: Text { self[.member]?.uid ?? "bob" }
  var adminID: Text { self[.admin]?.uid ?? "ada" }
}

extension ActorSet {
  /// The actors that the rules distinguish, with ids from the given data where it has any.
  package init(for subject: RealtimeSubject) {
    let known = subject.knownUsers
    let owner = known.first ?? "alice"
    let member = known.dropFirst().first ?? (owner == "bob" ? "alice" : "bob")
    var actors = [
      RealtimeActor("signed out", auth: .absent), RealtimeActor("stranger", uid: "mallory"),
      RealtimeActor("member", uid: member), RealtimeActor("owner", uid: owner),
    ]
    let claims = subject.claims
    let named = subject.namedUsers
    if claims.exists || subject.hasRoles || !named.isEmpty {
      var auth = claims
      auth = auth.replacing("/uid", with: RealtimeNode(.string(named.first ?? "ada")))
      actors.append(RealtimeActor("admin", auth: auth))
    }
    self.init(actors)
  }
}

extension RealtimeSubject {
  /// Ids of users in the given data: first those of members, then the keys of branches of users.
  fileprivate var knownUsers: [Text] {
    var users: [Text] = []
    func add(_ user: Text) { if !users.contains(user), user.byteCount > 0 { users.append(user) } }
    for reference in membershipLists.sorted(by: { $0.description < $1.description })
    where reference.keys.contains(where: { $0.variable != nil }) {
      for (_, node) in nodes(at: reference, limit: 4) {
        for (key, child) in node.children.prefix(4) {
          if key.integer != nil, case .string(let text) = child.leaf {
            add(text)
          } else if key.integer == nil {
            add(key.text)
          }
        }
      }
    }
    for location in locations where isUserKey(location) {
      for (path, _) in nodes(at: DataReference(.before, location.keys), limit: 4) {
        if let last = path.last { add(last.text) }
      }
    }
    return users
  }

  /// The ids that are literals in the rules.
  var namedUsers: [Text] {
    var users: [Text] = []
    for literal in locations.flatMap({ $0.conditions.flatMap(\.literals) }) where literal.isTrue {
      guard case .equal(let left, let right) = literal.atom, left == .uid || right == .uid else { continue }
      if case .string(let user)? = (left.constant ?? right.constant), user.byteCount > 0, !users.contains(user) {
        users.append(user)
      }
    }
    return users
  }

  /// A token that satisfies every test of a claim in the rules.
  fileprivate var claims: RealtimeNode {
    var auth = RealtimeNode.absent
    for literal in locations.flatMap({ $0.conditions.flatMap(\.literals) }) where literal.isTrue {
      switch literal.atom {
      case .equal(.claim(let name), let other), .equal(let other, .claim(let name)):
        guard name.isClaim, let leaf = other.constant else { continue }
        auth = auth.replacing(RealtimePath(name.claimPath), with: RealtimeNode(leaf))
      case .less(.claim(let name), .number(let bound)), .lessOrEqual(.claim(let name), .number(let bound)),
        .less(.number(let bound), .claim(let name)), .lessOrEqual(.number(let bound), .claim(let name)):
        guard name.isClaim else { continue }
        let level = RealtimeNode(.number(literal.atom.satisfied(beside: bound)))
        auth = auth.replacing(RealtimePath(name.claimPath), with: level)
      case .textTest(.matches, .claim(let name), .other(let pattern)):
        guard name.isClaim, let text = RegexExample.text(pattern.string) else { continue }
        auth = auth.replacing(RealtimePath(name.claimPath), with: RealtimeNode(.string(Text(text))))
      case .textTest(let test, .claim(let name), .text(let parts)):
        guard name.isClaim, parts.count == 1, case .text(let text) = parts[0] else { continue }
        let value = test == .beginsWith ? text.string + "ada" : "ada" + text.string
        auth = auth.replacing(RealtimePath(name.claimPath), with: RealtimeNode(.string(Text(value))))
      default: continue
      }
    }
    return auth
  }

  fileprivate var hasRoles: Bool {
    locations.contains { $0.conditions.contains { $0.literals.contains { $0.isTrue && isRole($0) } } }
  }

  /// Whether a literal tests a global role: there is no `$variable` in the path of the list or the value.
  func isRole(_ literal: Literal) -> Bool {
    guard literal.isTrue, let reference = literal.atom.references.first(where: { $0.keys.contains(where: \.isCaller) }),
      !reference.keys.contains(where: { $0.variable != nil })
    else { return false }
    if case .exists = literal.atom, let caller = reference.keys.lastIndex(where: \.isCaller),
      let location = location(at: DataReference(.before, Array(reference.keys[...caller]))), isUserKey(location)
    {
      // The user's own branch is no role: every user can have one.
      return false
    }
    return true
  }
}

extension AtomicCondition {
  /// A number for which the comparison with a bound is true.
  fileprivate func satisfied(beside bound: Double) -> Double {
    switch self {
    case .less(_, .number): bound - 1
    case .less(.number, _): bound + 1
    default: bound
    }
  }
}

extension Text {
  /// Whether it is a claim other than the id.
  fileprivate var isClaim: Bool { byteCount > 0 && string.split(separator: ".").first != "uid" }

  fileprivate var claimPath: String { string.split(separator: ".").joined(separator: "/") }
}

extension Operand {
  /// The value of a constant; nil for any other operand.
  var constant: RealtimeLeaf? {
    switch self {
    case .boolean(let value): .boolean(value)
    case .number(let value): .number(value)
    case .text(let parts): if parts.count == 1, case .text(let text) = parts[0] { .string(text) } else { nil }
    case .value, .length, .priority, .sum, .uid, .claim, .now, .null, .query, .other: nil
    }
  }
}
