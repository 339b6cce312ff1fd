package import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
package import QueryModel
import Workloads

/// A query of a workload together with who asks it.
package struct AccessQuestion: Hashable, Sendable {
  /// How messages name it.
  package var query: String
  package var actor: String
  /// How messages call who asks, where that is not an actor of a workload.
  package var askedBy: String? = nil
  package var caller: KnownCaller
  /// Parts that are the same whenever this actor asks are filled in; the others may be anything.
  package var shape: Query
  package var aggregations: [Aggregation]
  package var location: SourceLocation
  package var expectedFindings: Set<String>
  /// Being refused is the right answer here.
  package var expectsRefusal: Bool
}

extension WorkloadSuite {
  /// Every query that an end user of a variant asks, by actor, in the order of the workload.
  ///
  /// One instance speaks for all of its kind: the first.
  /// - Parameter includesSignedOut: actors without `auth` ask as nobody; otherwise they are left out.
  func accessQuestions(of variant: WorkloadVariant, includesSignedOut: Bool) -> [AccessQuestion] {
    variant.workload.actors.flatMap { actor -> [AccessQuestion] in
      guard actor.client.platform != .server, includesSignedOut || actor.auth != nil else { return [] }
      var collector = QuestionCollector(suite: self, variant: variant, actor: actor)
      collector.collect()
      return collector.questions
    }
  }
}

private struct QuestionCollector {
  let suite: WorkloadSuite
  let variant: WorkloadVariant
  let actor: WorkloadActor
  let instance: KnownInstance
  let caller: KnownCaller
  private(set) var questions: [AccessQuestion] = []
  private var visitedProcedures: Set<String> = []

  init(suite: WorkloadSuite, variant: WorkloadVariant, actor: WorkloadActor) {
    self.suite = suite
    self.variant = variant
    self.actor = actor
    caller = KnownCaller(actor, clock: variant.workload.clock)
    instance = KnownInstance(number: 1, uid: caller.uid)
  }

  mutating func collect() {
    // Without sessions nobody takes its steps.
    if actor.sessions?.perDay.constant != 0 { collect(actor.steps) }
    for entry in variant.workload.timeline where entry.actor?.text == actor.name { collect(entry.steps) }
  }

  private mutating func collect(_ steps: [Step]) {
    for step in steps { collect(step) }
  }

  private mutating func collect(_ step: Step) {
    switch step.action {
    case .read(let read):
      if read.source.asksService { add(read.target, step) }
      collect(read.each + read.onChange)
    case .page(let page):
      if page.source != .cache { add(page.query(asked: instance), [], page.query, step) }
      collect(page.each)
    case .transaction(let transaction): for target in transaction.reads { add(target, step) }
    case .condition(_, let then, let otherwise): collect(then + otherwise)
    case .group(let steps): collect(steps)
    case .perform(let name):
      guard visitedProcedures.insert(name.text).inserted else { return }
      collect(variant.workload.procedure(named: name.text)?.steps ?? [])
    case .realtime: collect(step.children)
    case .detach, .device, .write, .batch, .assign, .pause, .outsideWrite: break
    }
  }

  private mutating func add(_ target: ReadTarget, _ step: Step) {
    switch target {
    case .document: break
    case .query(let template): add(template.query(asked: instance), [], template, step)
    case .aggregation(let template, let aggregations):
      add(template.query(asked: instance), aggregations, template, step)
    }
  }

  private mutating func add(
    _ shape: Query, _ aggregations: [Aggregation], _ template: QueryTemplate, _ step: Step
  ) {
    var expected = Set(variant.expectedFindings)
    if let code = step.expectation?.code { expected.insert(code) }
    questions.append(
      AccessQuestion(
        query: step.name?.text ?? String(QuotedText.of(template.text, limit: 200).dropFirst().dropLast()),
        actor: actor.name, caller: caller, shape: shape, aggregations: aggregations,
        location: suite.location(template.span), expectedFindings: expected,
        expectsRefusal: step.expectation?.status == .permissionDenied))
  }
}

extension PageStep {
  /// The query of a page has the page's size as its limit. A size that is drawn counts as the smallest.
  fileprivate func query(asked instance: KnownInstance) -> Query {
    var query = query.query(asked: instance)
    query.limit = Int32(clamping: (size.constant ?? 1) + (looksAhead ? 1 : 0))
    return query
  }
}
