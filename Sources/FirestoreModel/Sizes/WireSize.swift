// The exact length of values and documents as google.firestore.v1 messages, for network bytes when nothing is sent.
//
// Members of a `oneof` are written even when they hold the type's default; other scalar fields are not; the entries of
// a `map<string, Value>` always carry both key (1) and value (2). Tags take one byte up to field number 15.

extension Value {
  /// Encoded bytes of this value as a `Value` message, without the tag and length that embed it.
  package var wireSize: Int {
    switch self {
    case .null: 2
    case .boolean: 2
    case .integer(let value): 1 + varintSize(UInt64(bitPattern: value))
    case .double: 9
    case .timestamp(let time): 1 + lengthDelimited(time.wireSize)
    case .string(let text): 2 + lengthDelimited(text.byteCount)
    case .bytes(let bytes): 2 + lengthDelimited(bytes.count)
    case .reference(let name): 1 + lengthDelimited(name.path.resourceNameByteCount(in: name.database))
    case .geoPoint(let point): 1 + lengthDelimited(point.wireSize)
    case .array(let values):
      1 + lengthDelimited(values.reduce(0) { $0 + 1 + lengthDelimited($1.wireSize) })
    case .vector(let components): Value.vectorWireSize(dimension: components.count)
    case .map(let map): 1 + lengthDelimited(map.wireSize)
    }
  }

  /// A vector travels as the map `{__type__: "__vector__", value: [doubles]}`.
  private static func vectorWireSize(dimension: Int) -> Int {
    let elements = dimension * (1 + lengthDelimited(9))
    let fields =
      mapEntry(key: 8, value: 2 + lengthDelimited(10)) + mapEntry(key: 5, value: 1 + lengthDelimited(elements))
    return 1 + lengthDelimited(fields)
  }
}

extension MapValue {
  /// Encoded bytes of the repeated `fields` entries; field number 1 of `MapValue` and 2 of `Document` cost the same.
  package var wireSize: Int {
    fields.reduce(0) { $0 + mapEntry(key: $1.name.byteCount, value: $1.value.wireSize) }
  }
}

extension Document {
  /// Encoded bytes of the `Document` message with its full resource name.
  ///
  /// The two timestamps count as 24 bytes together, the usual length of both with their tags: their exact length would
  /// depend on the commit's clock, and the figure has to be the same in every run.
  package func wireSize(database: DatabaseName) -> Int {
    1 + lengthDelimited(path.resourceNameByteCount(in: database)) + fields.wireSize + 24
  }
}

extension DocumentPath {
  /// UTF-8 bytes of the full resource name, without building it: every commit asks for it.
  fileprivate func resourceNameByteCount(in database: DatabaseName) -> Int {
    // projects/<project>/databases/<database>/documents, then a slash before every id.
    let root = 30 + database.project.byteCount + database.database.byteCount
    return segments.reduce(root) { $0 + 1 + $1.byteCount }
  }
}

extension Timestamp {
  /// Encoded bytes of a `google.protobuf.Timestamp`: seconds 1, nanos 2.
  fileprivate var wireSize: Int {
    (seconds == 0 ? 0 : 1 + varintSize(UInt64(bitPattern: seconds)))
      + (nanoseconds == 0 ? 0 : 1 + varintSize(UInt64(nanoseconds)))
  }
}

extension GeoPoint {
  /// Encoded bytes of a `google.type.LatLng`; only positive zero is a default.
  fileprivate var wireSize: Int {
    (latitude.bitPattern == 0 ? 0 : 9) + (longitude.bitPattern == 0 ? 0 : 9)
  }
}

private func mapEntry(key: Int, value: Int) -> Int {
  1 + lengthDelimited(1 + lengthDelimited(key) + 1 + lengthDelimited(value))
}

/// A length prefix and that many bytes.
private func lengthDelimited(_ count: Int) -> Int { varintSize(UInt64(count)) + count }

private func varintSize(_ value: UInt64) -> Int { max(1, (64 - value.leadingZeroBitCount + 6) / 7) }
