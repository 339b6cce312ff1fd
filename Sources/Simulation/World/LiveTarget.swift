import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel

/// A result that the server keeps up to date, whoever listens: clients with the same query share the work of moving it,
/// never the bill.
final class LiveTarget {
  let key: ListenKey
  /// In the order of creation, so that deliveries have one order.
  let sequence: Int
  var result: MovingResult
  var attachments: [Attachment] = []

  init(key: ListenKey, sequence: Int, result: MovingResult) {
    self.key = key
    self.sequence = sequence
    self.result = result
  }
}

/// What a commit does to one live target.
enum TargetMovement {
  case query(TargetDelta)
  case document(TargetChange, Document?)
}

/// All live targets, found by where a commit writes.
struct LiveTargets {
  private var byKey: [ListenKey: LiveTarget] = [:]
  private var byCollection: [CollectionPath: [LiveTarget]] = [:]
  private var byDocument: [DocumentPath: LiveTarget] = [:]
  /// Collection group queries: any commit may concern them.
  private var groups: [LiveTarget] = []
  private var created = 0
  /// Listeners by the documents that rules have read for them, in the order of attaching.
  private var dependents: [DocumentPath: [Attachment]] = [:]

  var isEmpty: Bool { byKey.isEmpty }

  subscript(key: ListenKey) -> LiveTarget? { byKey[key] }

  /// Whether anyone would notice a write to that document.
  func cover(_ path: DocumentPath) -> Bool {
    if byKey.isEmpty { return false }
    return byCollection[path.collection] != nil || byDocument[path] != nil || !groups.isEmpty
      || dependents[path] != nil
  }

  /// Remembers which documents the listener's permission rests on.
  mutating func setDependents(_ reads: RuleReads, of attachment: Attachment) {
    for path in attachment.dependents.documents {
      dependents[path]?.removeAll { $0 === attachment }
      if dependents[path]?.isEmpty == true { dependents[path] = nil }
    }
    attachment.dependents = reads
    for path in reads.documents { dependents[path, default: []].append(attachment) }
  }

  /// Listeners whose permission rests on a document of the commit, each once.
  func dependents(on commit: Commit) -> [Attachment] {
    if dependents.isEmpty { return [] }
    var found: [Attachment] = []
    var known: Set<ObjectIdentifier> = []
    for change in commit.changes {
      for attachment in dependents[change.path] ?? [] where known.insert(ObjectIdentifier(attachment)).inserted {
        found.append(attachment)
      }
    }
    return found
  }

  mutating func insert(_ key: ListenKey, _ result: MovingResult) -> LiveTarget {
    let target = LiveTarget(key: key, sequence: created, result: result)
    created += 1
    byKey[key] = target
    switch key {
    case .document(let path): byDocument[path] = target
    case .query(let query):
      if let collection = query.collection {
        byCollection[collection, default: []].append(target)
      } else {
        groups.append(target)
      }
    }
    return target
  }

  mutating func remove(_ target: LiveTarget) {
    byKey[target.key] = nil
    switch target.key {
    case .document(let path): byDocument[path] = nil
    case .query(let query):
      guard let collection = query.collection else {
        groups.removeAll { $0 === target }
        return
      }
      byCollection[collection]?.removeAll { $0 === target }
      if byCollection[collection]?.isEmpty == true { byCollection[collection] = nil }
    }
  }

  /// The targets that a commit may concern, oldest first.
  func concerned(by commit: Commit) -> [LiveTarget] {
    if byKey.isEmpty { return [] }
    var found: [ObjectIdentifier: LiveTarget] = [:]
    for target in groups { found[ObjectIdentifier(target)] = target }
    for change in commit.changes {
      for target in byCollection[change.path.collection] ?? [] { found[ObjectIdentifier(target)] = target }
      if let target = byDocument[change.path] { found[ObjectIdentifier(target)] = target }
    }
    return found.values.sorted { $0.sequence < $1.sequence }
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
