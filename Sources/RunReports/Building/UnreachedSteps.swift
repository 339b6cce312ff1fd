import Diagnostics
import FirestoreModel
import Simulation
import Workloads

/// FB7025: steps that no variant ever came to. What they would cost is in no figure.
struct UnreachedSteps {
  private let suite: WorkloadSuite
  private let reached: Set<Span>
  private var found: [Diagnostic] = []
  private var seen: Set<Span> = []

  /// Nothing where not everything was played, or not to its end.
  static func findings(in suite: WorkloadSuite, _ notes: [RunNotes]) -> [Diagnostic] {
    guard !suite.isPartial, notes.allSatisfy(\.isComplete) else { return [] }
    var search = UnreachedSteps(suite, reached: notes.reduce(into: []) { $0.formUnion($1.reached) })
    search.search()
    return search.found
  }

  private init(_ suite: WorkloadSuite, reached: Set<Span>) {
    self.suite = suite
    self.reached = reached
  }

  private mutating func search() {
    for workload in suite.variants.map(\.workload) {
      for actor in workload.actors {
        let why = whyNever(actor, of: workload)
        for steps in [actor.steps, actor.betweenSessions, actor.during] { look(at: steps, why) }
      }
      for procedure in workload.procedures { look(at: procedure.steps, whyNot(procedure, of: workload)) }
      for activity in workload.background {
        guard case .interval(let interval) = activity.rate, interval >= workload.length,
          seen.insert(activity.span).inserted
        else { continue }
        found.append(
          Diagnostic(
            .stepNeverReached, "the run ends before the first write of this activity",
            at: suite.location(activity.span),
            help: "play more days, or write oftener"))
      }
      for entry in workload.timeline {
        look(at: entry.steps, workload.ends(before: entry.at) ? "the run ends before its time" : nil)
      }
    }
  }

  private func whyNever(_ actor: WorkloadActor, of workload: Workload) -> String? {
    guard let sessions = actor.sessions else { return "\(QuotedText.of(actor.name)) has no sessions" }
    guard let weekdays = sessions.days, VirtualCalendar(workload.clock).days(on: weekdays) == 0 else { return nil }
    return
      "\(QuotedText.of(actor.name)) acts on none of the \(Grouped.counted(Int64(workload.clock.days), "day")) played"
  }

  private func whyNot(_ procedure: Procedure, of workload: Workload) -> String? {
    var isPerformed = false
    workload.visitSteps { step in
      guard case .perform(let name) = step.action, name.text == procedure.name else { return }
      isPerformed = isPerformed || reached.contains(step.span)
    }
    return isPerformed ? nil : "nobody comes to `do: \(QuotedText.singleLine(procedure.name))`"
  }

  /// Where several in a row are not reached, the first one stands for all.
  private mutating func look(at steps: [Step], _ why: String?) {
    var missed: [Step] = []
    for step in steps {
      guard reached.contains(step.span) else {
        missed.append(step)
        continue
      }
      report(missed, why)
      missed = []
      look(at: step.children, nil)
    }
    report(missed, why)
  }

  private mutating func report(_ steps: [Step], _ why: String?) {
    guard let first = steps.first, seen.insert(first.span).inserted else { return }
    let others = steps.count == 1 ? "" : ", and \(Grouped.counted(Int64(steps.count - 1), "step")) after it"
    found.append(
      Diagnostic(
        .stepNeverReached,
        "no variant comes to \(QuotedText.of(first.operation.name.string, limit: 100))\(others)\(why.map { ": \($0)" } ?? "")",
        at: suite.location(first.span),
        help: why == nil ? "look at the conditions, results and chances that lead to it, or remove it" : nil))
  }
}

extension Workload {
  fileprivate var length: TimeSpan {
    let calendar = VirtualCalendar(clock)
    return TimeSpan(microseconds: calendar.end.microseconds - calendar.start.microseconds)
  }

  fileprivate func ends(before time: TimeReference) -> Bool {
    let calendar = VirtualCalendar(clock)
    return switch time {
    case .absolute(let moment): moment >= calendar.end
    case .dayTime(let day, let timeOfDay): clock.moment(day: day, timeOfDay: timeOfDay) >= calendar.end
    case .relative(let span): calendar.start.advanced(by: span) >= calendar.end
    case .now, .serverTime, .expression: false
    }
  }
}
