package import FirestoreModel
package import Workloads

extension Workload {
  /// Operations that ask once for what the baseline listens to: steps that listen there and do not here, and steps that
  /// the baseline does not have where fewer listeners took the place of its own.
  package func operationsAskingOnce(insteadOf baseline: Workload) -> Set<Text> {
    let (theirs, own) = (baseline.readOperations, readOperations)
    let lost = theirs.listening.subtracting(own.listening)
    guard !lost.isEmpty else { return [] }
    let isReplaced = own.listening.subtracting(theirs.listening).count >= lost.count
    return own.asking.filter { name in
      lost.contains(name) || !isReplaced && !theirs.asking.contains(name)
    }
  }

  private var readOperations: (listening: Set<Text>, asking: Set<Text>) {
    var (listening, asking): (Set<Text>, Set<Text>) = ([], [])
    visitSteps { step in
      switch step.action {
      case .read(let read) where read.kind == .listen: listening.insert(step.operation.name)
      case .realtime(let request) where request.operation == .listen: listening.insert(step.operation.name)
      case .realtime(let request) where request.operation == .get: asking.insert(step.operation.name)
      case .read, .page: asking.insert(step.operation.name)
      case .realtime, .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group,
        .outsideWrite:
        break
      }
    }
    return (listening, asking)
  }
}
