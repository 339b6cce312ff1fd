// FB6021 non-member-write error
//
// means: A write rule below a node that is guarded by membership does not test membership. Everybody can write there.
// why: A `.write` below grants on its own; the condition above is not added to it. Who may write their own entry of the
//   list of members joins; where no other condition is asked for, that anybody may is only told.
// example:
//   {"rules": {"rooms": {"$id": {
//     ".read": "data.child('members').hasChild(auth.uid)",
//     "messages": {"$m": {".write": "1️⃣auth != null"}}
//   }}}}
// fix: Repeat the test of membership: `data.parent().parent().child('members').hasChild(auth.uid)`.
// ignore: When strangers may write here on purpose, as to a mailbox.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A user who is no member can write to data of a room that only members can access. The check simulates the write of a
/// stranger.
enum NonMemberWrite: RealtimeLint {
  static let codes: [DiagnosticCode] = [.nonMemberWrite]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    let suspects = subject.locations.flatMap { location in
      location.conditions(.write).compactMap { condition -> Suspect? in
        guard !condition.isAlwaysFalse, let list = guardingList(location, subject),
          let conjunction = condition.conjunctions.first(where: { conjunction in
            !conjunction.contains { $0.requiresMembership(apartFrom: location) || subject.isRole($0) }
              // To join is to write one's own entry; who may, the other conditions say.
              && !(subject.isJoin(location, conjunction)
                && conjunction.contains { $0.restrictsJoining(location) })
          }),
          // A conjunction that only allows deletes is no risk.
          !conjunction.contains(where: { !$0.isTrue && $0.atom == .exists(DataReference(.after, location.keys)) }),
          // `OpenCreate` checks the creation of the room.
          !conjunction.contains(where: {
            !$0.isTrue
              && $0.atom.references.contains {
                $0.side == .before && $0.keys.starts(with: location.keys) && list.keys.starts(with: $0.keys)
              }
          })
        else { return nil }
        return Suspect(
          location: location, condition: condition, list: list, isJoin: subject.isJoin(location, conjunction))
      }
    }
    guard !suspects.isEmpty, let stranger = subject.fixture.actors.stranger, let uid = stranger.uid else { return [] }
    let fixture = subject.fixture
    return suspects.compactMap { suspect in
      let (location, condition, list) = (suspect.location, suspect.condition, suspect.list)
      var binding = fixture.binding(uid: uid)
      // In a list with one entry per user the stranger writes their own.
      if let variable = location.variable, subject.isUserKey(location) {
        binding = binding.with(variable, RealtimeKey(uid.string))
      }
      guard let path = DataReference(.after, location.keys).path(binding) else { return nil }
      let existing = RequestSimulator(fixture, stranger, binding: binding)
      let free = RequestSimulator(
        fixture, stranger, data: fixture.data.replacing(path, with: .absent), binding: binding)
      // A node that contains the list of members is created by a member, so only writes to an existing one count.
      let isRoom = list.keys.starts(with: location.keys)
      for (simulator, side) in isRoom ? [(existing, DataReference.Side.before)] : [(free, .after), (existing, .before)]
      {
        guard
          let result = simulator.firstAllowedOrFirst(
            simulator.candidateValues(location, path, variant: 1).lazy.map { .write(path, $0) }),
          result.isAllowed, result.decision.rule?.rule == condition.rule
        else { continue }
        let isJoin = suspect.isJoin
        return subject.finding(
          .nonMemberWrite,
          isJoin
            ? "anybody can make themselves a member at `\(location.pattern)`"
            : "somebody who is no member can write to `\(location.pattern)`", at: condition.span,
          severity: isJoin ? .info : nil, notes: [result.note()],
          help:
            "ask for membership, too: `\(subject.text(of: DataReference(side, list.keys), in: location)).hasChild(auth.uid)`"
        )
      }
      return nil
    }
  }

  /// The list of members that other rules below the same variable use: those of the same room, conversation or group.
  private static func guardingList(_ location: RuleLocation, _ subject: RealtimeSubject) -> DataReference? {
    for room in subject.locationsFromRoot(to: location).reversed() {
      guard let variable = room.variable, !subject.isUserKey(room) else { continue }
      let lists = subject.subtree(of: room).lazy.flatMap { $0.conditions.filter { $0.rule.kind != .validate } }
        .flatMap(\.literals).compactMap(\.membership)
        .filter { list in list.keys.contains { $0.parts.contains(.variable(variable)) } }
      if let list = lists.first { return list }
    }
    return nil
  }
}

private struct Suspect {
  var location: RuleLocation
  var condition: Condition
  /// The list of members that guards the room.
  var list: DataReference
  var isJoin: Bool
}

extension RealtimeSubject {
  /// Whether a write is one of the caller's own entry in a list of members.
  fileprivate func isJoin(_ location: RuleLocation, _ conjunction: [Literal]) -> Bool {
    isMemberEntry(location) && conjunction.contains { $0.callerVariable == location.variable }
  }
}

extension Literal {
  /// Whether it asks of somebody who joins for more than their own id and what they write.
  fileprivate func restrictsJoining(_ location: RuleLocation) -> Bool {
    if atom == .signedIn || callerVariable == location.variable { return false }
    let references = atom.references
    return references.isEmpty || !references.allSatisfy { $0.keys.starts(with: location.keys) }
  }

  /// Whether it tests membership in a list that the write itself cannot change. In a list that is part of the new data
  /// callers could add themselves.
  fileprivate func requiresMembership(apartFrom location: RuleLocation) -> Bool {
    guard let list = membership else { return false }
    return list.side == .before || !list.keys.starts(with: location.keys)
  }
}
