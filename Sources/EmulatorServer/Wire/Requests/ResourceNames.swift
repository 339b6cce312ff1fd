import Diagnostics
import FirestoreModel

extension DatabaseName {
  /// Reads `projects/<project>/databases/<database>`.
  ///
  /// - Throws: INVALID_ARGUMENT, with a text like production's about document names.
  init(resourceName text: String) throws(FirestoreError) {
    let segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Text(String(Substring($0))) }
    var offset = 0
    for (index, expected) in [(0, "projects"), (2, "databases")] {
      guard index + 1 < segments.count, segments[index] == Text(expected) else {
        throw FirestoreError(.invalidArgument, "Database name \"\(text)\" lacks \"\(expected)\" at index \(offset).")
      }
      offset += segments[index].byteCount + segments[index + 1].byteCount + 2
    }
    guard segments.count == 4 else {
      throw FirestoreError(.invalidArgument, "Database name \"\(text)\" has more than 4 segments.")
    }
    self.init(project: segments[1], database: segments[3])
    try requireIDs()
  }

  func requireIDs() throws(FirestoreError) {
    try project.validateAsScopeID()
    try database.validateAsScopeID()
  }
}

extension Text {
  /// Of production's own ids none is longer than 63 bytes; those of tests may be.
  private static let scopeIDLimit = 256

  /// Checks the id of a project or database.
  ///
  /// Production has far narrower rules. These keep out what can only be a mistake and would make files and pages hard to
  /// read: emulators are used with invented ids.
  func validateAsScopeID() throws(FirestoreError) {
    try validateAsResourceID()
    let isWrong = string.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format, .unassigned: true
      default: "%\\?#".unicodeScalars.contains(scalar)
      }
    }
    guard !isWrong else {
      throw FirestoreError(
        .invalidArgument,
        "Resource id \(QuotedText.of(string)) is invalid because projects and databases have no such characters.")
    }
    guard byteCount <= Self.scopeIDLimit else {
      throw FirestoreError(
        .invalidArgument,
        "Resource id \(QuotedText.of(string)) is invalid because it is longer than \(Self.scopeIDLimit) bytes.")
    }
  }
}

/// Where collections lie: a database's root or one of its documents.
struct ParentName: Hashable, Sendable {
  var database: DatabaseName
  /// Nil: the root.
  var document: DocumentPath?

  /// Reads `projects/<project>/databases/<database>/documents` with or without the path of a document.
  init(parsing text: String) throws(FirestoreError) {
    let (database, ids) = try splitResourceName(text)
    try database.requireIDs()
    self.database = database
    document = ids.isEmpty ? nil : try DocumentName(parsing: text, as: .parent).path
  }
}

extension DocumentName {
  /// Reads the name of a document that a request is about.
  init(resourceName text: String) throws(FirestoreError) {
    try self.init(parsing: text)
    try database.requireIDs()
  }
}

extension DocumentPath {
  /// Reads the name of a document that has to be in `database`.
  init(resourceName text: String, in database: DatabaseName) throws(FirestoreError) {
    let name = try DocumentName(parsing: text)
    try name.requireDatabase(database)
    self = name.path
  }
}
