// FB7017 cross-database-refetch warning
//
// means: An event of one database makes the client read documents of another again, all of them each time. Nearly all
//   of them are unchanged.
// why: The two databases share no snapshot; a list of ids in one and documents in the other costs one get per id per
//   event.
// example:
//   a list of 50 ids in the Realtime Database, 50 gets per change
// fix: Fetch only ids that are new, or keep both in one database.
// ignore: When the list is short and rarely changes.

import Diagnostics
import Simulation
import Workloads

/// FB7017: a listener of the Realtime Database hands out ids, and at every change all their documents are read again.
enum CrossDatabaseRefetch: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    hazards.workload.visitSteps { step in
      guard case .realtime(let request) = step.action, request.operation == .listen, request.event == .value else {
        return
      }
      for inner in request.onChange {
        inner.visit { reader in
          guard case .snapshot(.all, notInStore: false)? = reader.forEach, case .read(let read) = reader.action,
            read.source.asksService
          else { return }
          hazards.report(
            .crossDatabaseRefetch, "every change at \(step.title) reads all documents of \(reader.title) again",
            at: reader.shapeSpan, of: reader,
            notes: ["`event: value` hands out the whole list, whatever has changed"],
            help: "listen with `event: childAdded` and read `added ids not in store`")
        }
      }
    }
  }
}
