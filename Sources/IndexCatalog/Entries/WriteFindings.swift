package import Diagnostics
package import FirestoreModel

extension IndexCatalog {
  /// FB2010: an indexed field whose value only ever rises or falls limits the collection to about 500 writes a second.
  ///
  /// - Parameter writesPerSecond: documents written in one collection of the group, at the peak.
  package func hotspotFinding(
    collectionGroup: Text, monotonicField path: FieldPath, writesPerSecond: Double
  ) -> Diagnostic? {
    let isIndexed =
      !singleFieldEntries(collectionGroup: collectionGroup, path: path).isEmpty
      || composites(of: collectionGroup).contains { $0.fields.first?.path == path }
    guard writesPerSecond > 500, isIndexed else { return nil }
    return Diagnostic(
      .hotspotMonotonicField,
      "`\(path)` of `\(collectionGroup)` rises with every one of \(Int(exactly: writesPerSecond.rounded()).map(String.init) ?? "\(writesPerSecond)") writes a second",
      notes: ["an indexed field of this kind limits a collection to about 500 writes a second"],
      help: "exempt the field from indexing, or put a shard field in front of it")
  }

  /// FB2020: entries of a large map or array that no query reads.
  ///
  /// - Parameters:
  ///   - queried: the fields that queries filter or order by.
  ///   - threshold: entries per document from which it is worth a word.
  package func unqueriedFieldFindings(
    of document: DocumentPath, fields: MapValue, queried: Set<FieldPath>, threshold: Int = 100
  ) -> [Diagnostic] {
    fields.fields.compactMap { field in
      let path = FieldPath(segments: [field.name])
      guard !queried.contains(where: { $0.segments.first == field.name }) else { return nil }
      let alone = IndexCatalog(overrides: overrides).fanOut(of: document, fields: MapValue([field]))
      guard alone.entries >= threshold else { return nil }
      return Diagnostic(
        .largeUnqueriedField, "`\(path)` of `\(document)` has \(alone.entries) index entries that no known query reads",
        help: "exempting it saves \(alone.totalSize) bytes per document")
    }
  }
}
