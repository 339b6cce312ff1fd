import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryExecution
import QueryModel
import QueryPlanner
import Workloads

// What rules have to do with listeners: their documents are read and billed when a listener is attached, with every
// delivery, when the device comes back, and when one of the documents that they read changes.

/// Listeners that a commit makes rules look at again, because of a document that they have read.
struct Reconsidered {
  let attachments: [Attachment]
  private var pending: Set<ObjectIdentifier>

  init(_ attachments: [Attachment]) {
    self.attachments = attachments
    pending = Set(attachments.map { ObjectIdentifier($0) })
  }

  /// Those that no delivery has come to.
  var remaining: [Attachment] { attachments.filter { pending.contains(ObjectIdentifier($0)) } }

  /// Whether the listener is one of them; it is not remaining any more.
  mutating func take(_ attachment: Attachment) -> Bool {
    !pending.isEmpty && pending.remove(ObjectIdentifier(attachment)) != nil
  }
}

extension CellSimulation {
  /// The documents that rules read to allow a listener.
  func permission(of attachment: Attachment, _ kind: BillingEvent.Kind) throws -> RuleReads {
    guard let decision = try decision(on: attachment) else { return .none }
    guard decision.isAllowed else { throw DeniedAccess(decision: decision, kind: kind) }
    return RuleReads(decision)
  }

  private func decision(on attachment: Attachment) throws(FirestoreError) -> AccessDecision? {
    let caller = attachment.instance.caller
    guard let access = settings.access, caller != .admin else { return nil }
    switch attachment.key {
    case .document(let path): return access.get(path, by: caller, on: world.snapshot, at: now)
    case .query(let query):
      let normalized = try query.normalized(database: world.engine.planner.database)
      return access.list(normalized, by: caller, on: world.snapshot, at: now)
    }
  }

  /// Whether the listener may have a delivery. Rules are asked again where their answer may have changed: the document
  /// itself, or one that they read. Otherwise the delivery pays for the same documents again.
  func mayDeliver(to attachment: Attachment, _ reconsidered: inout Reconsidered) -> Bool {
    guard case .live = attachment.state else { return false }
    let dependsOnChange = reconsidered.take(attachment)
    guard !attachment.isShared, dependsOnChange || isJudgedByContent(attachment) else { return true }
    return renewPermission(of: attachment)
  }

  /// Whether rules are asked again with every delivery.
  func isJudgedByContent(_ attachment: Attachment) -> Bool {
    settings.access != nil && attachment.instance.caller != .admin && attachment.key.isJudgedByContent
  }

  /// A document that the rules read has changed, and nothing of the result: they are asked again all the same.
  func reconsiderUnmoved(_ attachment: Attachment) {
    guard case .live = attachment.state, renewPermission(of: attachment) else { return }
    var event = BillingEvent.listenDelta(.none)
    event.bill(attachment.dependents)
    emit(event, attachment.step.operation, attachment.instance)
  }

  /// Asks the rules again. A listener that they now deny ends with PERMISSION_DENIED.
  private func renewPermission(of attachment: Attachment) -> Bool {
    do throws(FirestoreError) {
      guard let decision = try decision(on: attachment) else { return true }
      if decision.isAllowed {
        setDependents(RuleReads(decision), of: attachment)
        return true
      }
      deny(DeniedAccess(decision: decision, kind: .listenDelta), attachment.step.step, attachment.instance)
      end(attachment)
    } catch {
      // The query could be attached, so it is valid.
      notes.internalError(error.message, at: attachment.step.step.span)
    }
    return false
  }

  /// The service ends a listener: all that share it on the device.
  func end(_ attachment: Attachment) {
    let device = attachment.device
    for other in device.attachments where other.key == attachment.key {
      unsubscribe(other)
      noteEnd(of: other)
      other.state = .ended
    }
    device.attachments.removeAll { $0.key == attachment.key }
  }
}

extension ListenKey {
  /// Whether rules look at documents of the result, which may have changed: a single document, or a query that names its
  /// documents.
  fileprivate var isJudgedByContent: Bool {
    switch self {
    case .document: true
    case .query(let query): query.filter?.fields.contains(where: \.isDocumentName) ?? false
    }
  }
}
