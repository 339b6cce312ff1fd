package import Diagnostics
import FirestoreModel
import Metering
package import Workloads

/// What of the sessions of an actor did not happen when the workload says.
package struct SessionFaults: Hashable, Sendable {
  /// Sessions that began later than planned, or never, since the one before went on.
  var late = SaturatingSum()
  /// Those of them whose turn never came.
  var lost = SaturatingSum()
  /// Sessions of the last day that would begin after the end of the run.
  var beyondEnd = SaturatingSum()
  /// Sessions whose steps took longer than planned, and how long the longest was.
  var overrun = SaturatingSum()
  var longest = TimeSpan.zero
  /// Sessions that the end of the run found with steps to do, and with nothing but listeners.
  var cutInSteps = SaturatingSum()
  var cutWhileListening = SaturatingSum()
}

extension CellSimulation {
  /// The steps of a session took longer than it was to last.
  func noteOverrun(of instance: ActorInstance) {
    let overrun = now.microseconds - instance.sessionEnd.microseconds
    let length = TimeSpan(microseconds: instance.plannedLength.microseconds + overrun)
    var faults = notes.sessionFaults[instance.actor.name] ?? SessionFaults()
    faults.overrun.add(instance.multiplicity)
    faults.longest = max(faults.longest, length)
    notes.sessionFaults[instance.actor.name] = faults
  }

  /// At the end of the run: what the instance would still have done.
  func noteCut(of instance: ActorInstance) {
    var faults = notes.sessionFaults[instance.actor.name] ?? SessionFaults()
    let before = faults
    if instance.delayed != nil {
      var lost: Int64 = 1
      while instance.schedule?.next(using: instance.random) != nil { lost += 1 }
      faults.late.add(lost, times: instance.multiplicity)
      faults.lost.add(lost, times: instance.multiplicity)
    }
    faults.beyondEnd.add(instance.schedule?.beyondEnd ?? 0, times: instance.multiplicity)
    if let task = instance.sessionTask {
      if !task.frames.isEmpty {
        faults.cutInSteps.add(instance.multiplicity)
      } else if instance.sessionEnd > calendar.end, instance.devices.contains(where: { !$0.attachments.isEmpty }) {
        faults.cutWhileListening.add(instance.multiplicity)
      }
    }
    if faults != before { notes.sessionFaults[instance.actor.name] = faults }
  }
}

// MARK: - Findings

extension RunNotes {
  /// FB7025 where sessions are put off, lost or cut: their steps are done less often than the workload says.
  package func sessionFindings(of workload: Workload, in suite: WorkloadSuite) -> [Diagnostic] {
    workload.actors.flatMap { actor -> [Diagnostic] in
      guard let faults = sessionFaults[actor.name], let plan = actor.sessions else { return [] }
      let all = sessions[actor.name]?.value ?? 0
      let found = [
        overlap(faults, plan, of: actor, all), overrun(faults, of: actor, all), cut(faults, of: actor, all, workload),
      ]
      return found.compactMap(\.self).map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.location = suite.location(plan.span)
        return diagnostic
      }
    }
  }

  /// Where one in twenty is put off it is no longer chance.
  private func overlap(
    _ faults: SessionFaults, _ plan: SessionPlan, of actor: WorkloadActor, _ all: Int64
  ) -> Diagnostic? {
    guard faults.late.value > 0 else { return nil }
    let lost = faults.lost.value.addingClamped(faults.beyondEnd.value)
    let planned = all.addingClamped(lost)
    let end = lost == 0 ? "" : ", and \(Grouped.count(lost)) \(lost == 1 ? "is" : "are") lost at the end of the run"
    return Diagnostic(
      .stepNeverReached,
      "sessions of \(QuotedText.of(actor.name)) do not fit: \(Grouped.count(faults.late.value)) of "
        + "\(Grouped.count(planned)) are put off, since the one before goes on\(end)",
      severity: Int128(max(faults.late.value, lost)) * 20 >= Int128(planned) ? .warning : .info,
      notes: plan.need.map { [$0] } ?? [], help: "play fewer or shorter ones, or give them more of the day")
  }

  private func overrun(_ faults: SessionFaults, of actor: WorkloadActor, _ all: Int64) -> Diagnostic? {
    guard faults.overrun.value > 0 else { return nil }
    return Diagnostic(
      .stepNeverReached,
      "\(Grouped.count(faults.overrun.value)) of \(Grouped.counted(all, "session")) of \(QuotedText.of(actor.name)) "
        + "last longer than their `length`, up to \(faults.longest.text), since their steps do",
      severity: .info, help: "say a longer `length`, or none where sessions end with their steps")
  }

  private func cut(_ faults: SessionFaults, of actor: WorkloadActor, _ all: Int64, _ workload: Workload) -> Diagnostic?
  {
    let isInSteps = faults.cutInSteps.value > 0
    let count = isInSteps ? faults.cutInSteps.value : faults.cutWhileListening.value
    let beyond = faults.late.value > 0 ? 0 : faults.beyondEnd.value
    guard count > 0 || beyond > 0 else { return nil }
    let what =
      beyond > 0
      ? "before \(Grouped.counted(beyond, "session")) of its last day of \(QuotedText.of(actor.name)): \(beyond == 1 ? "it is" : "they are")"
      : "while \(Grouped.count(count)) of \(Grouped.counted(all, "session")) of \(QuotedText.of(actor.name)) "
        + "\(count == 1 ? "goes" : "go") on: what they \(isInSteps ? "do" : "listen to") then is"
    return Diagnostic(
      .stepNeverReached, "the run ends \(what) in no figure",
      severity: isInSteps || beyond > 0 ? .warning : .info,
      help: "start the clock at an hour at which no session goes on: `clock: {start: …T05:00:00…, days: "
        + "\(workload.clock.days)}`")
  }
}

extension SessionPlan {
  /// What sessions of fixed number and length take, where that is more than there is.
  fileprivate var need: String? {
    guard let count = perDay.constant, count > 0, let length = length.constant else { return nil }
    let all = Int128(count) * Int128(length.microseconds)
    let sessions = "\(Grouped.counted(count, "session")) of \(length.text)"
    switch placement {
    case .sequence(_, let gap):
      let taken = all + Int128(count - 1) * Int128(gap.microseconds)
      guard taken > Int128(TimeSpan.day.microseconds) else { return nil }
      return "\(sessions) with \(gap.text) between take \(TimeSpan(microseconds: Int64(clamping: taken)).text) a day"
    case .even(let from, let to):
      let window = to.microseconds - from.microseconds
      guard all > Int128(window) else { return nil }
      return "\(sessions) begin in a window of \(TimeSpan(microseconds: window).text)"
    }
  }
}

extension TimeSpan {
  /// `29h`, `1h 30m`, `45s`, as a workload writes them.
  fileprivate var text: String {
    let seconds = microseconds / 1_000_000
    let parts = [(seconds / 3_600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")].filter { $0.0 > 0 }
    return parts.isEmpty ? "0s" : parts.map { "\(Grouped.count($0.0))\($0.1)" }.joined(separator: " ")
  }
}
