package import FirestoreModel

/// `*.export_metadata`: the files of one part of an export. A message without records around it.
package struct PartMetadata: Hashable, Sendable {
  package var name: String
  package var start: Timestamp
  package var end: Timestamp
  /// From the folder of this file.
  package var files: [String]

  package init(name: String, start: Timestamp, end: Timestamp, files: [String]) {
    self.name = name
    self.start = start
    self.end = end
    self.files = files
  }

  package init(_ file: [UInt8]) throws(ExportDamage) {
    self.init(name: "", start: Timestamp(microseconds: 0), end: Timestamp(microseconds: 0), files: [])
    var fields = MessageFields(file)
    while let field = try fields.next() {
      var inner = MessageFields(file, try field.range())
      while let item = try inner.next() {
        switch (field.number, item.number) {
        case (1, 1): name = try item.string(in: file)
        case (1, 2): start = Timestamp(microseconds: Int64(bitPattern: try item.varint()))
        case (1, 3): end = Timestamp(microseconds: Int64(bitPattern: try item.varint()))
        case (2, 1):
          guard try item.range().isEmpty else {
            throw ExportDamage(
              "namespaces of Datastore are nothing that Firestore has", at: item.offset, kind: .unsupported)
          }
        // Several files are several messages, or one that names them all: both are known.
        case (2, 2): files.append(try item.string(in: file))
        default: break
        }
      }
    }
  }

  package var file: [UInt8] {
    var header = MessageBytes()
    header.add(1, name.utf8)
    header.add(2, varint: UInt64(bitPattern: start.microseconds))
    header.add(3, varint: UInt64(bitPattern: end.microseconds))
    var message = MessageBytes()
    message.add(1, message: header)
    for file in files {
      var shard = MessageBytes()
      shard.add(1, [])
      shard.add(2, file.utf8)
      message.add(2, message: shard)
    }
    return message.bytes
  }
}
