import FirestoreModel
import RealtimeDatabase

/// A write of which only the location and the kinds of the value are known.
struct PossibleWrite {
  var path: RealtimePath
  /// `null` for a delete.
  var kinds: PossibleValues.Kinds
  /// What stands at a location inside of the value.
  var inner: (path: RealtimePath, kinds: PossibleValues.Kinds)?
}

/// What can stand where, before and after a request of a sort. Data that was given is what it is. Of data that was made up
/// only what makes somebody a member, an owner or neither holds: all else may be different where the rules are used, and
/// so are the ids of people.
struct PossibleWorld: PossibleRequests {
  enum Target { case anything, stands, free }

  let fixture: RulesFixture
  let actor: RealtimeActor
  /// The location that is asked about, and whether something stands there.
  let targetPath: RealtimePath
  let target: Target
  /// Nil for reads.
  var write: PossibleWrite?

  var isSignedOut: Bool { !actor.auth.exists }

  private var data: RealtimeNode { target == .free ? fixture.data.replacing(targetPath, with: .absent) : fixture.data }

  func node(_ side: DataReference.Side, _ path: RealtimePath) -> PossibleValues {
    guard side == .after, let write else { return stored(path) }
    if write.path.contains(path) { return written(write, path) }
    guard path.contains(write.path) else { return stored(path) }
    if !write.kinds.contains(.null) { return PossibleValues(.children) }
    if write.kinds == .null, !fixture.isSynthetic(path) {
      return PossibleValues(data.replacing(write.path, with: .absent)[path])
    }
    return .any
  }

  private func written(_ write: PossibleWrite, _ path: RealtimePath) -> PossibleValues {
    if path == write.path { return PossibleValues(write.kinds) }
    if !write.kinds.contains(.children) { return PossibleValues(.null) }
    guard let inner = write.inner else { return .any }
    if path == inner.path { return PossibleValues(inner.kinds) }
    if path.contains(inner.path) { return PossibleValues(.children) }
    return inner.path.contains(path) && !inner.kinds.contains(.children) ? PossibleValues(.null) : .any
  }

  /// What stands before the request.
  private func stored(_ path: RealtimePath) -> PossibleValues {
    guard fixture.isSynthetic(path) else { return given(data[path]) }
    if target == .free, targetPath.contains(path) { return PossibleValues(.null) }
    if target == .stands, path != targetPath, path.contains(targetPath) { return PossibleValues(.children) }
    var values = part(of: path)
    if target == .stands, path == targetPath { values.kinds.subtract(.null) }
    return values
  }

  private func given(_ node: RealtimeNode) -> PossibleValues {
    guard case .string(let text)? = node.leaf, fixture.isPerson(text, actor) else { return PossibleValues(node) }
    return PossibleValues(.string, only: .user(text))
  }

  /// What the actor has to do with a place of the made-up data. Where the id of somebody stands, theirs stands if they are
  /// that somebody, and otherwise anything else or nothing at all. Whether they are entered is what makes them a member;
  /// what the entry says is not known.
  private func part(of path: RealtimePath) -> PossibleValues {
    guard let uid = actor.uid else { return .any }
    if case .string(let text)? = fixture.data[path].leaf, fixture.isPerson(text, actor) {
      return text == uid ? PossibleValues(.string, only: .user(uid)) : PossibleValues(.all, only: .notUser(uid))
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
    guard !fixture.isSynthetic(path) else { return unknown }
    switch data[path].priority {
    case .number(let number)?: return PossibleValues(.number(number))
    case .string(let text)?: return PossibleValues(.string(text))
    case nil: return PossibleValues(.null)
    }
  }

  /// What the token says: all of it where the people are given. People who are made up have an id and, but for those who
  /// may have a part in something, none of the claims that an administrator gives.
  func claim(_ names: [String]) -> PossibleValues {
    guard actor.auth.exists else { return PossibleValues(.null) }
    let path = RealtimePath(names.map { RealtimeKey($0) })
    let known = actor.auth[path]
    let isID =
      names == ["uid"]
      || fixture.hasSyntheticActors && ["token.sub", "token.user_id"].contains(names.joined(separator: "."))
    if isID, let uid = actor.uid {
      // Whoever has one of several ids that the rules spell out may have any of them.
      return fixture.namedUsers.count > 1 && fixture.namedUsers.contains(uid)
        ? PossibleValues(.string) : PossibleValues(.string, only: .user(uid))
    }
    if !fixture.hasSyntheticActors {
      return known.leaf == nil && known.exists ? PossibleValues(.children, only: .object(known)) : PossibleValues(known)
    }
    let hasClaims = [ActorSet.Role.owner.rawValue, ActorSet.Role.admin.rawValue].contains(actor.name)
    if hasClaims || names.count < 2 || Self.everybodysClaims.contains(names[1]) { return .any }
    return PossibleValues(known)
  }

  /// Names that stand in the token of whoever signs in.
  private static let everybodysClaims: Set<String> = [
    "email", "email_verified", "phone_number", "name", "picture", "firebase", "iss", "aud", "exp", "iat", "auth_time",
    "provider_id",
  ]
}

extension RulesFixture {
  /// Whether a text is the id of somebody whom the scene knows.
  fileprivate func isPerson(_ text: Text, _ actor: RealtimeActor) -> Bool {
    actor.uid == text || actors.all.contains { $0.uid == text }
  }
}
