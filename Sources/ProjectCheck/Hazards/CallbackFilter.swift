// FB7015 callback-filter-saves-nothing info
//
// means: Results are filtered after they have arrived, in a callback. That saves no read: every delivered document is
//   billed.
// why: Billing counts what the server returns, not what the app uses.
// example:
//   keep: "not(contains(archivedBy, me))"
// fix: Express the condition in the query, or store a field that can be queried.
// ignore: When the number of filtered documents is small.

import Diagnostics
import Simulation
import Workloads

/// FB7015: deciding in the callback whether a delivered document is of interest saves no read.
enum CallbackFilter: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    var found: [Step] = []
    hazards.workload.visitSteps { step in
      guard case .read(let read) = step.action, read.kind == .listen else { return }
      let decidesInCallback: Bool
      if case .condition? = read.onChange.first?.action { decidesInCallback = true } else { decidesInCallback = false }
      guard case .document = read.target else {
        if decidesInCallback { found.append(step) }
        return
      }
      if decidesInCallback || read.keep != nil { found.append(step) }
    }
    for step in found {
      hazards.report(
        .callbackFilterSavesNothing, "what \(step.title) ignores in its callback has been read and billed",
        at: step.shapeSpan, of: step)
    }
  }
}
