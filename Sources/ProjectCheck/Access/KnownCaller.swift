import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import QueryModel
import Simulation
import Workloads

/// For whom rules take the first instance of an actor, as far as that is known before anything runs.
package struct KnownCaller: Hashable, Sendable {
  /// All that it may be; nil: not signed in.
  var alternatives: [AuthContext?]
  /// Nil when it is not known, or when there is none.
  var uid: Text?
  /// Only the run finds out who signs in.
  var isUnknown = false
  /// Claims that chance decides, with too many values to go through.
  var unknownClaims: [FieldPath] = []

  private static let limit = 16

  /// Somebody who is known as far as `auth` tells; nil: not signed in.
  init(_ auth: AuthContext?) {
    alternatives = [auth]
    uid = auth?.uid
  }

  init(_ actor: WorkloadActor, clock: ClockSetting) {
    alternatives = [nil]
    guard let auth = actor.auth else { return }
    var instance = KnownInstance(number: 1, uid: nil)
    guard auth.uid.isConstant, let uid = try? auth.uid.text(in: instance) else {
      isUnknown = true
      alternatives = [AuthContext(signedIn: "unknown")]
      return
    }
    self.uid = uid
    instance.uid = uid
    var choices: [[FieldAssignment]] = [[]]
    for assignment in auth.token {
      guard let values = assignment.value.alternatives, choices.count * values.count <= Self.limit else {
        unknownClaims.append(assignment.path)
        continue
      }
      choices = choices.flatMap { chosen in
        values.map { chosen + [FieldAssignment(path: assignment.path, value: $0, span: assignment.span)] }
      }
    }
    let random = RandomStream(seed: 0)
    // Nothing of what is left is drawn.
    let known = choices.compactMap { chosen in
      try? Authentication(uid: auth.uid, token: chosen).context(of: uid, in: instance, random: random, clock: clock)
    }
    if known.count < choices.count { unknownClaims += auth.token.map(\.path) }
    alternatives = known.isEmpty ? [AuthContext(signedIn: uid)] : known
  }
}

extension FieldValue {
  /// What it can come out as; nil when chance decides and there are too many.
  fileprivate var alternatives: [FieldValue]? {
    switch self {
    case .drawn(.choice(let choices)): choices.filter { $0.weight > 0 }.map { .literal($0.value.value) }
    default: isKnown ? [self] : nil
    }
  }

  private var isKnown: Bool {
    switch self {
    case .literal, .spread, .time, .serverTime: true
    case .template(let template): template.isConstant
    case .list(let elements): elements.allSatisfy(\.isKnown)
    case .map(let assignments): assignments.allSatisfy(\.value.isKnown)
    case .converted(let value, _): value.isKnown
    case .reference(let path): path.segments.allSatisfy(\.isConstant)
    case .string, .bytes, .vector, .array, .drawn, .transform: false
    }
  }
}
