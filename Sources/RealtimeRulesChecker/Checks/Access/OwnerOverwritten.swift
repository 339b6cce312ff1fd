// FB6018 owner-overwritten warning
//
// means: Ownership is tested in the new data only. Anybody can overwrite somebody else's node by naming themselves as
//   owner.
// why: `newData` is what the writer sends. Who asks only for its owner lets everybody name themselves.
// example:
//   {"rules": {"posts": {"$id": {".write": "1️⃣newData.child('owner').val() === auth.uid"}}}}
// fix: Also test what is stored: `!data.exists() || data.child('owner').val() === auth.uid`.
// ignore: Never; any node can be taken over.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A rule compares the owner only in the new data, so that anybody can replace the data of another user and become its
/// owner. The check simulates such a write of a stranger.
enum OwnerOverwritten: RealtimeLint {
  static let codes: [DiagnosticCode] = [.ownerOverwritten]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    var seen: Set<DataReference> = []
    let claims = subject.locations.flatMap { location in
      location.conditions.filter { $0.rule.kind != .read }.flatMap { condition in
        condition.literals.compactMap { literal -> (RuleLocation, Literal, DataReference)? in
          guard let reference = literal.callerReference, reference.side == .after, reference.isKnown,
            seen.insert(reference).inserted
          else {
            return nil
          }
          return (location, literal, reference)
        }
      }
    }
    guard !claims.isEmpty, let stranger = subject.fixture.actors.stranger else { return [] }
    let fixture = subject.fixture
    return claims.compactMap { location, literal, reference in
      guard let result = takeover(of: reference, by: stranger, fixture) else { return nil }
      let stored = DataReference(.before, reference.keys)
      return subject.finding(
        .ownerOverwritten,
        "anybody can take over what somebody else has written: only the new `\(reference.keys.last?.description ?? "")` is compared",
        at: literal.span, notes: [result.note()],
        help:
          "compare what is stored, too: `!data.exists() || \(subject.text(of: stored, in: location)).val() === auth.uid`"
      )
    }
  }

  /// An allowed write of the stranger to the owner's data: of the whole node, or only of the name of the owner.
  private static func takeover(of reference: DataReference, by stranger: RealtimeActor, _ fixture: RulesFixture)
    -> SimulatedRequest?
  {
    let owner = fixture.binding(uid: fixture.actors.ownerID)
    guard let path = reference.path(owner), let uid = stranger.uid else { return nil }
    let data = fixture.data.replacing(path, with: RealtimeNode(.string(fixture.actors.ownerID)))
    let simulator = RequestSimulator(fixture, stranger, data: data)
    // From the reference upwards to the node that has the owner.
    var keys = reference.keys
    while let key = keys.popLast() {
      guard key.variable != nil || keys.count + 1 == reference.keys.count,
        let target = DataReference(.after, keys).path(owner),
        let location = fixture.subject.location(at: DataReference(.after, keys))
      else { continue }
      var operations = simulator.candidateValues(location, target, variant: 1).map { value in
        RealtimeRuleRequest.Operation.write(
          target, value.replacing(path.relative(to: target) ?? .root, with: RealtimeNode(.string(uid))))
      }
      operations.append(.write(path, RealtimeNode(.string(uid))))
      if let result = simulator.firstAllowedOrFirst(operations), result.isAllowed { return result }
      if key.variable != nil { break }
    }
    return nil
  }
}

extension RealtimeSubject {
  /// A reference as an expression in the rules of a location: `data.child('owner')`.
  func text(of reference: DataReference, in location: RuleLocation) -> String {
    let base = reference.side == .before ? "data" : "newData"
    if reference.keys.starts(with: location.keys) {
      let rest = Array(reference.keys.dropFirst(location.keys.count))
      return rest.isEmpty ? base : "\(base).child(\(rest.text))"
    }
    // `root` is always the stored data. The new data above a location is only available through `parent()`.
    guard reference.side == .after else { return "root.child(\(reference.keys.text))" }
    let shared = zip(reference.keys, location.keys).prefix { $0 == $1 }.count
    let up = String(repeating: ".parent()", count: location.keys.count - shared)
    let rest = Array(reference.keys.dropFirst(shared))
    return rest.isEmpty ? base + up : "\(base)\(up).child(\(rest.text))"
  }
}

extension [KeyPattern] {
  /// The keys as an argument of `child`: `'groups/' + $group + '/members'`.
  fileprivate var text: String {
    var pieces: [String] = []
    var literal = ""
    func close() {
      if !literal.isEmpty { pieces.append("'\(literal)'") }
      literal = ""
    }
    for (index, key) in enumerated() {
      if index > 0 { literal += "/" }
      for part in key.parts {
        switch part {
        case .text(let text): literal += text.string
        case .variable(let name):
          close()
          pieces.append(name.string)
        case .caller:
          close()
          pieces.append("auth.uid")
        case .unknown: literal += "?"
        }
      }
    }
    close()
    return pieces.joined(separator: " + ")
  }
}
