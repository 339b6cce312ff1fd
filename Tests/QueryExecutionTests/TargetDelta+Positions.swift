import DocumentStore
import FirestoreModel
import QueryModel

@testable import QueryExecution

extension TargetDelta {
  /// A change with the positions client SDKs report: −1 where the document is not in the list.
  struct Positioned: Hashable, Sendable {
    var change: TargetChange
    var oldIndex: Int
    var newIndex: Int
  }

  /// The changes with old and new index, found by applying them one after another to the previous list, as the SDKs do.
  func positioned(order: [Order]) -> [Positioned] {
    var list = (0..<before.count).compactMap { before.document(at: $0) }.map { ListEntry($0, order, before.reversed) }
    return changes.map { change in
      var old = -1
      if change.kind != .added, let index = list.firstIndex(where: { $0.path == change.path }) {
        old = index
        list.remove(at: index)
      }
      guard change.kind != .removed, let document = document(of: change) else {
        return Positioned(change: change, oldIndex: old, newIndex: -1)
      }
      let entry = ListEntry(document, order, before.reversed)
      let new = list.firstIndex { entry.key.lexicographicallyPrecedes($0.key) } ?? list.count
      list.insert(entry, at: new)
      return Positioned(change: change, oldIndex: old, newIndex: new)
    }
  }

  private struct ListEntry {
    let path: DocumentPath
    let key: [UInt8]

    /// `reversed`: the window was cut in the flipped order, so its key is complemented to ascend in the list's order.
    init(_ document: Document, _ order: [Order], _ reversed: Bool) {
      path = document.path
      var encoder = KeyEncoder()
      for clause in order {
        let descending = (clause.direction == .descending) != reversed
        if clause.path.isDocumentName {
          encoder.append(path: document.path, descending: descending)
        } else {
          encoder.append(document.fields[clause.path] ?? .null, descending: descending)
        }
      }
      key = encoder.bytes
    }
  }
}
