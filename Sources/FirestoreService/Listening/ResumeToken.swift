import FirestoreModel

/// A point in the life of a database that a client has seen everything up to. Opaque to clients.
///
/// It does not say which target it was handed out for: production takes one of another query, too (observed).
struct ResumeToken: Hashable, Sendable {
  /// Of the database as this process knows it: versions count anew in every process.
  var epoch: UInt64
  var version: Int
  /// When the client was told last; its age decides what going on bills.
  var readTime: Timestamp

  private static let format: UInt8 = 0xF1
  private static let length = 25

  init(epoch: UInt64, version: Int, readTime: Timestamp) {
    self.epoch = epoch
    self.version = version
    self.readTime = readTime
  }

  /// Nil when the bytes are no token of this service.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length, bytes[0] == Self.format else { return nil }
    func number(_ start: Int) -> UInt64 { bytes[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) } }
    epoch = number(1)
    guard let version = Int(exactly: number(9)) else { return nil }
    self.version = version
    readTime = Timestamp(microseconds: Int64(bitPattern: number(17)))
    guard (Timestamp.minimum...Timestamp.maximum).contains(readTime) else { return nil }
  }

  var bytes: [UInt8] {
    let numbers = [epoch, UInt64(clamping: version), UInt64(bitPattern: readTime.microseconds)]
    return [Self.format]
      + numbers.flatMap { number in (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
  }

  static func epoch(of database: DatabaseName, openedAt time: Timestamp) -> UInt64 {
    // 0xFF is in no UTF-8 text.
    let text = Array(database.project.string.utf8) + [0xFF] + Array(database.database.string.utf8)
    let bytes = text + (0..<8).map { UInt8(truncatingIfNeeded: time.microseconds >> ($0 * 8)) }
    return StableHash(bytes).value
  }
}
