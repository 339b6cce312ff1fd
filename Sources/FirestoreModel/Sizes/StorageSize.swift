/// How many bytes Firestore counts for stored data, with the points that its documentation leaves open as switches.
///
/// A string is its UTF-8 bytes + 1; an id is a string, or 8 bytes when numeric; a document's name is its ids + 16; a
/// document is its name, its fields and 32.
package struct StorageSizing: Hashable, Sendable {
  /// Bytes that a nested map adds to the sum of its fields: 0, or 32 as a document does. Documentation is silent.
  package var mapOverhead: Int
  /// The name size of the missing parent of a root collection, in index entries: 16, or 0.
  package var rootParent: Int
  /// Whether the ascending and the descending entry of a value both count as stored, or one of them.
  package var storesBothDirections: Bool
  /// A value larger than this is truncated in index entries.
  package var indexedValueLimit: Int

  package init(
    mapOverhead: Int = 0, rootParent: Int = 16, storesBothDirections: Bool = true, indexedValueLimit: Int = 1500
  ) {
    self.mapOverhead = mapOverhead
    self.rootParent = rootParent
    self.storesBothDirections = storesBothDirections
    self.indexedValueLimit = indexedValueLimit
  }

  package static let standard = StorageSizing()

  package func size(of document: Document) -> Int { size(ofDocumentAt: document.path, fields: document.fields) }

  package func size(ofDocumentAt path: DocumentPath, fields: MapValue) -> Int {
    path.nameSize + size(ofFields: fields) + 32
  }

  package func size(of value: Value) -> Int {
    switch value {
    case .null, .boolean: 1
    case .integer, .double, .timestamp: 8
    case .string(let text): text.storageSize
    case .bytes(let bytes): bytes.count
    case .reference(let name): name.path.nameSize
    case .geoPoint: 16
    case .array(let values): values.reduce(0) { $0 + size(of: $1) }
    case .vector(let components): 8 * components.count
    case .map(let map): size(ofFields: map) + mapOverhead
    }
  }

  private func size(ofFields fields: MapValue) -> Int {
    fields.fields.reduce(0) { $0 + $1.name.storageSize + size(of: $1.value) }
  }
}

extension Text {
  /// UTF-8 bytes + 1: the size of string values, field names and ids.
  package var storageSize: Int { byteCount + 1 }

  /// The size as a collection or document id: numeric ids take 8 bytes.
  package var idStorageSize: Int { numericID == nil ? storageSize : 8 }
}

extension DocumentPath {
  /// The size of the document's name: its ids + 16.
  package var nameSize: Int { segments.reduce(16) { $0 + $1.idStorageSize } }
}
