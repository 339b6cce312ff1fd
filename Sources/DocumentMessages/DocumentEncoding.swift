package import FirestoreModel

/// Documents as `google.firestore.v1.Document` messages: what clients are sent, and what is kept on disk.
package enum DocumentEncoding {
  /// The canonical form: fields by number, names in their order.
  package static func encode(_ document: Document, in database: DatabaseName) -> [UInt8] {
    var writer = MessageWriter(reservingCapacity: document.wireSize(database: database) + 8)
    writer.document(document, in: database)
    return writer.bytes
  }
}

extension MessageWriter {
  /// The fields of a `Document`.
  package mutating func document(_ document: Document, in database: DatabaseName) {
    documentName(1, document.path, in: database)
    fields(2, document.fields)
    message(3) { $0.timestamp(document.createTime) }
    message(4) { $0.timestamp(document.updateTime) }
  }

  /// A full resource name, without making a string of it.
  package mutating func documentName(_ field: Int, _ path: DocumentPath, in database: DatabaseName) {
    message(field) { writer in
      writer.append("projects/")
      writer.append(database.project.string)
      writer.append("/databases/")
      writer.append(database.database.string)
      writer.append("/documents")
      for segment in path.segments {
        writer.append("/")
        writer.append(segment.string)
      }
    }
  }

  /// A `map<string, Value>`.
  private mutating func fields(_ field: Int, _ map: MapValue) {
    for entry in map.fields {
      message(field) { writer in
        writer.string(1, entry.name.string)
        writer.message(2) { $0.value(entry.value) }
      }
    }
  }

  /// The one field of a `Value`. Recursion is bounded: no stored value is nested deeper than the service allows.
  package mutating func value(_ value: Value) {
    switch value {
    case .null: integer(11, 0)
    case .boolean(let flag): boolean(1, flag)
    case .integer(let number): integer(2, number)
    case .double(let number): double(3, number)
    case .timestamp(let time): message(10) { $0.timestamp(time) }
    case .string(let text): string(17, text.string)
    case .bytes(let content): bytes(18, content)
    case .reference(let name): documentName(5, name.path, in: name.database)
    case .geoPoint(let point): message(8) { $0.geoPoint(point) }
    case .array(let values):
      message(9) { writer in
        for value in values { writer.message(1) { $0.value(value) } }
      }
    case .vector(let components): message(6) { $0.vector(components) }
    case .map(let map): message(6) { $0.fields(1, map) }
    }
  }

  /// Vectors travel as maps.
  private mutating func vector(_ components: [Double]) {
    fields(1, ["__type__": .string("__vector__"), "value": .array(components.map(Value.double))])
  }

  /// The fields of a `google.protobuf.Timestamp`.
  package mutating func timestamp(_ time: Timestamp) {
    if time.seconds != 0 { integer(1, time.seconds) }
    if time.nanoseconds != 0 { integer(2, Int64(time.nanoseconds)) }
  }

  private mutating func geoPoint(_ point: GeoPoint) {
    // Negative zero is not the default.
    if point.latitude.bitPattern != 0 { double(1, point.latitude) }
    if point.longitude.bitPattern != 0 { double(2, point.longitude) }
  }
}
