import Diagnostics
import QueryModel

/// FB7011: one list of steps attaches the same listener twice. It bills once, but its filters are done twice in the app.
enum SameQueryTwice {
  static func check(_ hazards: inout HazardCollector) {
    for steps in hazards.workload.stepLists {
      var listeners: [(query: Query, step: Step)] = []
      for step in steps {
        step.visit { step in
          guard case .read(let read) = step.action, read.kind == .listen, let query = read.target.template?.query
          else { return }
          listeners.append((query, step))
        }
      }
      for (index, listener) in listeners.enumerated() {
        guard let first = listeners[..<index].first(where: { $0.query == listener.query }) else { continue }
        hazards.report(
          .sameQueryTwice, "\(listener.step.title) listens to the same query as \(first.step.title)",
          at: listener.step.shapeSpan, of: listener.step,
          notes: ["both share one target: the second one costs nothing"],
          help: "attach it once and divide the result in the app")
      }
    }
  }
}
