import FirestoreModel
import RealtimeDatabase

/// A write of which only the path and the possible types of the value are known.
struct PossibleWrite {
  var path: RealtimePath
  /// Only `null` for a delete.
  var kinds: PossibleValues.Kinds
  /// The possible types of one node inside the written value.
  var inner: (path: RealtimePath, kinds: PossibleValues.Kinds)?
}

/// The possible values at every path before and after all requests of one operation. Given data is known exactly. Of
/// generated data only the relation of the actor to it is known (member, owner or neither): other values, and the ids
/// of users, may be different in a real database.
struct PossibleFixtureState: PossibleState {
  enum Precondition { case any, exists, absent }

  let fixture: RulesFixture
  let actor: RealtimeActor
  /// The path of the operation, and whether a node exists there before it.
  let targetPath: RealtimePath
  let precondition: Precondition
  /// Nil for reads.
  var write: PossibleWrite?

  var isSignedOut: Bool { !actor.auth.exists }

  private var data: RealtimeNode {
    precondition == .absent ? fixture.data.replacing(targetPath, with: .absent) : fixture.data
  }

  func node(_ side: DataReference.Side, _ path: RealtimePath) -> PossibleValues {
    guard side == .after, let write else { return storedValues(path) }
    if write.path.contains(path) { return values(write, path) }
    guard path.contains(write.path) else { return storedValues(path) }
    if !write.kinds.contains(.null) { return PossibleValues(.children) }
    if write.kinds == .null, !fixture.isGenerated(path) {
      return PossibleValues(data.replacing(write.path, with: .absent)[path])
    }
    return .any
  }

  private func values(_ write: PossibleWrite, _ path: RealtimePath) -> PossibleValues {
    if path == write.path { return PossibleValues(write.kinds) }
    if !write.kinds.contains(.children) { return PossibleValues(.null) }
    guard let inner = write.inner else { return .any }
    if path == inner.path { return PossibleValues(inner.kinds) }
    if path.contains(inner.path) { return PossibleValues(.children) }
    return inner.path.contains(path) && !inner.kinds.contains(.children) ? PossibleValues(.null) : .any
  }

  /// The possible values before the request.
  private func storedValues(_ path: RealtimePath) -> PossibleValues {
    guard fixture.isGenerated(path) else { return knownValues(data[path]) }
    if precondition == .absent, targetPath.contains(path) { return PossibleValues(.null) }
    if precondition == .exists, path != targetPath, path.contains(targetPath) { return PossibleValues(.children) }
    var values = generatedValues(at: path)
    if precondition == .exists, path == targetPath { values.kinds.subtract(.null) }
    return values
  }

  private func knownValues(_ node: RealtimeNode) -> PossibleValues {
    guard case .string(let text)? = node.leaf, fixture.isActorID(text, actor) else { return PossibleValues(node) }
    return PossibleValues(.string, refinement: .user(text))
  }

  /// The possible values at a path of the generated data, which depend on how the actor relates to it. Where the
  /// fixture has the id of the actor, a real database has it, too; where it has the id of somebody else, it can have
  /// anything but the id of the actor. A list has an entry for the actor exactly if the fixture has one, but its value
  /// is not known.
  private func generatedValues(at path: RealtimePath) -> PossibleValues {
    guard let uid = actor.uid else { return .any }
    if case .string(let text)? = fixture.data[path].leaf, fixture.isActorID(text, actor) {
      return text == uid
        ? PossibleValues(.string, refinement: .user(uid)) : PossibleValues(.all, refinement: .notUser(uid))
    }
    for depth in path.keys.indices where path.keys[depth].text == uid {
      let entry = RealtimePath(Array(path.keys[...depth]))
      if entry.contains(targetPath) { continue }
      if !fixture.data[entry].exists {
        return entry == path && fixture.subject.isSelfWritten(entry) ? .any : PossibleValues(.null)
      }
      if entry == path { return PossibleValues(.existing) }
    }
    return .any
  }

  func priority(_ side: DataReference.Side, _ path: RealtimePath) -> PossibleValues {
    if node(side, path).kinds == .null { return PossibleValues(.null) }
    let unknown = PossibleValues([.null, .number, .string])
    if side == .after, let write, path.contains(write.path) || write.path.contains(path) { return unknown }
    guard !fixture.isGenerated(path) else { return unknown }
    switch data[path].priority {
    case .number(let number)?: return PossibleValues(.number(number))
    case .string(let text)?: return PossibleValues(.string(text))
    case nil: return PossibleValues(.null)
    }
  }

  /// The possible values of a claim. Given actors have exactly the given claims. Generated actors have an id, and any
  /// of the claims that Firebase sets itself; only the owner and the admin may have custom claims, too.
  func claim(_ names: [String]) -> PossibleValues {
    guard actor.auth.exists else { return PossibleValues(.null) }
    let path = RealtimePath(names.map { RealtimeKey($0) })
    let known = actor.auth[path]
    let isID =
      names == ["uid"]
      || fixture.hasGeneratedActors && ["token.sub", "token.user_id"].contains(names.joined(separator: "."))
    if isID, let uid = actor.uid {
      // The rules may name several ids; this actor stands for a user with any of them.
      return fixture.namedUsers.count > 1 && fixture.namedUsers.contains(uid)
        ? PossibleValues(.string) : PossibleValues(.string, refinement: .user(uid))
    }
    if !fixture.hasGeneratedActors {
      return known.leaf == nil && known.exists
        ? PossibleValues(.children, refinement: .object(known)) : PossibleValues(known)
    }
    let hasClaims = [ActorSet.Role.owner.rawValue, ActorSet.Role.admin.rawValue].contains(actor.name)
    if hasClaims || names.count < 2 || Self.claimsOfAnyUser.contains(names[1]) { return .any }
    return PossibleValues(known)
  }

  /// The claims that the token of every user can have, without an administrator setting them.
  private static let claimsOfAnyUser: Set<String> = [
    "email", "email_verified", "phone_number", "name", "picture", "firebase", "iss", "aud", "exp", "iat", "auth_time",
    "provider_id",
  ]
}

extension RulesFixture {
  /// Whether a text is the id of an actor.
  fileprivate func isActorID(_ text: Text, _ actor: RealtimeActor) -> Bool {
    actor.uid == text || actors.all.contains { $0.uid == text }
  }
}
