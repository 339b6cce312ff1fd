import DocumentStore
import FirestoreModel
import QueryModel

// What requests are about, in the words of logs and reports: names below the documents root.

enum RequestTarget {
  static func documents(_ paths: [DocumentPath]) -> String {
    paths.count == 1 ? paths[0].description : "\(paths.count) documents"
  }

  static func writes(_ writes: [Write]) -> String {
    writes.count == 1 ? writes[0].path.description : "\(writes.count) writes"
  }

  /// Where documents are, with `*` for their ids; nil where they are in several places.
  static func pattern(of paths: [DocumentPath]) -> String? {
    guard let first = paths.first?.segments else { return nil }
    let isOne = paths.dropFirst().allSatisfy { path in
      let other = path.segments
      return other.count == first.count
        && stride(from: 0, to: first.count, by: 2).allSatisfy { other[$0] == first[$0] }
    }
    guard isOne else { return nil }
    return first.enumerated().map { $0.isMultiple(of: 2) ? $1.string : "*" }.joined(separator: "/")
  }

  /// A collection, `group posts`, or for no collection in particular `*`.
  static func source(_ source: QuerySource) -> String {
    let parent = source.parent.segments.map(\.text).joined(separator: "/")
    let id = source.collectionID?.text ?? "*"
    if source.allDescendants { return "group \(id)" + (parent.isEmpty ? "" : " below \(parent)") }
    return parent.isEmpty ? id : "\(parent)/\(id)"
  }

  /// A document, or the root.
  static func parent(_ path: DocumentPath?) -> String { path?.description ?? "documents" }

  /// How transactions are told apart in logs.
  static func transaction(_ id: TransactionID) -> String {
    "transaction " + id.bytes.map(\.hexadecimal).joined()
  }
}
