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
      let workload = variant.workload
      for actor in workload.actors {
        for steps in [actor.steps, actor.betweenSessions, actor.during] { steps.collectNames(into: &names) }
      }
      for procedure in workload.procedures { procedure.steps.collectNames(into: &names) }
      for entry in workload.timeline { entry.steps.collectNames(into: &names) }
    }
    return names.sorted()
  }
}

extension [Step] {
  fileprivate func collectNames(into names: inout Set<String>) {
    for step in self {
      if let name = step.name { names.insert(name.text) }
      switch step.action {
      case .read(let read):
        read.each.collectNames(into: &names)
        read.onChange.collectNames(into: &names)
      case .page(let page): page.each.collectNames(into: &names)
      case .condition(_, let then, let otherwise):
        then.collectNames(into: &names)
        otherwise.collectNames(into: &names)
      case .group(let steps): steps.collectNames(into: &names)
      case .realtime: step.children.collectNames(into: &names)
      case .transaction, .detach, .device, .write, .batch, .assign, .pause, .perform, .outsideWrite: break
      }
    }
  }
}
