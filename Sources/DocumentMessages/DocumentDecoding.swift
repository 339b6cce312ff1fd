package import FirestoreModel

/// Reads what ``DocumentEncoding`` writes, and any other message of a document; what the database holds is not checked
/// against it.
package enum DocumentDecoding {
  /// The service allows twenty levels; others may have written more.
  private static let depthLimit = 50

  /// - Parameter known: what the document is called, where the caller knows: then its name is not read.
  package static func decode(_ bytes: [UInt8], named known: DocumentPath? = nil) throws(FirestoreError) -> Document {
    var path = known
    var fields: [MapValue.Field] = []
    var (createTime, updateTime) = (Timestamp(microseconds: 0), Timestamp(microseconds: 0))
    var reader = MessageReader(bytes, 0..<bytes.count)
    while let (number, content) = try reader.next() {
      switch number {
      case 1: if known == nil { path = try DocumentName(parsing: content.text(in: bytes)).path }
      case 2: fields.append(try field(in: bytes, content.delimited(), depth: 0))
      case 3: createTime = try timestamp(in: bytes, content.delimited())
      case 4: updateTime = try timestamp(in: bytes, content.delimited())
      default: break
      }
    }
    guard let path else { throw .damagedMessage("it has no name") }
    return Document(path: path, fields: MapValue(fields), createTime: createTime, updateTime: updateTime)
  }

  /// An entry of a `map<string, Value>`.
  private static func field(
    in bytes: [UInt8], _ range: Range<Int>, depth: Int
  ) throws(FirestoreError) -> MapValue.Field {
    var name = Text("")
    var found: Value?
    var reader = MessageReader(bytes, range)
    while let (number, content) = try reader.next() {
      switch number {
      case 1: name = Text(try content.text(in: bytes))
      case 2: found = try value(in: bytes, content.delimited(), depth: depth)
      default: break
      }
    }
    guard let found else { throw .damagedMessage("a field has no value") }
    return MapValue.Field(name: name, value: found)
  }

  private static func value(in bytes: [UInt8], _ range: Range<Int>, depth: Int) throws(FirestoreError) -> Value {
    guard depth < depthLimit else { throw .damagedMessage("values are nested too deeply") }
    var found: Value?
    var reader = MessageReader(bytes, range)
    while let (number, content) = try reader.next() {
      switch number {
      case 1: found = .boolean(try content.varint() != 0)
      case 2: found = .integer(Int64(bitPattern: try content.varint()))
      case 3: found = .double(Double(bitPattern: try content.fixed64()))
      case 5: found = .reference(try DocumentName(parsing: content.text(in: bytes), as: .parent))
      case 6: found = Value(normalizing: try map(in: bytes, content.delimited(), depth: depth + 1))
      case 8: found = .geoPoint(try geoPoint(in: bytes, content.delimited()))
      case 9: found = .array(try array(in: bytes, content.delimited(), depth: depth + 1))
      case 10: found = .timestamp(try timestamp(in: bytes, content.delimited()))
      case 11: found = .null
      case 17: found = .string(Text(try content.text(in: bytes)))
      case 18: found = .bytes(Array(bytes[try content.delimited()]))
      default: throw .damagedMessage("a value is of no known type")
      }
    }
    guard let found else { throw .damagedMessage("a value has no type") }
    return found
  }

  private static func map(in bytes: [UInt8], _ range: Range<Int>, depth: Int) throws(FirestoreError) -> MapValue {
    var fields: [MapValue.Field] = []
    var reader = MessageReader(bytes, range)
    while let (number, content) = try reader.next() {
      guard number == 1 else { continue }
      fields.append(try field(in: bytes, content.delimited(), depth: depth))
    }
    return MapValue(fields)
  }

  private static func array(in bytes: [UInt8], _ range: Range<Int>, depth: Int) throws(FirestoreError) -> [Value] {
    var values: [Value] = []
    var reader = MessageReader(bytes, range)
    while let (number, content) = try reader.next() {
      guard number == 1 else { continue }
      values.append(try value(in: bytes, content.delimited(), depth: depth))
    }
    return values
  }

  private static func timestamp(in bytes: [UInt8], _ range: Range<Int>) throws(FirestoreError) -> Timestamp {
    var (seconds, nanoseconds) = (Int64(0), Int32(0))
    var reader = MessageReader(bytes, range)
    while let (number, content) = try reader.next() {
      switch number {
      case 1: seconds = Int64(bitPattern: try content.varint())
      case 2: nanoseconds = Int32(truncatingIfNeeded: try content.varint())
      default: break
      }
    }
    guard let time = Timestamp(seconds: seconds, nanoseconds: nanoseconds) else {
      throw .damagedMessage("a time is out of range")
    }
    return time
  }

  private static func geoPoint(in bytes: [UInt8], _ range: Range<Int>) throws(FirestoreError) -> GeoPoint {
    var point = GeoPoint(latitude: 0, longitude: 0)
    var reader = MessageReader(bytes, range)
    while let (number, content) = try reader.next() {
      switch number {
      case 1: point.latitude = Double(bitPattern: try content.fixed64())
      case 2: point.longitude = Double(bitPattern: try content.fixed64())
      default: break
      }
    }
    return point
  }
}
