package import Diagnostics

extension WorkloadSuite {
  /// FB7024 for every actor who does nothing in any variant: what is written for them costs nothing, and nobody notices.
  package var idleActorFindings: [Diagnostic] {
    var seen: Set<String> = []
    return variants.flatMap(\.workload.actors).filter { seen.insert($0.name).inserted }.compactMap { actor in
      let isIdle = variants.allSatisfy { variant in
        variant.workload.actor(named: actor.name).map { !variant.workload.acts($0) } ?? true
      }
      return isIdle ? finding(actor) : nil
    }
  }

  private func finding(_ actor: WorkloadActor) -> Diagnostic {
    let reason: (why: String, help: String)
    if actor.count == 0 {
      reason = ("there are none of them", "give it a `count` of 1 or more")
    } else if actor.sessions != nil {
      reason = ("it has no sessions on any day", "give it `sessions: {perDay: 1, …}` or more")
    } else {
      reason = (
        "it has no sessions, and no entry of the timeline names it",
        "say when it acts: `sessions: {perDay: 5, at: {window: [\"08:00\", \"22:00\"], gap: even}, length: 10m}`, or an "
          + "entry of `timeline`"
      )
    }
    return Diagnostic(
      .actorNeverActs, "\(QuotedText.of(actor.name)) never does anything: \(reason.why)", at: location(actor.span),
      help: reason.help)
  }
}

extension Workload {
  fileprivate func acts(_ actor: WorkloadActor) -> Bool {
    guard actor.count > 0 else { return false }
    if let sessions = actor.sessions, sessions.perDay.constant != 0, sessions.days?.isEmpty != true { return true }
    return timeline.contains { $0.actor?.text == actor.name }
  }
}
