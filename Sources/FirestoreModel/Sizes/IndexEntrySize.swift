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

  /// - Parameter values: the indexed values in any order, without the document's name.
  package func compositeEntry(document: DocumentPath, values: [Value], collectionGroup: Bool) -> Int {
    let content = document.nameSize + values.reduce(0) { $0 + indexedSize(of: $1) }
    return content + 32 + (collectionGroup ? 0 : parentNameSize(of: document))
  }

  /// The size of a value as an index holds it. Vectors are not truncated.
  package func indexedSize(of value: Value) -> Int {
    if case .vector = value { return size(of: value) }
    return min(size(of: value), indexedValueLimit)
  }

  private func parentNameSize(of document: DocumentPath) -> Int {
    document.collection.parent?.nameSize ?? rootParent
  }
}
