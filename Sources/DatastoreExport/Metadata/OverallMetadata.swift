/// `*.overall_export_metadata`: which parts an export has. A file of two records: the version `3`, and a message.
package struct OverallMetadata: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    /// Of its own metadata, from the folder of this file.
    package var path: String
    /// Nil: the export does not say it.
    package var documentCount: Int?
    package var byteCount: Int?

    package init(path: String, documentCount: Int?, byteCount: Int?) {
      self.path = path
      self.documentCount = documentCount
      self.byteCount = byteCount
    }
  }

  package var parts: [Part]

  package static let suffix = ".overall_export_metadata"
  private static let version = UInt8(ascii: "3")

  package init(parts: [Part]) { self.parts = parts }

  package init(_ file: [UInt8]) throws(ExportDamage) {
    var reader = RecordReader()
    reader.append(file)
    guard let first = try reader.next() else { throw ExportDamage("there is no record", at: 0) }
    guard first.bytes == [Self.version] else {
      throw ExportDamage(
        "exports of version \(String(decoding: first.bytes.prefix(20), as: UTF8.self)) are not known", at: first.offset,
        kind: .unsupported)
    }
    parts = []
    while let record = try reader.next() {
      var fields = MessageFields(record.bytes)
      while let field = try fields.next() {
        if field.number == 1 { parts.append(try Self.part(record.bytes, field)) }
      }
    }
    try reader.finish()
  }

  private static func part(_ bytes: [UInt8], _ field: MessageFields.Field) throws(ExportDamage) -> Part {
    var path: String?
    var counts: [UInt64: Int] = [:]
    var fields = MessageFields(bytes, try field.range())
    while let field = try fields.next() {
      switch field.number {
      case 2: path = try field.string(in: bytes)
      case 3, 4: counts[field.number] = Int(clamping: try field.varint())
      default: break
      }
    }
    guard let path else { throw ExportDamage("a part of the export has no path", at: field.offset) }
    return Part(path: path, documentCount: counts[3], byteCount: counts[4])
  }

  package var file: [UInt8] {
    var message = MessageBytes()
    for part in parts {
      var version = MessageBytes()
      version.add(1, varint: 2)
      version.add(3, varint: 3)
      var entry = MessageBytes()
      entry.add(1, message: version)
      entry.add(2, part.path.utf8)
      if let count = part.documentCount { entry.add(3, varint: UInt64(count)) }
      if let count = part.byteCount { entry.add(4, varint: UInt64(count)) }
      message.add(1, message: entry)
    }
    var writer = RecordWriter()
    return writer.bytes(of: [Self.version]) + writer.bytes(of: message.bytes)
  }
}
