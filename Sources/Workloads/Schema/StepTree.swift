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

extension Workload {
  /// Every step list that there is.
  package var stepLists: [[Step]] {
    actors.map(\.allSteps) + procedures.map(\.steps) + timeline.map(\.steps)
  }

  package func visitSteps(_ action: (Step) -> Void) {
    for steps in stepLists { for step in steps { step.visit(action) } }
  }

  package var hasListeners: Bool {
    var found = false
    visitSteps { step in
      if case .read(let read) = step.action, read.kind == .listen { found = true }
    }
    return found
  }
}

extension WorkloadSuite {
  /// The names of all steps of all variants, sorted, each once.
  package var stepNames: [String] {
    var names: Set<String> = []
    for variant in variants {
      variant.workload.visitSteps { step in
        if let name = step.name { names.insert(name.text) }
      }
    }
    return names.sorted()
  }
}
