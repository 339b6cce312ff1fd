package import DocumentStore
package import FirestoreModel

/// A listener on one document.
package struct DocumentTarget: Sendable {
  package let path: DocumentPath
  /// Nil until the first snapshot was delivered, then the version last delivered (`.some(nil)`: known to be missing).
  package private(set) var current: Document??

  package init(_ path: DocumentPath) { self.path = path }

  /// The first result; nil when the document does not exist.
  package mutating func attach(on snapshot: Snapshot) -> Document? {
    let document = snapshot.document(path)
    current = .some(document)
    return document
  }

  /// Moves to a newer version; nil when the document did not change.
  package mutating func advance(to snapshot: Snapshot) -> TargetChange? {
    guard case .some(let before) = current else { return nil }
    let after = snapshot.document(path)
    guard before != after else { return nil }
    current = .some(after)
    switch (before, after) {
    case (nil, _?): return TargetChange(cause: .entered, path: path)
    case (_?, nil): return TargetChange(cause: .deleted, path: path)
    default: return TargetChange(cause: .modified, path: path)
    }
  }
}
