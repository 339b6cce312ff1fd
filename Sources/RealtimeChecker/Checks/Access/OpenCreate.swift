import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Anybody can create a node that has members without being one of them. The creation is evaluated.
enum OpenCreate: RealtimeLint {
  static let codes: [DiagnosticCode] = [.openCreate]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    let branches = subject.locations.flatMap { location in
      location.conditions(.write).compactMap { condition in
        creation(in: condition, location).map { (location, $0) }
      }
    }
    guard !branches.isEmpty, let stranger = subject.scene.cast.stranger else { return [] }
    let scene = subject.scene
    return branches.compactMap { location, branch in
      let list = Place(.after, branch.list.keys)
      guard let path = scene.path(of: location), let members = list.path(scene.binding(uid: nil)), path.contains(members) else { return nil }
      let attempts = Attempts(scene, stranger, data: scene.data.replacing(path, with: .absent))
      // Somebody else's room: its members are others.
      let operations = attempts.values(location, path, variant: 0).compactMap { value -> RealtimeRuleRequest.Operation? in
        guard let inner = members.relative(to: path), let uid = stranger.uid else { return nil }
        var list = scene.data[members]
        if !list.exists { list = RealtimeNode(RealtimeChildren([(key: RealtimeKey(scene.cast.ownerID.string), node: RealtimeNode(.boolean(true)))])) }
        list = list.replacing(RealtimePath([RealtimeKey(uid.string)]), with: .absent)
        return .write(path, value.replacing(inner, with: list))
      }
      guard let attempt = attempts.best(operations), attempt.isAllowed else { return nil }
      return subject.finding(
        .openCreate, "anybody can create `\(location.pattern)` for others, without being a member of it", at: branch.literal.span,
        notes: [attempt.note()],
        help: "demand that the creator is a member: `\(subject.text(of: list, in: location)).hasChild(auth.uid)`")
    }
  }

  /// `!data.exists()`, and the list of members that the location has otherwise.
  private static func creation(in condition: Condition, _ location: RuleLocation) -> (literal: Literal, list: Place)? {
    let own = Place(.before, location.keys)
    guard let list = condition.literals.lazy.compactMap(\.membership).first(where: { $0.keys.starts(with: location.keys) }) else { return nil }
    for way in condition.ways where !way.contains(where: { $0.membership != nil }) {
      if let literal = way.first(where: { $0.fact == .exists(own) && !$0.isTrue }) { return (literal, list) }
    }
    return nil
  }
}
