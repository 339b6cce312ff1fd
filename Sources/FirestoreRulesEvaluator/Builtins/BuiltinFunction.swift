/// The functions without receiver that compute on their arguments alone; raw values are their names in rules.
package enum BuiltinFunction: String, Hashable, Sendable, CaseIterable {
  case debug
  case int
  case float
  case string
  case path
  case mathAbs = "math.abs"
  case mathCeil = "math.ceil"
  case mathFloor = "math.floor"
  case mathRound = "math.round"
  case mathSqrt = "math.sqrt"
  case mathPow = "math.pow"
  case mathIsNaN = "math.isNaN"
  case timestampDate = "timestamp.date"
  case timestampValue = "timestamp.value"
  case durationValue = "duration.value"
  case durationTime = "duration.time"
  case durationAbs = "duration.abs"
  case latlngValue = "latlng.value"
  case hashingMD5 = "hashing.md5"
  case hashingSHA256 = "hashing.sha256"
  case hashingCRC32 = "hashing.crc32"
  case hashingCRC32C = "hashing.crc32c"

  package var argumentCount: Int {
    switch self {
    case .debug, .int, .float, .string, .path, .mathAbs, .mathCeil, .mathFloor, .mathRound, .mathSqrt, .mathIsNaN,
      .timestampValue, .durationAbs, .hashingMD5, .hashingSHA256, .hashingCRC32, .hashingCRC32C:
      1
    case .mathPow, .durationValue, .latlngValue: 2
    case .timestampDate: 3
    case .durationTime: 4
    }
  }

  /// Names before the point; a variable of such a name hides the namespace.
  package static let namespaces: Set<String> = ["math", "timestamp", "duration", "latlng", "hashing"]
}
