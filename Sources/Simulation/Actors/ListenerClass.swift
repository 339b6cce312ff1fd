import FirestoreModel
import Metering
import Workloads

/// Listeners to one result for whom every delivery costs the same: it is counted once for all of them.
final class ListenerClass {
  struct Key: Hashable {
    var operation: OperationID
    var role: Text
    var multiplicity: Int64
    var ruleReads: Int64
    var ruleReadSites: [Int]
  }

  let key: Key
  var count = 0
  /// What each of them has had so far; how much of it an actor is known to have had stands at the listener.
  var usage: UnsettledUsage

  init(_ key: Key) {
    self.key = key
    usage = UnsettledUsage(operation: key.operation.name)
  }
}

extension Attachment {
  var classKey: ListenerClass.Key {
    ListenerClass.Key(
      operation: step.step.operation, role: instance.role, multiplicity: instance.multiplicity,
      ruleReads: dependents.count, ruleReadSites: dependents.sites)
  }
}

/// Listeners in the order of their attaching.
struct ListenerList {
  private(set) var attachments: [Attachment] = []

  var isEmpty: Bool { attachments.isEmpty }

  /// Nothing happens to one that is there already.
  mutating func insert(_ attachment: Attachment) {
    let position = position(of: attachment)
    if position < attachments.count, attachments[position] === attachment { return }
    attachments.insert(attachment, at: position)
  }

  mutating func remove(_ attachment: Attachment) {
    let position = position(of: attachment)
    if position < attachments.count, attachments[position] === attachment { attachments.remove(at: position) }
  }

  func contains(_ attachment: Attachment) -> Bool {
    let position = position(of: attachment)
    return position < attachments.count && attachments[position] === attachment
  }

  private func position(of attachment: Attachment) -> Int {
    attachments.partitioningIndex { $0.sequence >= attachment.sequence }
  }
}
