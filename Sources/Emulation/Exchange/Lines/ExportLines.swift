import DocumentStore
import FirestoreModel
import QueryModel
import StructuredText

// The lines of an export:
//
//   {"firebreakExport":1,"database":"(default)","time":"2026-11-21T12:00:00Z","documents":2}
//   {"name":"cities/SF","fields":{"population":{"integerValue":"815201"}},"createTime":…,"updateTime":…}
//
// `documents` is how many lines follow, so that a file that was cut off is noticed. Databases of another project than the
// emulator's own say `project`, too.

enum ExportLines {
  static let version: Int64 = 1

  static func header(_ database: DatabaseName, isOwnProject: Bool, at time: Timestamp, documents: Int) -> [UInt8] {
    var members: [JSONValue.Member] = [
      .init("firebreakExport", .integer(version)), .init("database", .string(database.database.string)),
    ]
    if !isOwnProject { members.append(.init("project", .string(database.project.string))) }
    members += [.init("time", .string(time.rfc3339)), .init("documents", .integer(Int64(documents)))]
    return line(.object(members))
  }

  static func document(_ document: Document) -> [UInt8] {
    line(
      .object([
        .init("name", .string(document.path.description)), .init("fields", document.fields.jsonFields),
        .init("createTime", .string(document.createTime.rfc3339)),
        .init("updateTime", .string(document.updateTime.rfc3339)),
      ]))
  }

  private static func line(_ value: JSONValue) -> [UInt8] { Array(JSONWriter.text(value, .compact).utf8) + [0x0A] }
}

extension Snapshot {
  /// Every document by name: a document before those in its subcollections, and these before the next document.
  func forEachByName<Failure: Error>(_ body: (Document) throws(Failure) -> Void) throws(Failure) {
    try visit(below: nil, body)
  }

  // As deep as documents are nested, which is limited.
  private func visit<Failure: Error>(
    below parent: DocumentPath?, _ body: (Document) throws(Failure) -> Void
  ) throws(Failure) {
    for id in collectionIDs(below: parent) {
      let collection = CollectionPath(parent: parent, id: id)
      // Documents that do not exist have places among the others when something is below them.
      var missing = missingDocuments(in: collection)[...]
      for document in documents(of: collection) {
        while let first = missing.first, first < document.path {
          missing.removeFirst()
          try visit(below: first, body)
        }
        try body(document)
        try visit(below: document.path, body)
      }
      for path in missing { try visit(below: path, body) }
    }
  }
}
