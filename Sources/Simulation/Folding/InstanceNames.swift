import FirestoreModel
import Workloads

extension NumberedTexts {
  /// The names of the instances of these actors: in what they are signed in with, in the keys of their places and in the
  /// paths that they touch. Nil when they are signed in with something that is neither fixed nor a name.
  ///
  /// - Parameter keys: of the places that belong to one instance each; empty when every instance has a world of its own.
  init?(of actors: [WorkloadActor], keys: [InstanceKey], in workload: Workload) {
    self.init(last: actors.map(\.count).max() ?? 0)
    for actor in actors {
      guard let auth = actor.auth else { continue }
      guard take(auth.uid), auth.token.allSatisfy({ !$0.value.isDrawn && !$0.value.isRandom }) else { return nil }
      for text in auth.token.flatMap(\.texts) where !take(text) { return nil }
    }
    for key in keys { insert(before: key.before, after: key.after) }
    for access in actors.flatMap({ AccessCollector($0, of: workload).accesses }) {
      for segment in access.segments {
        if case .own(let before, let after) = segment { insert(before: before, after: after) }
      }
    }
  }

  /// A text of an actor: fixed, or one that names the instance.
  private mutating func take(_ template: TextTemplate) -> Bool {
    if template.literal != nil { return true }
    guard let numbered = template.numberedVariable, numbered.name == "i" || numbered.name == "uid",
      template.singleExpression == nil || numbered.name == "uid"
    else { return false }
    if numbered.name == "i" { insert(before: numbered.before, after: numbered.after) }
    return true
  }

  /// Whether what all instances of an actor are called alike is the name of one of them.
  func singlesOut(_ actor: WorkloadActor) -> Bool {
    let texts = actor.auth.map { [$0.uid] + $0.token.flatMap(\.texts) } ?? []
    return (texts.compactMap(\.literal) + actor.variables.flatMap { $0.initial.literals }).contains { contains($0) }
  }
}
