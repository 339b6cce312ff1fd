package import FirestoreModel

/// How many index entries one document has, and how large they are.
package struct IndexFanOut: Hashable, Sendable {
  /// Entries of single-field indexes, of every scope.
  package var singleFieldEntries = 0
  /// Entries of composite and vector indexes.
  package var compositeEntries = 0
  /// Bytes that are stored of all entries together.
  package var totalSize = 0
  /// Bytes of the largest entry of an index of values in order.
  package var largestEntry = 0
  /// Fields whose value is longer than an index keeps, in field order.
  package var truncatedFields: [FieldPath] = []

  package var entries: Int { singleFieldEntries + compositeEntries }
}

extension IndexCatalog {
  /// The entries that storing these fields under this name creates.
  ///
  /// A map has entries for itself and for every field below it. An array has one entry per distinct element in each
  /// index that holds its elements. A composite has entries only if the document has all of its fields.
  package func fanOut(
    of document: DocumentPath, fields: MapValue, sizing: StorageSizing = .standard
  ) -> IndexFanOut {
    var counter = FanOutCounter(catalog: self, document: document, sizing: sizing)
    for field in fields.fields { counter.countField([field.name], field.value) }
    for definition in composites(of: document.collection.id) where state(of: definition) != .needsRepair {
      counter.countComposite(definition, fields)
    }
    return counter.result
  }
}

private struct FanOutCounter {
  let catalog: IndexCatalog
  let document: DocumentPath
  let sizing: StorageSizing
  var result = IndexFanOut()

  init(catalog: IndexCatalog, document: DocumentPath, sizing: StorageSizing) {
    self.catalog = catalog
    self.document = document
    self.sizing = sizing
  }

  mutating func countField(_ segments: [Text], _ value: Value) {
    let path = FieldPath(segments: segments)
    let entries = catalog.singleFieldEntries(collectionGroup: document.collection.id, path: path)
    for entry in entries {
      let isGroup = entry.scope == .collectionGroup
      for indexed in indexedValues(of: value, mode: entry.mode) {
        let size = sizing.singleFieldEntry(document: document, field: path, value: indexed, collectionGroup: isGroup)
        result.singleFieldEntries += 1
        add(size, isStored: !isSecondDirection(entry, of: entries))
      }
    }
    if !entries.isEmpty, isTruncated(value) { result.truncatedFields.append(path) }
    guard case .map(let fields) = value else { return }
    for field in fields.fields { countField(segments + [field.name], field.value) }
  }

  mutating func countComposite(_ definition: IndexDefinition, _ fields: MapValue) {
    var single: [Value] = []
    var vector: Value?
    var elements: [Value]?
    for field in definition.fields where !field.path.isDocumentName {
      guard let value = fields[field.path] else { return }
      let indexed = indexedValues(of: value, mode: field.mode)
      if field.mode == .contains {
        elements = indexed
      } else if let value = indexed.first {
        if case .vector = field.mode { vector = value } else { single.append(value) }
      } else {
        return
      }
    }
    let isGroup = definition.scope == .collectionGroup
    for element in elements.map({ $0.map { [$0] } }) ?? [[]] {
      let size = sizing.compositeEntry(
        document: document, values: single + element, vector: vector, collectionGroup: isGroup)
      result.compositeEntries += 1
      add(size, isStored: true, isOrdered: vector == nil)
    }
  }

  /// - Parameters:
  ///   - isStored: false for entries whose bytes another entry has already.
  ///   - isOrdered: false for entries of vector indexes, whose size nothing but the dimension limits.
  private mutating func add(_ size: Int, isStored: Bool, isOrdered: Bool = true) {
    if isStored { result.totalSize += size }
    if isOrdered { result.largestEntry = max(result.largestEntry, size) }
  }

  /// Whether the entry adds no stored bytes to those of the other direction.
  private func isSecondDirection(_ entry: FieldOverride.Entry, of entries: [FieldOverride.Entry]) -> Bool {
    !sizing.storesBothDirections && entry.mode == .descending
      && entries.contains { $0.mode == .ascending && $0.scope == entry.scope }
  }

  /// What an index of that mode keeps of a value.
  private func indexedValues(of value: Value, mode: IndexMode) -> [Value] {
    switch (mode, value) {
    case (.ascending, _), (.descending, _): return [value]
    case (.contains, .array(let elements)): return elements.distinct
    case (.vector(let dimension), .vector(let components)): return components.count == dimension ? [value] : []
    case (.contains, _), (.vector, _): return []
    }
  }

  private func isTruncated(_ value: Value) -> Bool {
    switch value {
    case .string, .bytes: sizing.size(of: value) > sizing.indexedValueLimit
    case .null, .boolean, .integer, .double, .timestamp, .reference, .geoPoint, .array, .vector, .map: false
    }
  }
}

extension [Value] {
  /// One of each group of values that an index cannot tell apart.
  fileprivate var distinct: [Value] {
    let sorted = sorted { $0.compared(to: $1) < 0 }
    var kept: [Value] = []
    for value in sorted where kept.last?.isEquivalent(to: value) != true { kept.append(value) }
    return kept
  }
}
