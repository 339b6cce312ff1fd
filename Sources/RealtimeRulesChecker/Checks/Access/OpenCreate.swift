// FB6020 open-create error
//
// means: Anybody who is signed in can create the node without being a member of it. Strangers can fill it.
// why: `!data.exists()` alone is true for every free key. Anybody can create a room, or one that pretends to be
//   somebody else's.
// example:
//   {"rules": {"rooms": {"$id": {
//     ".write": "auth != null && (!1️⃣data.exists() || data.child('members').hasChild(auth.uid))"
//   }}}}
// fix: Demand that the creator is a member of what is created: `newData.child('members').hasChild(auth.uid)`.
// ignore: When rooms are public and nobody owns them.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Anybody can create a node with members without being one of them, or a node with an owner in the name of another
/// user. The check simulates the creation.
enum OpenCreate: RealtimeLint {
  static let codes: [DiagnosticCode] = [.openCreate]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    let suspects = subject.locations.flatMap { location in
      location.conditions(.write).compactMap { condition in
        creation(in: condition, location).map { (location, $0) }
      }
    }
    return creationsWithoutMembership(suspects, subject) + creationsForOthers(subject)
  }

  private static func creationsWithoutMembership(
    _ suspects: [(RuleLocation, (literal: Literal, list: DataReference))], _ subject: RealtimeSubject
  ) -> [Diagnostic] {
    guard !suspects.isEmpty, let stranger = subject.fixture.actors.stranger else { return [] }
    let fixture = subject.fixture
    return suspects.compactMap { location, suspect in
      let list = DataReference(.after, suspect.list.keys)
      guard let path = fixture.path(of: location), let members = list.path(fixture.binding(uid: nil)),
        path.contains(members)
      else { return nil }
      let simulator = RequestSimulator(fixture, stranger, data: fixture.data.replacing(path, with: .absent))
      // The list of members has other users and not the creator.
      let operations = simulator.candidateValues(location, path, variant: 0).compactMap {
        value -> RealtimeRuleRequest.Operation? in
        guard let inner = members.relative(to: path), let uid = stranger.uid else { return nil }
        var list = fixture.data[members]
        if !list.exists {
          list = RealtimeNode(
            RealtimeChildren([(key: RealtimeKey(fixture.actors.ownerID.string), node: RealtimeNode(.boolean(true)))]))
        }
        list = list.replacing(RealtimePath([RealtimeKey(uid.string)]), with: .absent)
        return .write(path, value.replacing(inner, with: list))
      }
      guard let result = simulator.firstAllowedOrFirst(operations), result.isAllowed else { return nil }
      return subject.finding(
        .openCreate, "anybody can create `\(location.pattern)` for others, without being a member of it",
        at: suspect.literal.span,
        notes: [result.note()],
        help: "demand that the creator is a member: `\(subject.text(of: list, in: location)).hasChild(auth.uid)`")
    }
  }

  /// `!data.exists() || data.child('owner').val() === auth.uid` does not test who the first owner is.
  private static func creationsForOthers(_ subject: RealtimeSubject) -> [Diagnostic] {
    let suspects = subject.locations.flatMap { location in
      location.conditions(.write).compactMap { condition -> (RuleLocation, Literal, DataReference)? in
        let own = DataReference(.before, location.keys)
        let owner = condition.literals.lazy.compactMap(\.callerReference)
          .first {
            $0.side == .before && $0.isKnown && $0.keys.count > location.keys.count
              && $0.keys.starts(with: location.keys)
          }
        guard let owner, !condition.literals.contains(where: { $0.membership != nil }) else { return nil }
        for conjunction in condition.conjunctions where !conjunction.contains(where: \.isAboutCaller) {
          if let literal = conjunction.first(where: { $0.atom == .exists(own) && !$0.isTrue }) {
            return (location, literal, owner)
          }
        }
        return nil
      }
    }
    guard !suspects.isEmpty, let stranger = subject.fixture.actors.stranger else { return [] }
    let fixture = subject.fixture
    return suspects.compactMap { location, literal, owner in
      guard let path = fixture.path(of: location), let inner = owner.path(fixture.binding(uid: nil))?.relative(to: path)
      else { return nil }
      let simulator = RequestSimulator(fixture, stranger, data: fixture.data.replacing(path, with: .absent))
      let name = RealtimeNode(.string(fixture.actors.ownerID))
      let creation = simulator.firstAllowedOrFirst(
        simulator.candidateValues(location, path, variant: 0).map { .write(path, $0.replacing(inner, with: name)) })
      guard let creation, creation.isAllowed else { return nil }
      return subject.finding(
        .openCreate, "anybody can create `\(location.pattern)` in the name of somebody else", at: literal.span,
        notes: [creation.note()],
        help:
          "demand that the creator is the owner: `\(subject.text(of: DataReference(.after, owner.keys), in: location)).val() === auth.uid`"
      )
    }
  }

  /// The literal `!data.exists()` of a conjunction without a test of membership, and the list that other conjunctions
  /// test.
  private static func creation(in condition: Condition, _ location: RuleLocation) -> (
    literal: Literal, list: DataReference
  )? {
    let own = DataReference(.before, location.keys)
    guard
      let list = condition.literals.lazy.compactMap(\.membership).first(where: { $0.keys.starts(with: location.keys) })
    else { return nil }
    for conjunction in condition.conjunctions where !conjunction.contains(where: { $0.membership != nil }) {
      if let literal = conjunction.first(where: { $0.atom == .exists(own) && !$0.isTrue }) { return (literal, list) }
    }
    return nil
  }
}
