// FB6019 owner-cannot-delete info
//
// means: An owner can create but never delete. That may be meant, and often is not.
// why: After a delete there is no `newData`, so a condition on its fields is false and the delete is denied.
// example:
//   {"rules": {"posts": {"$id": {".write": "1️⃣newData.child('owner').val() === auth.uid && !data.exists()"}}}}
// fix: Allow it by name: `!newData.exists() && data.child('owner').val() === auth.uid`.
// ignore: When entries are to stay, as in a log.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A user can create a node but never delete it. The check simulates both.
enum OwnerCannotDelete: RealtimeLint {
  static let codes: [DiagnosticCode] = [.ownerCannotDelete]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    let owned = subject.locations.flatMap { location in
      location.conditions(.write).filter { condition in
        location.variable != nil && !subject.isUserKey(location) && condition.literals.contains { $0.isAboutCaller }
          && !subject.isWritable(above: location)
      }.map { (location, $0) }
    }
    guard !owned.isEmpty, let owner = subject.fixture.actors[.owner] else { return [] }
    let fixture = subject.fixture
    return owned.compactMap { location, condition in
      guard let path = fixture.path(of: location) else { return nil }
      guard let (creation, deletion) = undeletableValue(location, path, owner, fixture) else { return nil }
      return subject.finding(
        .ownerCannotDelete, "who creates `\(location.pattern)` can never delete it", at: condition.span,
        notes: [creation.note(), deletion.note("then")],
        help: "if deleting is meant to be possible, allow `!newData.exists()` for the owner that is stored")
    }
  }

  /// The first allowed creation with the delete that is denied after it; nil if any value that can be created can also
  /// be deleted.
  private static func undeletableValue(
    _ location: RuleLocation, _ path: RealtimePath, _ owner: RealtimeActor, _ fixture: RulesFixture
  ) -> (creation: SimulatedRequest, deletion: SimulatedRequest)? {
    let free = RequestSimulator(fixture, owner, data: fixture.data.replacing(path, with: .absent))
    let conjunctions = fixture.subject.grants(.write, at: location).flatMap(\.conjunctions).prefix(12)
    var first: (creation: SimulatedRequest, deletion: SimulatedRequest)?
    for value in free.candidateValues(location, path, variant: 0).prefix(12) {
      guard free.simulate(.write(path, value)).isAllowed else { continue }
      let stored = fixture.data.replacing(path, with: value)
      let solver = ConstraintSolver(subject: fixture.subject, binding: free.binding, now: fixture.now, before: stored)
      // Also a value that has what the rules require for a delete.
      for value in [value] + conjunctions.map({ solver.solve($0, on: .before, in: stored).tree[path] }) {
        let creation = free.simulate(.write(path, value))
        guard value.exists, creation.isAllowed else { continue }
        let deletion = RequestSimulator(fixture, owner, data: fixture.data.replacing(path, with: value)).simulate(
          .write(path, .absent))
        if deletion.isAllowed { return nil }
        if first == nil { first = (creation, deletion) }
      }
    }
    return first
  }
}
