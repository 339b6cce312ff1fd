import FirestoreModel
import Testing

/// Encodes values the slow way, byte by byte, to check the computed lengths.
private enum Encoder {
  static func varint(_ value: UInt64) -> [UInt8] {
    var rest = value
    var result: [UInt8] = []
    while rest >= 0x80 {
      result.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return result + [UInt8(rest)]
  }

  static func message(_ number: UInt64, _ body: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(UInt64(body.count)) + body
  }

  static func scalar(_ number: UInt64, _ value: UInt64) -> [UInt8] { varint(number << 3) + varint(value) }

  static func fixed(_ number: UInt64, _ value: Double) -> [UInt8] {
    varint(number << 3 | 1) + (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64($0))) }
  }

  static func map(_ number: UInt64, _ map: MapValue) -> [UInt8] {
    map.fields.flatMap { message(number, message(1, Array($0.name.string.utf8)) + message(2, value($0.value))) }
  }

  static func value(_ value: Value) -> [UInt8] {
    switch value {
    case .null: return scalar(11, 0)
    case .boolean(let flag): return scalar(1, flag ? 1 : 0)
    case .integer(let integer): return scalar(2, UInt64(bitPattern: integer))
    case .double(let double): return fixed(3, double)
    case .timestamp(let time):
      let seconds = time.seconds == 0 ? [] : scalar(1, UInt64(bitPattern: time.seconds))
      return message(10, seconds + (time.nanoseconds == 0 ? [] : scalar(2, UInt64(time.nanoseconds))))
    case .string(let text): return message(17, Array(text.string.utf8))
    case .bytes(let bytes): return message(18, bytes)
    case .reference(let name): return message(5, Array(name.description.utf8))
    case .geoPoint(let point):
      let latitude = point.latitude.bitPattern == 0 ? [] : fixed(1, point.latitude)
      return message(8, latitude + (point.longitude.bitPattern == 0 ? [] : fixed(2, point.longitude)))
    case .array(let values): return message(9, values.flatMap { message(1, Encoder.value($0)) })
    case .vector(let components):
      return Encoder.value(
        .map(["__type__": .string("__vector__"), "value": .array(components.map(Value.double))]))
    case .map(let fields): return message(6, map(1, fields))
    }
  }
}

@Suite("Wire size") struct WireSizeTests {
  @Test("the computed length is the length of the encoding") func encoded() throws {
    let values =
      try ValueOrderTests.groups().flatMap { $0 } + [
        .string(Text(String(repeating: "x", count: 200))), .integer(300), .integer(-300),
        .vector(Array(repeating: 0.5, count: 768)), .vector([]), .bytes(Array(repeating: 7, count: 20_000)),
        .timestamp(Timestamp(microseconds: -1)), .geoPoint(GeoPoint(latitude: -0.0, longitude: 0)),
      ]
    for value in values { #expect(value.wireSize == Encoder.value(value).count, "\(value)") }
  }

  @Test("a document is its full name, its fields and 24 bytes of timestamps") func document() throws {
    let fields: MapValue = ["name": .string("Ada"), "n": .integer(1)]
    let document = Document(
      path: try DocumentPath(parsing: "users/u1"), fields: fields, createTime: Timestamp(microseconds: 1),
      updateTime: Timestamp(microseconds: 2))
    let name = Array("projects/demo/databases/(default)/documents/users/u1".utf8)
    let expected = (Encoder.message(1, name) + Encoder.map(2, fields)).count + 24
    #expect(document.wireSize(database: DatabaseName(project: "demo")) == expected)
  }
}
