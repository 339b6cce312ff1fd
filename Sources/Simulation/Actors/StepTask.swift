import FirestoreModel
import QueryExecution
import Workloads

/// Steps that are being done: a stack of what is left, so that a pause can let the rest of the world go on.
final class StepTask {
  enum Purpose {
    case session
    /// A timeline entry or an `onChange`.
    case other
    /// The outside world: not checked, not billed.
    case outside
  }

  /// Nil: the outside world.
  let instance: ActorInstance?
  let purpose: Purpose
  var frames: [Frame]
  /// What is being done.
  var step: Step?
  /// Names that `as:` gave to the ids of documents the outside world wrote.
  var locals: [String: Value] = [:]

  init(instance: ActorInstance?, purpose: Purpose, steps: [Step], scope: Scope) {
    self.instance = instance
    self.purpose = purpose
    frames = [.steps(steps[...], scope)]
  }
}

extension StepTask {
  /// What `as:` of a write names: a variable of the app if there is one, else something that is known until the session
  /// ends, or of the task where the outside world acts.
  func assign(_ value: Value, to name: String) {
    guard let instance, purpose != .outside else {
      locals[name] = value
      return
    }
    if instance.actor.variables.contains(where: { $0.name == name }) {
      instance.device.variables[name] = value
    } else {
      instance.device.written[name] = value
    }
  }
}

/// One level of what a task has left to do.
enum Frame {
  case steps(ArraySlice<Step>, Scope)
  /// The step, its `repeat` taken off, so many times more.
  case repeating(Step, left: Int64, Scope)
  /// The step, its `forEach` taken off, once per id.
  case forEach(Step, ArraySlice<ResultMember>, Scope)
  /// `each:` of a result.
  case each([Step], HeldDocuments, Scope)
  case paging(Paging)
  case retrying(Retrying)
}

/// The documents of a result, handed out one by one.
struct HeldDocuments {
  var parts: ArraySlice<ResultPart>
  var listed: ArraySlice<Document>
  var position = 0

  init(_ result: HeldResult) {
    switch result {
    case .windows(let parts): (self.parts, listed) = (parts[...], [])
    case .documents, .single, .children, .values: (parts, listed) = ([], result.documents[...])
    }
  }

  mutating func next() -> Document? {
    while let part = parts.first {
      if position < part.shown {
        position += 1
        if let document = part.window.document(at: position - 1) { return document }
        continue
      }
      parts = parts.dropFirst()
      position = 0
    }
    return listed.popFirst()
  }
}

/// What became of one action.
enum Progress {
  case proceed
  case wait(until: Timestamp)
}
