import DocumentStore
import FirestoreModel
import Metering
import QueryExecution
import QueryModel

/// A result that the server keeps up to date, whoever listens: clients with the same query share the work of moving it,
/// never the bill.
final class LiveTarget {
  let key: ListenKey
  /// In the order of creation, so that deliveries have one order.
  let sequence: Int
  let live: LiveResult
  private(set) var listeners = ListenerList()
  /// Those that a delivery has to be brought to one by one.
  private(set) var attentive = ListenerList()
  /// All others that pay, by what a delivery costs them.
  private(set) var classes: [ListenerClass] = []

  init(key: ListenKey, sequence: Int, result: MovingResult) {
    self.key = key
    self.sequence = sequence
    live = LiveResult(result)
  }

  func add(_ attachment: Attachment) {
    listeners.insert(attachment)
    attentive.insert(attachment)
    attachment.live = live
    attachment.told = live.movements
  }

  func remove(_ attachment: Attachment) {
    listeners.remove(attachment)
    attentive.remove(attachment)
    attachment.live = nil
    attachment.isToldLater = false
  }

  /// From now on the listener is told later, or again at once.
  func tellLater(_ attachment: Attachment, _ isLater: Bool) {
    attachment.isToldLater = isLater
    updateAttention(to: attachment)
  }

  /// Takes the listener to those that pay the same.
  func join(_ attachment: Attachment) {
    let key = attachment.classKey
    let found = classes.first { $0.key == key } ?? ListenerClass(key)
    if found.count == 0 { classes.append(found) }
    found.count += 1
    attachment.billedWith = found
    attachment.settled = found.usage.usage
    updateAttention(to: attachment)
  }

  func leave(_ attachment: Attachment) {
    guard let left = attachment.billedWith else { return }
    left.count -= 1
    if left.count == 0 { classes.removeAll { $0 === left } }
    attachment.billedWith = nil
    updateAttention(to: attachment)
  }

  private func updateAttention(to attachment: Attachment) {
    let isPaidFor = attachment.billedWith != nil || attachment.isShared
    if attachment.isToldLater, isPaidFor { attentive.remove(attachment) } else { attentive.insert(attachment) }
  }
}

/// What a commit does to one live target.
enum TargetMovement {
  case query(TargetDelta)
  case document(TargetChange, Document?)
}

/// All live targets, found by where a commit writes.
final class LiveTargets {
  private var byKey: [ListenKey: LiveTarget] = [:]
  private var byCollection: [CollectionPath: CollectionTargets] = [:]
  private var byDocument: [DocumentPath: LiveTarget] = [:]
  /// Collection group queries: any commit may concern them.
  private var groups: [LiveTarget] = []
  private var created = 0
  /// Listeners by the documents that rules have read for them, in the order of attaching.
  private var dependents: [DocumentPath: ListenerList] = [:]
  private var attached = 0
  /// Looks at every target of a collection, whatever it asks for.
  let asksEach: Bool

  init(asksEach: Bool) { self.asksEach = asksEach }

  /// Movements of all targets: who is told later looks here whether there is anything.
  private(set) var movements = 0

  var isEmpty: Bool { byKey.isEmpty }

  subscript(key: ListenKey) -> LiveTarget? { byKey[key] }

  /// The target of a query that somebody listens to: it is planned already.
  func queryTarget(_ key: ListenKey) -> QueryTarget? {
    guard case .query(let target)? = byKey[key]?.live.result else { return nil }
    return target
  }

  /// Whether anyone would notice a write to that document.
  func cover(_ path: DocumentPath) -> Bool {
    if byKey.isEmpty { return false }
    return byCollection[path.collection] != nil || byDocument[path] != nil || !groups.isEmpty
      || dependents[path] != nil
  }

  /// Remembers which documents the listener's permission rests on.
  func setDependents(_ reads: RuleReads, of attachment: Attachment) {
    for path in attachment.dependents.documents {
      dependents[path]?.remove(attachment)
      if dependents[path]?.isEmpty == true { dependents[path] = nil }
    }
    attachment.dependents = reads
    for path in reads.documents { dependents[path, default: ListenerList()].insert(attachment) }
  }

  /// Listeners whose permission rests on a document of the commit, each once.
  func dependents(on commit: Commit) -> [Attachment] {
    if dependents.isEmpty { return [] }
    var found: [Attachment] = []
    var known: Set<ObjectIdentifier> = []
    for change in commit.changes {
      for attachment in dependents[change.path]?.attachments ?? []
      where known.insert(ObjectIdentifier(attachment)).inserted {
        found.append(attachment)
      }
    }
    return found
  }

  /// Attaches a listener to its target, which is made if nobody listens yet.
  func add(_ attachment: Attachment, _ result: MovingResult) -> LiveTarget {
    let target = byKey[attachment.key] ?? insert(attachment.key, result)
    attached += 1
    attachment.sequence = attached
    target.add(attachment)
    return target
  }

  func noteMovement(of target: LiveTarget, _ changes: [TargetChange]) {
    movements += 1
    target.live.noteMovement(changes)
  }

  private func insert(_ key: ListenKey, _ result: MovingResult) -> LiveTarget {
    let target = LiveTarget(key: key, sequence: created, result: result)
    created += 1
    byKey[key] = target
    switch key {
    case .document(let path): byDocument[path] = target
    case .query(let query):
      if let collection = query.collection {
        byCollection[collection, default: CollectionTargets()].insert(target, of: query)
      } else {
        groups.append(target)
      }
    }
    return target
  }

  func remove(_ target: LiveTarget) {
    byKey[target.key] = nil
    switch target.key {
    case .document(let path): byDocument[path] = nil
    case .query(let query):
      guard let collection = query.collection else {
        groups.removeAll { $0 === target }
        return
      }
      byCollection[collection]?.remove(target, of: query)
      if byCollection[collection]?.isEmpty == true { byCollection[collection] = nil }
    }
  }

  /// The targets that a commit may concern, oldest first.
  func concerned(by commit: Commit) -> [LiveTarget] {
    if byKey.isEmpty { return [] }
    var found: [LiveTarget] = groups
    for change in commit.changes {
      byCollection[change.path.collection]?.visit(change, all: asksEach) { found.append($0) }
      if let target = byDocument[change.path] { found.append(target) }
    }
    guard found.count > 1 else { return found }
    found.sort { $0.sequence < $1.sequence }
    var latest: LiveTarget?
    found.removeAll { target in
      defer { latest = target }
      return target === latest
    }
    return found
  }
}

extension Query {
  /// The one collection the query looks at; nil for a collection group.
  var collection: CollectionPath? {
    guard !source.allDescendants, let id = source.collectionID?.literal, let parent = source.parent.literals else {
      return nil
    }
    return CollectionPath(segments: parent + [id])
  }
}
