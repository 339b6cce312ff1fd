package import FirestoreModel

/// What one composite or vector index adds to writes and to storage.
///
/// Entries are not billed by the write, but each one is written with its document (latency, contention) and is stored
/// and billed as storage.
package struct IndexCost: Hashable, Sendable {
  /// What one entry per document takes when nothing is known of the documents.
  package struct Estimate: Hashable, Sendable {
    /// The array of which every distinct element is an entry of its own; nil: one entry per document.
    package var elementsOf: FieldPath?
    /// Bytes of one entry, with ids of ``idLength`` characters and values of ``valueSize`` bytes.
    package var bytesPerEntry: Int
  }

  /// What the documents of a data file take.
  package struct Measurement: Hashable, Sendable {
    package var documents: Int
    package var entries: Int
    package var bytes: Int
  }

  package var estimate: Estimate
  /// Nil without documents of the collection.
  package var measurement: Measurement?

  /// Ids that SDKs make.
  package static let idLength = 20
  /// Numbers and times.
  package static let valueSize = 8

  /// - Parameter documents: of the whole data; those of other collections are left out.
  package init(
    of index: IndexDefinition, documents: [(path: DocumentPath, fields: MapValue)] = [],
    sizing: StorageSizing = .standard
  ) {
    estimate = Self.estimate(index)
    let alone = IndexCatalog(composites: [index])
    var measurement = Measurement(documents: 0, entries: 0, bytes: 0)
    for document in documents where document.path.collection.id == index.collectionGroup {
      let withIndex = alone.fanOut(of: document.path, fields: document.fields, sizing: sizing)
      let without = IndexCatalog.automaticOnly.fanOut(of: document.path, fields: document.fields, sizing: sizing)
      measurement.documents += 1
      measurement.entries += withIndex.compositeEntries
      measurement.bytes += withIndex.totalSize - without.totalSize
    }
    self.measurement = measurement.documents == 0 ? nil : measurement
  }

  /// Name and parent of a document of a root collection, the values, and the fixed part of an entry.
  private static func estimate(_ index: IndexDefinition) -> Estimate {
    let name = index.collectionGroup.string.utf8.count + 1 + idLength + 1 + 16
    let parent = index.scope == .collection ? 16 : 0
    let values = index.fields.filter { !$0.path.isDocumentName }.reduce(0) { sum, field in
      if case .vector(let dimension) = field.mode { sum + 8 * dimension } else { sum + valueSize }
    }
    return Estimate(
      elementsOf: index.fields.first { $0.mode == .contains }?.path, bytesPerEntry: name + parent + values + 32)
  }

  /// `1 entry per document, about 142 bytes each`, or what was measured.
  package var text: String {
    if let measurement {
      let each = measurement.entries == 0 ? 0 : measurement.bytes / measurement.entries
      func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
      return counted(measurement.entries, "entry", "entries") + ", \(measurement.bytes) bytes for "
        + counted(measurement.documents, "document", "documents")
        + (measurement.entries == 0 ? "" : ", \(each) bytes each")
    }
    let entries = estimate.elementsOf.map { "1 entry per element of `\($0)`" } ?? "1 entry per document"
    return "\(entries), about \(estimate.bytesPerEntry) bytes each"
  }
}
