import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Who creates something can never delete it. Both are evaluated.
enum OwnerCannotDelete: RealtimeLint {
  static let codes: [DiagnosticCode] = [.ownerCannotDelete]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    let owned = subject.locations.flatMap { location in
      location.conditions(.write).filter { condition in
        location.variable != nil && !subject.standsForUser(location) && condition.literals.contains { $0.isAboutCaller }
          && subject.ancestors(of: location).allSatisfy { $0.conditions(.write).allSatisfy(\.isNever) }
      }.map { (location, $0) }
    }
    guard !owned.isEmpty, let owner = subject.scene.cast[.owner] else { return [] }
    let scene = subject.scene
    return owned.compactMap { location, condition in
      guard let path = scene.path(of: location) else { return nil }
      let free = Attempts(scene, owner, data: scene.data.replacing(path, with: .absent))
      let creation = free.best(free.candidates(location, path, variant: 0).lazy.map { .write(path, $0) })
      guard let creation, creation.isAllowed, case .write(_, let value) = creation.request.operation else { return nil }
      let stored = scene.data.replacing(path, with: value)
      let deletion = Attempts(scene, owner, data: stored).attempt(.write(path, .absent))
      guard !deletion.isAllowed else { return nil }
      return subject.finding(
        .ownerCannotDelete, "who creates `\(location.pattern)` can never delete it", at: condition.span,
        notes: [creation.note(), deletion.note("then")],
        help: "if deleting is meant to be possible, allow `!newData.exists()` for the owner that is stored")
    }
  }
}
