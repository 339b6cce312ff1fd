import FirestoreModel

/// Whose commits a file holds.
protocol JournalOwner: Hashable, Sendable {
  /// What ``names`` are called in the file.
  static var columns: [String] { get }
  /// Of the file.
  static var suffix: String { get }

  /// As many as there are ``columns``.
  var names: [Text] { get }
  init?(names: [Text])
  /// In messages.
  var text: String { get }
}

extension DatabaseName: JournalOwner {
  static var columns: [String] { ["project", "database"] }
  static var suffix: String { ".sqlite" }

  var names: [Text] { [project, database] }

  init?(names: [Text]) {
    guard names.count == 2 else { return nil }
    self.init(project: names[0], database: names[1])
  }

  var text: String { documentsRoot }
}

/// An instance of the Realtime Database.
struct InstanceName: JournalOwner {
  var instance: Text

  static var columns: [String] { ["instance"] }
  static var suffix: String { ".rtdb" }

  var names: [Text] { [instance] }

  init(_ instance: Text) { self.instance = instance }

  init?(names: [Text]) {
    guard let only = names.first, names.count == 1 else { return nil }
    self.init(only)
  }

  var text: String { "the Realtime Database \(instance)" }
}

// MARK: - File names

extension JournalOwner {
  /// `demo.(default).sqlite`, `demo-default-rtdb.rtdb`. Whatever the ids contain, two databases never share a name, also
  /// where file systems take upper and lower case for the same.
  var fileName: String { names.map(JournalFileName.part).joined(separator: ".") + Self.suffix }
}

private enum JournalFileName {
  /// The longest part of a file name that an id makes up; file systems allow 255 bytes for the whole.
  private static let longestID = 100

  static func part(of id: Text) -> String {
    var name = ""
    for byte in id.string.utf8 {
      switch UInt8(byte) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "("), UInt8(ascii: ")"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        name += "%" + byte.hexadecimal
      }
    }
    guard name.utf8.count > longestID else { return name }
    // The file itself says whose it is, so that two long ids with the same hash would be refused, not mixed.
    return "\(name.prefix(longestID))~\(String(StableHash(id.string.utf8).value, radix: 16))"
  }
}
