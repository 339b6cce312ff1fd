import Foundation
import GRDB

/// Which files on the disk a path of SQLite means: the database and its write-ahead log.
struct FileIdentity: Hashable, Sendable {
  private var database: UInt64
  private var log: UInt64

  init(of path: String) throws {
    database = try Self.number(of: path)
    log = try Self.number(of: "\(path)-wal")
  }

  private static func number(of path: String) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    guard let number = attributes[.systemFileNumber] as? NSNumber else {
      throw DatabaseError(message: "the file system gives \(path) no number")
    }
    return number.uint64Value
  }
}

extension Error {
  /// In words, without SQL and arguments: those would be documents of the user.
  var reason: String {
    guard let error = self as? DatabaseError else { return localizedDescription }
    return error.message ?? "SQLite error \(error.resultCode.rawValue)"
  }
}
