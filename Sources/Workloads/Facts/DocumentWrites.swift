import Diagnostics
import FirestoreModel

/// A write of a document as the workload states it, whoever does it.
package struct DocumentWrite: Sendable {
  /// Nil: the background.
  package var step: Step?
  package var kind: WriteOperation.Kind
  package var path: PathPattern
  /// Nil: those of the `data` entry of the same path.
  package var fields: [FieldAssignment]?
  /// Whether an actor asks the service for it; what the outside world changes, nobody asks for.
  package var isRequest: Bool

  /// Whether its refusal is what the step is there for: then nothing is stored.
  var isRefused: Bool {
    guard let expectation = step?.expectation else { return false }
    if let status = expectation.status { return status != .ok }
    return expectation.code == DiagnosticCode.denialNotExpected.id
  }

  fileprivate init(_ write: WriteOperation, of step: Step) {
    self.step = step
    kind = write.kind
    path = write.path
    fields = write.fields
    isRequest = true
  }

  fileprivate init(_ write: OutsideWrite, of step: Step?) {
    self.step = step
    kind =
      switch write.kind {
      case .set(let merge): .set(merge: merge)
      case .delete: .delete
      }
    path = write.path
    fields = write.fields
    isRequest = false
  }
}

extension Step {
  /// Of this step alone, without those inside it.
  package var documentWrites: [DocumentWrite] {
    switch action {
    case .write(let write): [DocumentWrite(write, of: self)]
    case .batch(let writes): writes.map { DocumentWrite($0, of: self) }
    case .transaction(let transaction): transaction.writes.map { DocumentWrite($0, of: self) }
    case .outsideWrite(let write): [DocumentWrite(write, of: self)]
    case .read, .page, .detach, .device, .assign, .condition, .pause, .perform, .group, .realtime: []
    }
  }
}

extension Workload {
  /// The background first, then in the order of the actors, of the procedures and of the timeline.
  package var documentWrites: [DocumentWrite] {
    var found = background.map { DocumentWrite($0.write, of: nil) }
    visitSteps { found += $0.documentWrites }
    return found
  }
}
