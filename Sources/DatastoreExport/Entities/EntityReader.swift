package import FirestoreModel
import QueryModel

/// Reads documents, as those of another database: references to the one that was exported lead to that, too.
package struct EntityReader {
  /// Where the documents go.
  let target: DatabaseName
  /// Of documents, whose own times no export holds.
  let time: Timestamp

  package init(target: DatabaseName, time: Timestamp) {
    self.target = target
    self.time = time
  }

  package func entity(_ record: [UInt8]) throws(ExportDamage) -> ExportedEntity {
    var key: EntityKey?
    var properties = PropertyList()
    // The key comes first, but nobody promises it; references need to know it.
    var fields = MessageFields(record)
    while key == nil, let field = try fields.next() {
      if field.number == 13 { key = try EntityKey(record, try field.range()) }
    }
    fields = MessageFields(record)
    guard let key, let path = key.documentPath else {
      throw ExportDamage("an entity has no key that is the name of a document", at: 0)
    }
    let values = ValueReader(bytes: record, key: key, target: target)
    while let field = try fields.next() {
      if field.number == 14 || field.number == 15 { try values.read(field, into: &properties, depth: 0) }
    }
    let document = Document(
      path: path, fields: MapValue(properties.fields), createTime: time, updateTime: time)
    do throws(FirestoreError) {
      try document.fields.validateForWrite(name: DocumentName(database: target, path: path))
    } catch {
      throw ExportDamage("the document \(path) cannot be stored: \(error.message)", at: 0, kind: .unsupported)
    }
    return ExportedEntity(project: key.project, database: key.database, document: document)
  }
}

/// The name of a document, or of what a reference leads to.
struct EntityKey {
  var project = ""
  var database: String?
  var segments: [Text] = []

  var documentPath: DocumentPath? { DocumentPath(segments: segments) }

  /// A `Reference`.
  init(_ bytes: [UInt8], _ range: Range<Int>) throws(ExportDamage) {
    var fields = MessageFields(bytes, range)
    while let field = try fields.next() {
      guard field.number == 14 else {
        try read(field, bytes)
        continue
      }
      var elements = MessageFields(bytes, try field.range())
      while let element = try elements.next() {
        if element.number == 1 { try append(element, bytes, kind: 2, number: 3, name: 4) }
      }
    }
  }

  /// A `ReferenceValue`.
  init(value bytes: [UInt8], _ range: Range<Int>) throws(ExportDamage) {
    var fields = MessageFields(bytes, range)
    while let field = try fields.next() {
      if field.number == 14 {
        try append(field, bytes, kind: 15, number: 16, name: 17)
      } else {
        try read(field, bytes)
      }
    }
  }

  private mutating func read(_ field: MessageFields.Field, _ bytes: [UInt8]) throws(ExportDamage) {
    switch field.number {
    case 13:
      let app = try field.string(in: bytes)
      project = app.split(separator: "~", maxSplits: 1).last.map(String.init) ?? app
    case 20:
      guard try field.range().isEmpty else {
        throw ExportDamage(
          "namespaces of Datastore are nothing that Firestore has", at: field.offset, kind: .unsupported)
      }
    case 23:
      let name = try field.string(in: bytes)
      database = name.isEmpty ? nil : name
    default: break
    }
  }

  private mutating func append(
    _ element: MessageFields.Field, _ bytes: [UInt8], kind: UInt64, number: UInt64, name: UInt64
  ) throws(ExportDamage) {
    var collection: Text?
    var id: Text?
    var fields = MessageFields(bytes, try element.group())
    while let field = try fields.next() {
      switch field.number {
      case kind: collection = Text(try field.string(in: bytes))
      case number: id = Text("__id\(Int64(bitPattern: try field.varint()))__")
      case name: id = Text(try field.string(in: bytes))
      default: break
      }
    }
    guard let collection, let id else { throw ExportDamage("a part of a key has no name", at: element.offset) }
    segments += [collection, id]
  }
}
