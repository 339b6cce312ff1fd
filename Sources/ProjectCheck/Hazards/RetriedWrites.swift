// FB7018 retry-duplicates-writes warning
//
// means: A write is retried after a timeout although the first attempt may have been carried out. It can happen twice:
//   a new document twice, a counter incremented twice.
// why: A timeout says nothing about whether the server committed. Writes are billed each time.
// example:
//   retry: {attempts: 3, timeout: 10s} around a write with a generated id
// fix: Choose the document id before the first attempt, or use a transaction with a precondition.
// ignore: When the write sets the same values to the same document.

import Diagnostics
import Workloads

/// FB7018: a write that is retried after a time-out may have arrived: each attempt that did is billed.
enum RetriedWrites: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    var found: [(step: Step, policy: RetryPolicy)] = []
    hazards.workload.visitSteps { step in
      guard let policy = step.retry, policy.attempts > 1 else { return }
      switch step.action {
      case .write, .batch: found.append((step, policy))
      case .read, .page, .transaction, .detach, .device, .assign, .condition, .pause, .perform, .group, .outsideWrite,
        .realtime:
        break
      }
    }
    for (step, policy) in found {
      hazards.report(
        .retryDuplicatesWrites, "\(step.title) may be carried out \(policy.attempts) times", at: policy.span, of: step,
        notes: ["SDKs queue writes and retry them on their own; a wrapper puts the same write into the queue again"],
        help: "wait for the SDK's own acknowledgement instead of retrying")
    }
  }
}
