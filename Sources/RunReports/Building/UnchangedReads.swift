import Diagnostics
import FirestoreModel
import Workloads

extension Workload {
  /// Reads that are the same as in the baseline, where the two differ in nothing but what some reads ask for. What such a
  /// read shows less is chance: what one reads is what one writes next, so that others get to see something else.
  func readsUnchanged(since baseline: Workload) -> Set<Text> {
    guard withoutQuestions == baseline.withoutQuestions else { return [] }
    let (own, theirs) = (reads, baseline.reads)
    return Set(own.keys.filter { own[$0] == theirs[$0] })
  }

  private var withoutQuestions: Workload {
    var workload = self
    workload.actors = actors.map { actor in
      var actor = actor
      actor.steps = actor.steps.map(\.withoutQuestions)
      actor.betweenSessions = actor.betweenSessions.map(\.withoutQuestions)
      actor.during = actor.during.map(\.withoutQuestions)
      return actor
    }
    workload.procedures = procedures.map { procedure in
      var procedure = procedure
      procedure.steps = procedure.steps.map(\.withoutQuestions)
      return procedure
    }
    workload.timeline = timeline.map { entry in
      var entry = entry
      entry.steps = entry.steps.map(\.withoutQuestions)
      return entry
    }
    return workload
  }

  /// By the names under which they are billed, without the steps inside them.
  private var reads: [Text: Set<Step>] {
    var reads: [Text: Set<Step>] = [:]
    visitSteps { step in
      switch step.action {
      case .read, .page, .realtime: reads[step.operation.name, default: []].insert(step.withoutChildren)
      case .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group, .outsideWrite:
        break
      }
    }
    return reads
  }
}

extension Step {
  /// Of a read nothing but its place among the steps, and the steps inside it.
  fileprivate var withoutQuestions: Step {
    var step = self
    switch action {
    case .read(let read): step.action = .group((read.each + read.onChange).map(\.withoutQuestions))
    case .page(let page): step.action = .group(page.each.map(\.withoutQuestions))
    case .condition(let condition, let then, let otherwise):
      step.action = .condition(
        condition, then: then.map(\.withoutQuestions), otherwise: otherwise.map(\.withoutQuestions))
      return step
    case .group(let steps):
      step.action = .group(steps.map(\.withoutQuestions))
      return step
    case .detach, .device, .write, .batch, .transaction, .assign, .pause, .perform, .outsideWrite, .realtime:
      return step
    }
    (step.name, step.expectation, step.span) = (nil, nil, Span(0, 0))
    return step
  }

  fileprivate var withoutChildren: Step {
    var step = self
    switch action {
    case .read(var read):
      (read.each, read.onChange) = ([], [])
      step.action = .read(read)
    case .page(var page):
      page.each = []
      step.action = .page(page)
    case .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group, .outsideWrite,
      .realtime:
      break
    }
    return step
  }
}
