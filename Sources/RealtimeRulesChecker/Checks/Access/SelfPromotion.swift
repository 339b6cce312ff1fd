import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Users can write the data from which a rule reads their role. The check simulates the write of a stranger.
enum SelfPromotion: RealtimeLint {
  static let codes: [DiagnosticCode] = [.nonMemberWrite]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    var seen: Set<Literal> = []
    let roles = subject.locations.flatMap { location in
      location.conditions.flatMap { condition in
        condition.literals.filter {
          (subject.isRole($0) || $0.refersToRoleList) && $0.isStored && seen.insert($0).inserted
        }
      }
    }
    guard !roles.isEmpty, let stranger = subject.fixture.actors.stranger else { return [] }
    var granting: Set<Int> = []
    return roles.compactMap { role in
      guard let result = promotion(of: stranger, to: role, subject.fixture), let rule = result.decision.rule?.rule,
        granting.insert(rule.expression.span.start).inserted
      else { return nil }
      var finding = subject.finding(
        .nonMemberWrite, "whoever may write here can make themselves what `\(role.expression.spelling)` asks for",
        at: rule.expression.span, severity: role.namesRole ? .error : .warning, notes: [result.note()],
        help:
          "let nobody write what decides about their own access: `.write` only for those who have the role already, or for a server"
      )
      finding.related = [RelatedLocation("this asks for it", at: subject.source.location(role.span))]
      return finding
    }
  }

  /// An allowed write after which the stranger has the role: of the value that the rule tests, or of a node above it.
  private static func promotion(of stranger: RealtimeActor, to role: Literal, _ fixture: RulesFixture)
    -> SimulatedRequest?
  {
    guard let uid = stranger.uid,
      let reference = role.atom.references.first(where: { $0.keys.contains(where: \.isCaller) }),
      let path = reference.path(fixture.binding(uid: uid))
    else { return nil }
    let solver = ConstraintSolver(
      subject: fixture.subject, binding: fixture.binding(uid: uid), now: fixture.now, before: fixture.data)
    let (after, unsatisfied) = solver.solve([role], on: .before, in: fixture.data)
    guard unsatisfied.isEmpty, after[path].exists, after[path] != fixture.data[path] else { return nil }
    for depth in (1...max(1, path.depth)).reversed() {
      let target = RealtimePath(Array(path.keys.prefix(depth)))
      let inner = path.relative(to: target) ?? .root
      var values = [after[target]]
      var binding = fixture.binding(uid: uid)
      if let location = fixture.subject.location(at: DataReference(.after, Array(reference.keys.prefix(depth)))),
        location.keys.count == depth
      {
        for above in fixture.subject.locationsFromRoot(to: location) where fixture.subject.isUserKey(above) {
          if let variable = above.variable { binding = binding.with(variable, RealtimeKey(uid.string)) }
        }
        values += RequestSimulator(fixture, stranger, binding: binding).candidateValues(location, target, variant: 0)
          .map {
            $0.replacing(inner, with: after[path])
          }
      }
      let result = RequestSimulator(fixture, stranger, binding: binding).firstAllowedOrFirst(
        values.prefix(12).map { .write(target, $0) })
      // `OpenRoot` reports a root that anybody can write.
      if let result, result.isAllowed, result.decision.rule?.path.isRoot == false { return result }
    }
    return nil
  }
}

extension Literal {
  /// Whether it tests stored data: that a node exists, or that it has a constant value.
  fileprivate var isStored: Bool {
    guard atom.references.contains(where: { $0.side == .before }) else { return false }
    switch atom {
    case .exists: return true
    case .equal(let left, let right): return (left.constant ?? right.constant) != nil
    case .textTest(.contains, _, _): return membership != nil
    default: return false
    }
  }

  /// Whether it tests a list whose name says that it is a role. In other lists, such as profiles, any user may have an
  /// entry.
  fileprivate var refersToRoleList: Bool {
    guard isTrue, case .exists(let reference) = atom, reference.keys.last?.isCaller == true,
      !reference.keys.contains(where: { $0.variable != nil })
    else { return false }
    return reference.keys.dropLast().last?.namesRole ?? false
  }

  /// Whether it gives power over others: an entry in a list of users, or a value whose name says so. Users may set
  /// other values themselves, such as the consent to terms.
  fileprivate var namesRole: Bool {
    guard let reference = atom.references.first, let caller = reference.keys.lastIndex(where: \.isCaller) else {
      return true
    }
    if caller == reference.keys.count - 1 { return true }
    return reference.keys[(caller + 1)...].contains(where: \.namesRole)
  }
}

extension KeyPattern {
  fileprivate var namesRole: Bool {
    let words = [
      "admin", "role", "moder", "staff", "owner", "editor", "premium", "paid", "plan", "verified", "approved",
      "permission", "level",
    ]
    let name = description.lowercased()
    return words.contains { name.contains($0) }
  }
}
