extension Step {
  /// Itself, then every step inside it.
  package func visit(_ action: (Step) -> Void) {
    action(self)
    for step in children { step.visit(action) }
  }

  /// The steps directly inside this one; procedures are not followed.
  package var children: [Step] {
    switch action {
    case .read(let read): read.each + read.onChange
    case .page(let page): page.each
    case .condition(_, let then, let otherwise): then + otherwise
    case .group(let steps): steps
    case .realtime(let request): request.each + request.onChange
    case .detach, .device, .write, .batch, .transaction, .assign, .pause, .perform, .outsideWrite: []
    }
  }
}

extension WorkloadActor {
  /// Steps, `betweenSessions` and `during` together.
  package var allSteps: [Step] { steps + betweenSessions + during }
}
