import Diagnostics

extension Workload {
  /// `spread` places what the outside world does in the stretch that it has. An actor does one thing after the other:
  /// there, and inside of other steps, nothing would read it.
  var misplacedSpreads: [Step] {
    var found: [Step] = []
    for actor in actors {
      for step in actor.steps { step.visit { found.append($0) } }
      for step in actor.betweenSessions + actor.during { step.visitInside { found.append($0) } }
    }
    for procedure in procedures { for step in procedure.steps { step.visit { found.append($0) } } }
    for entry in timeline {
      for step in entry.steps {
        if entry.actor == nil { step.visitInside { found.append($0) } } else { step.visit { found.append($0) } }
      }
    }
    return found.filter { $0.spread != nil }
  }
}

extension Step {
  fileprivate func visitInside(_ action: (Step) -> Void) {
    for step in children { step.visit(action) }
  }
}

extension WorkloadDecoder {
  mutating func checkSpreads(_ workload: Workload) {
    for step in workload.misplacedSpreads {
      let isWrite = if case .outsideWrite = step.action { true } else { false }
      report(
        WorkloadProblem(
          .unknownKey, "`spread` has no effect on a step that is done one after the other", span: step.span,
          help: isWrite
            ? "put it into the write: `write: {path: …, count: 5, spread: 1h}`"
            : "take it away and use `pause`, or move the step to `betweenSessions` or `during`"))
    }
  }
}
