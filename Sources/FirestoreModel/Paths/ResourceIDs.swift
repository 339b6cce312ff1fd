/// The rules for collection ids, document ids and whole names.
package enum ResourceLimits {
  /// UTF-8 bytes of one id.
  package static let idByteCount = 1500
  /// Collections nested in one another.
  package static let levels = 100
  /// UTF-8 bytes of a document's path below the documents root.
  package static let nameByteCount = 6 * 1024
}

extension Text {
  /// Checks one collection or document id.
  ///
  /// Numeric ids `__id<int64>__` pass although they look reserved: imports create them and references may name them.
  /// `____` passes as well, production reserves only `__.+__`.
  package func validateAsResourceID() throws(FirestoreError) { try validate(element: "name") }

  /// Checks the collection id of a query.
  package func validateAsCollectionID() throws(FirestoreError) { try validate(element: "kind", of: "Collection") }

  /// - Parameters:
  ///   - element: what production calls a collection id (`kind`) or a document id (`name`) that is too long.
  ///   - what: what it calls one that is invalid: names and queries have texts of their own.
  fileprivate func validate(element: String, of what: String = "Resource") throws(FirestoreError) {
    if isEmpty {
      throw .init(.invalidArgument, "\(what) id \"\" is invalid because it is empty.")
    }
    if self == "." || self == ".." {
      throw .init(.invalidArgument, "\(what) id \"\(self)\" is invalid because it is reserved.")
    }
    if string.utf8.contains(UInt8(ascii: "/")) {
      throw .init(.invalidArgument, "\(what) id \"\(self)\" is invalid because it contains \"/\".")
    }
    if byteCount >= 5, isReservedFieldName, numericID == nil {
      throw .init(.invalidArgument, "\(what) id \"\(self)\" is invalid because it is reserved.")
    }
    if byteCount > ResourceLimits.idByteCount {
      throw .init(.invalidArgument, "The key path element \(element) is longer than 1500 bytes.")
    }
  }

  package var isEmpty: Bool { string.utf8.isEmpty }
}

extension DocumentPath {
  /// UTF-8 bytes below the documents root.
  package var byteCount: Int { pathLength(segments) }

  /// Checks every id, the nesting and the length.
  package func validate() throws(FirestoreError) { try validateIDs(segments) }

  /// Reads `users/u1`, a path below the documents root, and checks it.
  package init(parsing text: String) throws(FirestoreError) {
    guard let path = DocumentPath(segments: splitPath(text)) else { throw lacksSlash(text) }
    try path.validate()
    self = path
  }
}

extension CollectionPath {
  /// Checks every id, the nesting and the length.
  package func validate() throws(FirestoreError) { try validateIDs(segments) }

  /// Reads `users/u1/posts`, a path below the documents root, and checks it.
  package init(parsing text: String) throws(FirestoreError) {
    guard let path = CollectionPath(segments: splitPath(text)) else {
      throw .init(.invalidArgument, "Collection path \"\(text)\" must have an odd number of segments.")
    }
    try path.validate()
    self = path
  }

  /// The full resource name of the collection.
  package func resourceName(in database: DatabaseName) -> String { "\(database.documentsRoot)/\(self)" }
}

extension DocumentPath {
  /// `projects/<p>/databases/<d>/documents/<path>`
  package func resourceName(in database: DatabaseName) -> String { "\(database.documentsRoot)/\(self)" }
}

extension DatabaseName: CustomStringConvertible {
  /// `projects/<project>/databases/<database>`
  package var description: String { "projects/\(project)/databases/\(database)" }
}

extension DocumentName {
  /// Reads a full resource name: `projects/<p>/databases/<d>/documents/<path>`.
  ///
  /// - Throws: INVALID_ARGUMENT; a collection's name is refused with production's `lacks "/"` text.
  package init(parsing text: String) throws(FirestoreError) {
    try self.init(parsing: text, as: .document)
  }

  /// - Parameter role: what refusals call it.
  package init(parsing text: String, as role: ResourceRole) throws(FirestoreError) {
    let (database, rest) = try splitResourceName(text)
    guard let path = DocumentPath(segments: rest) else { throw lacksSlash(text, role) }
    try path.validate()
    self.init(database: database, path: path)
  }

  /// Reads a full resource name, or a path below the documents root that is completed with `database`.
  package init(
    parsing text: String, relativeTo database: DatabaseName, as role: ResourceRole = .document
  ) throws(FirestoreError) {
    // Completed before it is read, so that a refusal shows the name the service would have seen.
    try self.init(parsing: isFullResourceName(text) ? text : "\(database.documentsRoot)/\(text)", as: role)
  }

  /// What production answers when a request to `requested` names a document of another database.
  package func requireDatabase(_ requested: DatabaseName) throws(FirestoreError) {
    try database.require(requested)
  }
}

extension DatabaseName {
  /// What production answers when a request to `requested` names this database.
  package func require(_ requested: DatabaseName) throws(FirestoreError) {
    guard self == requested else {
      throw .init(
        .invalidArgument,
        "The request was for database '\(requested)' but was attempting to access database '\(self)'")
    }
  }
}

/// What a name that lacks its last part was to be, in the words of production.
package enum ResourceRole: String, Hashable, Sendable {
  case document = "Document name"
  /// What collections lie below, and what a value refers to.
  case parent = "Document parent name"
}

/// True for names that start with `projects/<p>/databases/<d>/documents`.
package func isFullResourceName(_ text: String) -> Bool {
  let segments = splitPath(text)
  return segments.count >= 5 && segments[0] == "projects" && segments[2] == "databases" && segments[4] == "documents"
}

/// Splits a full resource name into its database and the ids below the documents root (none for the root itself).
package func splitResourceName(_ text: String) throws(FirestoreError) -> (DatabaseName, [Text]) {
  let segments = splitPath(text)
  var offset = 0
  for (index, expected) in [(0, "projects"), (2, "databases"), (4, "documents")] {
    guard index < segments.count, segments[index] == Text(expected) else {
      throw .init(.invalidArgument, "Document name \"\(text)\" lacks \"\(expected)\" at index \(offset).")
    }
    offset += segments[index].byteCount + 1 + (index + 1 < segments.count ? segments[index + 1].byteCount + 1 : 0)
  }
  return (DatabaseName(project: segments[1], database: segments[3]), Array(segments.dropFirst(5)))
}

private func splitPath(_ text: String) -> [Text] {
  text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Text(String(Substring($0))) }
}

/// Production's complaint about a collection where a document is needed; the index is the name's length.
private func lacksSlash(_ name: String, _ role: ResourceRole = .document) -> FirestoreError {
  FirestoreError(.invalidArgument, "\(role.rawValue) \"\(name)\" lacks \"/\" at index \(name.utf8.count).")
}

/// With the slashes in between.
private func pathLength(_ segments: [Text]) -> Int { segments.reduce(segments.count - 1) { $0 + $1.byteCount } }

private func validateIDs(_ segments: [Text]) throws(FirestoreError) {
  for (index, segment) in segments.enumerated() {
    try segment.validate(element: index.isMultiple(of: 2) ? "kind" : "name")
  }
  guard (segments.count + 1) / 2 <= ResourceLimits.levels else {
    throw .init(.invalidArgument, "Key path is too long. Cannot exceed \(ResourceLimits.levels) elements.")
  }
  guard pathLength(segments) <= ResourceLimits.nameByteCount else {
    throw .init(.invalidArgument, "The document name is longer than \(ResourceLimits.nameByteCount) bytes.")
  }
}
