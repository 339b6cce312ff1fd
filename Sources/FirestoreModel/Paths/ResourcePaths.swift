/// A database: `projects/<project>/databases/<database>`.
package struct DatabaseName: Hashable, Sendable {
  package var project: Text
  package var database: Text

  package init(project: Text, database: Text = "(default)") {
    self.project = project
    self.database = database
  }

  /// `projects/<project>/databases/<database>/documents`
  package var documentsRoot: String { "projects/\(project)/databases/\(database)/documents" }
}

/// Path of a document below the documents root: collection and document ids in turn, an even number, at least two.
package struct DocumentPath: Hashable, Sendable {
  package let segments: [Text]

  /// Nil unless the number of segments is even and not zero. Ids are not checked here.
  package init?(segments: [Text]) {
    guard !segments.isEmpty, segments.count.isMultiple(of: 2) else { return nil }
    self.segments = segments
  }

  package init(collection: CollectionPath, id: Text) { segments = collection.segments + [id] }

  package var id: Text { segments[segments.count - 1] }
  package var collection: CollectionPath { CollectionPath(unchecked: Array(segments.dropLast())) }
}

/// Path of a collection below the documents root: an odd number of segments.
package struct CollectionPath: Hashable, Sendable {
  package let segments: [Text]

  package init?(segments: [Text]) {
    guard !segments.count.isMultiple(of: 2) else { return nil }
    self.segments = segments
  }

  package init(parent: DocumentPath?, id: Text) { segments = (parent?.segments ?? []) + [id] }

  init(unchecked segments: [Text]) { self.segments = segments }

  package var id: Text { segments[segments.count - 1] }
  package var parent: DocumentPath? { DocumentPath(segments: Array(segments.dropLast())) }
}

extension DocumentPath: CustomStringConvertible {
  package var description: String { segments.map(\.string).joined(separator: "/") }
}

extension CollectionPath: CustomStringConvertible {
  package var description: String { segments.map(\.string).joined(separator: "/") }
}

/// The full name of a document, as stored in reference values; it may name another database.
package struct DocumentName: Hashable, Sendable, CustomStringConvertible {
  package var database: DatabaseName
  package var path: DocumentPath

  package init(database: DatabaseName, path: DocumentPath) {
    self.database = database
    self.path = path
  }

  package var description: String { "\(database.documentsRoot)/\(path)" }
}
