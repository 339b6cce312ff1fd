// Sizes of index entries, for the limits per entry and per document and for stored bytes.
//
//   single-field, collection scope   name + parent's name + field path + value + 32
//   single-field, group scope        name + field path + value + 48
//   composite, collection scope      name + parent's name + values + 32
//   composite, group scope           name + values + 32
//
// An entry of an array-contains field holds one element.

extension StorageSizing {
  /// - Parameter value: the indexed value; for an array-contains entry the element.
  package func singleFieldEntry(
    document: DocumentPath, field: FieldPath, value: Value, collectionGroup: Bool
  ) -> Int {
    let fieldSize = field.description.utf8.count + 1
    let content = document.nameSize + fieldSize + indexedSize(of: value)
    return collectionGroup ? content + 48 : content + parentNameSize(of: document) + 32
  }

  /// - Parameters:
  ///   - values: the indexed values in any order, without the document's name.
  ///   - vector: what a vector index searches, which it holds whole.
  package func compositeEntry(
    document: DocumentPath, values: [Value], vector: Value? = nil, collectionGroup: Bool
  ) -> Int {
    let content =
      document.nameSize + values.reduce(0) { $0 + indexedSize(of: $1) } + (vector.map { size(of: $0) } ?? 0)
    return content + 32 + (collectionGroup ? 0 : parentNameSize(of: document))
  }

  /// The size of a value as an index of values in order holds it: truncated.
  package func indexedSize(of value: Value) -> Int { min(size(of: value), indexedValueLimit) }

  private func parentNameSize(of document: DocumentPath) -> Int {
    document.collection.parent?.nameSize ?? rootParent
  }
}
