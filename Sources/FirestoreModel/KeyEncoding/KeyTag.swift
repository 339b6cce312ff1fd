// The bytes of index keys.
//
// Every component of a key is self-delimiting, so components are concatenated without separators, and no encoding is a
// prefix of another one. The first byte of a component is neither 0x00 nor 0xFF, in either direction, so bounds can be
// built by counting a prefix up.
//
//   null, false, true, NaN   the tag alone
//   number                   tag, the largest double ≤ the number (8 bytes, sign-ordered), the rest as an integer (2)
//   timestamp                tag, microseconds (8, sign-flipped)
//   string, bytes            tag, content (0x00 is written 0x00 0xFF), 0x00 0x01
//   reference                tag, project and database (as content), path
//   geo point                tag, latitude, longitude (8 each, sign-ordered)
//   array                    tag, elements, end
//   vector                   tag, dimension (4), components (8 each, sign-ordered)
//   map                      tag, per field: string tag, name (as content), value; end
//   path                     ids, end
//   id                       numeric: tag, number (8, sign-flipped); other: tag, content

/// The first byte of an encoded component.
enum KeyTag {
  /// Ends arrays, maps and paths: below every other tag, so that a prefix sorts first.
  static let end: UInt8 = 0x01
  /// A Datastore integer id; below `textID` because numeric ids sort first.
  static let numericID: UInt8 = 0x02
  static let textID: UInt8 = 0x03

  static let null: UInt8 = 0x08
  static let `false`: UInt8 = 0x10
  static let `true`: UInt8 = 0x11
  static let nan: UInt8 = 0x18
  static let number: UInt8 = 0x19
  static let timestamp: UInt8 = 0x20
  static let string: UInt8 = 0x28
  static let bytes: UInt8 = 0x30
  static let reference: UInt8 = 0x38
  static let geoPoint: UInt8 = 0x40
  static let array: UInt8 = 0x48
  static let vector: UInt8 = 0x50
  static let map: UInt8 = 0x58
  /// Above every value.
  static let beyond: UInt8 = 0x60

  /// Follows 0x00 where it stands for itself in content.
  static let escapedZero: UInt8 = 0xff
  /// Follows 0x00 where the content ends.
  static let contentEnd: UInt8 = 0x01
}

extension TypeBracket {
  /// The lowest tag of the bracket. NaN is the lowest number.
  var firstTag: UInt8 {
    switch self {
    case .null: KeyTag.null
    case .boolean: KeyTag.false
    case .number: KeyTag.nan
    case .timestamp: KeyTag.timestamp
    case .string: KeyTag.string
    case .bytes: KeyTag.bytes
    case .reference: KeyTag.reference
    case .geoPoint: KeyTag.geoPoint
    case .array: KeyTag.array
    case .vector: KeyTag.vector
    case .map: KeyTag.map
    }
  }

  /// A tag above all of the bracket and not above the next bracket.
  var endTag: UInt8 { (TypeBracket(rawValue: rawValue + 1)?.firstTag ?? KeyTag.beyond) }
}
