import FirestoreModel
import Metering
import Simulation
import Workloads

/// By how much a variant does less well than the baseline, and in which of its steps.
struct Loss {
  private(set) var count: Int64 = 0
  /// Those that lose most first.
  private(set) var steps: [String] = []

  /// So many steps are named.
  private static let named = 3

  init(_ losses: [(steps: [String], count: Int64)]) {
    let sorted = losses.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
    for loss in sorted.map(\.element) where loss.count > 0 {
      count = SaturatingSum.of(count, loss.count)
      steps += loss.steps.filter { !steps.contains($0) }
    }
  }

  /// ` in list.open, item.open and 2 more`; empty where no step loses anything by itself.
  var place: String {
    guard !steps.isEmpty else { return "" }
    let more = steps.count - Self.named
    return " in \(steps.prefix(Self.named).joined(separator: ", "))\(more > 0 ? " and \(more) more" : "")"
  }
}

extension Loss {
  /// Results that only one of the two has are set off against each other: a step that was given another name is none that
  /// loses something.
  private init(_ figures: [(steps: [String], more: Int64?, less: Int64?)]) {
    let both = figures.filter { $0.more != nil && $0.less != nil }
    let single = figures.filter { $0.more == nil || $0.less == nil }
    let lost = single.reduce(0) { SaturatingSum.of($0, ($1.more ?? 0) - ($1.less ?? 0)) }
    let losing = single.filter { ($0.more ?? 0) > 0 }.enumerated()
    let steps = losing.sorted { ($1.element.more ?? 0, $0.offset) < ($0.element.more ?? 0, $1.offset) }.flatMap(
      \.element.steps)
    self.init(both.map { ($0.steps, ($0.more ?? 0) - ($0.less ?? 0)) } + [(steps, lost)])
  }

  /// What observers of the variant have counted beyond those of the baseline, result by result: what nobody gets to see in
  /// either is no difference.
  init(
    _ outcome: VariantOutcome, beyond baseline: VariantOutcome, in workload: Workload,
    _ figure: (RunNotes.Observation) -> Int64
  ) {
    let steps = workload.stepsByResult
    let (own, theirs) = (outcome.notes.observations, baseline.notes.observations)
    let keys = Set(own.keys).union(theirs.keys).sorted { ($0.actor, $0.result) < ($1.actor, $1.result) }
    self.init(keys.map { (steps[$0.result] ?? [$0.result], own[$0].map(figure), theirs[$0].map(figure)) })
  }

  /// What the baseline has shown more of, each step by itself.
  /// - Parameter steps: those that are left out.
  init(
    _ outcome: VariantOutcome, beyond baseline: VariantOutcome, except steps: Set<Text>,
    _ seen: KeyPath<RunNotes, SeenCount>
  ) {
    let (own, theirs) = (outcome.notes[keyPath: seen].bySteps, baseline.notes[keyPath: seen].bySteps)
    let names = Set(theirs.keys).union(own.keys).subtracting(steps).sorted()
    self.init(names.map { ([$0.string], theirs[$0]?.value, own[$0]?.value) })
  }
}

extension Workload {
  /// The steps whose answers are one result, by its name: that of `as`, or of the step itself.
  var stepsByResult: [String: [String]] {
    var steps: [String: [String]] = [:]
    visitSteps { step in
      let result: Name?
      switch step.action {
      case .read(let read): result = read.result
      case .page(let page): result = page.result
      case .realtime(let request): result = request.result
      case .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group, .outsideWrite:
        return
      }
      let name = step.operation.name.string
      if steps[result?.text ?? name]?.contains(name) != true { steps[result?.text ?? name, default: []].append(name) }
    }
    return steps
  }
}
