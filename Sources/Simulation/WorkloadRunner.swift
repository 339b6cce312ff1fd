import Diagnostics
import Metering
import Synchronization
package import Workloads

/// Runs workloads: every variant in a world of its own, as many at once as there are cores. The report does not depend
/// on how they were scheduled.
package enum WorkloadRunner {
  /// - Parameter isFolding: false: simulates every instance and every delivery, though one could stand for others. The
  ///   outcome is the same.
  package static func simulate(
    _ input: RunInput, isFolding: Bool, progress: @escaping @Sendable (RunProgress) -> Void = { _ in }
  ) async -> [VariantOutcome] {
    let variants = input.suite.variants
    let meter = ProgressMeter(parts: variants.count, report: progress)
    return await withTaskGroup(of: (Int, VariantOutcome).self) { group in
      for (index, variant) in variants.enumerated() {
        let surroundings = index < input.surroundings.count ? input.surroundings[index] : VariantSurroundings()
        var settings = SimulationSettings(variant.workload, surroundings, input)
        settings.isTellingEach = !isFolding
        settings.countsBySteps = variants.dropFirst().contains { $0.kind == .alternative }
        if index > 0, variant.kind == .alternative {
          settings.askingOnce = variant.workload.operationsAskingOnce(insteadOf: variants[0].workload)
        }
        group.addTask { [settings] in
          let outcome = VariantSimulation.run(variant, settings: settings, isFolding: isFolding) { fraction in
            meter.reached(fraction, part: index, label: variant.name)
          }
          return (index, outcome)
        }
      }
      var outcomes: [Int: VariantOutcome] = [:]
      for await (index, outcome) in group { outcomes[index] = outcome }
      return variants.indices.compactMap { outcomes[$0] }
    }
  }
}

/// Adds up the progress of parts that run at the same time.
private final class ProgressMeter: Sendable {
  private let parts: Mutex<[Double]>
  private let report: @Sendable (RunProgress) -> Void

  init(parts: Int, report: @escaping @Sendable (RunProgress) -> Void) {
    self.parts = Mutex(Array(repeating: 0, count: parts))
    self.report = report
  }

  func reached(_ fraction: Double, part: Int, label: String) {
    let total = parts.withLock { parts in
      // A variant that is begun again is as far as it was.
      parts[part] = max(parts[part], fraction)
      return parts.reduce(0, +) / Double(max(1, parts.count))
    }
    report(RunProgress(fraction: total, label: label))
  }
}

extension WorkloadSuite {
  /// Results that assertions ask observers about.
  var askedResults: Set<String> {
    var names: Set<String> = []
    let computed = claims.flatMap { [$0.theirs, $0.list] }.compactMap { $0?.root }
    for root in assertions.map(\.root) + computed {
      root.visitScopes { scope in
        if let result = scope.result { names.insert(result) }
      }
    }
    return names
  }
}

extension AssertionNode {
  package func visitScopes(_ action: (FigureScope) -> Void) {
    switch kind {
    case .number, .percentage, .money: break
    case .figure(let reference): action(reference.scope)
    case .reduction(let from, let to):
      action(from)
      action(to)
    case .negation(let inner), .not(let inner): inner.visitScopes(action)
    case .binary(_, let left, let right):
      left.visitScopes(action)
      right.visitScopes(action)
    }
  }
}
