import FirestoreModel

extension JournalFile {
  /// The longest part of a file name that an id makes up; file systems allow 255 bytes for the whole.
  private static let longestID = 100

  /// `demo.(default).sqlite`. Whatever the ids contain, two databases never share a name, also where file systems take
  /// upper and lower case for the same.
  static func name(of database: DatabaseName) -> String {
    "\(fileName(of: database.project)).\(fileName(of: database.database))\(suffix)"
  }

  private static func fileName(of id: Text) -> String {
    var name = ""
    for byte in id.string.utf8 {
      switch UInt8(byte) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "("), UInt8(ascii: ")"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        name += byte < 16 ? "%0" : "%"
        name += String(byte, radix: 16)
      }
    }
    guard name.utf8.count > longestID else { return name }
    // The file itself says whose it is, so that two long ids with the same hash would be refused, not mixed.
    return "\(name.prefix(longestID))~\(String(hash(of: id), radix: 16))"
  }

  private static func hash(of id: Text) -> UInt64 {
    var hash = FNVHash()
    hash.combine(id.string.utf8)
    return hash.value
  }
}
