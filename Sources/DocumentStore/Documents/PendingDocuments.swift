import CountedTree
import FirestoreModel

/// The documents that a commit has touched so far.
struct PendingDocuments {
  private var documents: [(document: PendingDocument, key: DocumentKey)] = []
  /// Made when the second document comes; most commits write a single one.
  private var positions: [DocumentPath: Int] = [:]

  mutating func apply(
    _ write: Write, in context: WriteContext, to stored: CountedTree<StoredDocument.Form>
  ) throws(FirestoreError) -> WriteResult {
    let position = position(of: write.path, in: stored)
    return try context.apply(write, to: &documents[position].document)
  }

  /// The same, told as the document before and after the write.
  mutating func preview(
    _ write: Write, in context: WriteContext, to stored: CountedTree<StoredDocument.Form>
  ) throws(FirestoreError) -> WritePreview {
    let position = position(of: write.path, in: stored)
    let before = documents[position].document.current
    _ = try context.apply(write, to: &documents[position].document)
    return WritePreview(write: write, before: before, after: documents[position].document.current)
  }

  /// Every document that was touched, as it stands now; nil when it does not exist.
  var after: [DocumentPath: Document?] {
    Dictionary(documents.map { ($0.document.path, $0.document.current) }) { first, _ in first }
  }

  private mutating func position(of path: DocumentPath, in stored: CountedTree<StoredDocument.Form>) -> Int {
    if documents.count == 1, documents[0].document.path == path { return 0 }
    if documents.count > 1, let position = positions[path] { return position }
    let key = DocumentKey(path)
    documents.append((PendingDocument(path: path, original: stored.payload(of: key.bytes)?.document(named: path)), key))
    if documents.count == 2 { positions[documents[0].document.path] = 0 }
    if documents.count >= 2 { positions[path] = documents.count - 1 }
    return documents.count - 1
  }

  /// Stores what has changed and returns it.
  func store(in state: inout StoreState) -> [DocumentChange] {
    var changes: [DocumentChange] = []
    for (document, key) in documents where document.original != document.current {
      let change = DocumentChange(path: document.path, old: document.original, new: document.current)
      state.replace(change, key: key)
      changes.append(change)
    }
    return changes
  }
}
