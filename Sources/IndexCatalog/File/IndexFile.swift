package import Diagnostics
package import FirestoreModel
package import StructuredText

/// What an index file says: the catalog it declares, where every entry stands, and every complaint.
package struct IndexFile: Hashable, Sendable {
  /// A value read from the file and the object it was read from.
  package struct Entry<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value
    package var location: SourceLocation

    package init(_ value: Value, at location: SourceLocation) {
      self.value = value
      self.location = location
    }
  }

  package var source: SourceText
  /// Accepted composites in file order, duplicates left out.
  package var composites: [Entry<IndexDefinition>]
  /// Overrides in file order.
  package var overrides: [Entry<FieldOverride>]
  package var catalog: IndexCatalog
  package var diagnostics: [Diagnostic]
  /// An object without `indexes`: the CLI passes it over, whatever else it says.
  package var lacksIndexes = false

  package init(
    source: SourceText, composites: [Entry<IndexDefinition>] = [], overrides: [Entry<FieldOverride>] = [],
    catalog: IndexCatalog = .automaticOnly, diagnostics: [Diagnostic] = []
  ) {
    self.source = source
    self.composites = composites
    self.overrides = overrides
    self.catalog = catalog
    self.diagnostics = diagnostics
  }

  /// Reads `firestore.indexes.json`. Comments are fine; a trailing comma is accepted with a warning, because the CLI
  /// refuses it.
  package init(reading source: SourceText, database: Text = "(default)", edition: Edition = .standard) {
    let result = JSONReader.read(source, .lenient)
    if let root = result.node {
      self.init(reading: root, of: source, database: database, edition: edition)
    } else {
      self.init(source: source)
    }
    let commas = result.trailingCommas.map { comma in
      Diagnostic(
        .lenientJson, "trailing comma", at: source.location(comma), help: "remove it; the Firebase CLI refuses it")
    }
    diagnostics = result.diagnostics + commas + diagnostics
  }

  /// Reads a parsed `firestore.indexes.json`. Entries with errors are left out of the catalog.
  package init(
    reading root: Node, of source: SourceText, database: Text = "(default)", edition: Edition = .standard
  ) {
    var reader = IndexFileReader(source: source, edition: edition)
    reader.read(root, database: database)
    self = reader.finish()
  }

  /// The file with an empty array of indexes, every other byte as it was, so that all the rest of it counts.
  ///
  /// - Returns: nil: it has one, or is no index file.
  package func completed(database: Text = "(default)", edition: Edition = .standard) -> IndexFile? {
    guard lacksIndexes, let editor else { return nil }
    let source = SourceText(path: source.path, bytes: editor.addingIndexes())
    return IndexFile(reading: source, database: database, edition: edition)
  }
}
