import FirestoreModel
import GRDB

/// What a file holds beside the record of its commits, and how a commit gets into it.
protocol JournalContent: Sendable {
  associatedtype Owner: JournalOwner
  associatedtype Entry: Sendable

  /// Tells our files from those of other programs, and one kind from the other.
  static var applicationID: Int32 { get }
  /// The version of ``tables``; files with another one are left alone.
  static var formatVersion: Int32 { get }
  /// SQL that makes them in a new file.
  static var tables: String { get }

  /// Ascends from one entry to the next.
  static func number(of entry: Entry) -> Int
  /// Nil: it does not matter for later ones.
  static func time(of entry: Entry) -> Timestamp?

  /// Within a transaction.
  func write(_ entries: [Entry], in db: Database) throws
}
