import FirestoreModel
import Foundation
import GRDB
import RealtimeDatabase
import Synchronization

/// The data of an instance of the Realtime Database: a state, and what was written since. A write costs its own size,
/// wherever in the tree it is; from time to time the state is written anew.
final class RealtimeRows: JournalContent {
  typealias Owner = InstanceName

  /// "FBR1"
  static let applicationID: Int32 = 0x4642_5231
  static let formatVersion: Int32 = 1

  // Rows of `snapshot` are added to each other, those of `changes` replace what stands at their address. Places count up
  // over both, without a gap. Paths are blobs: keys may contain almost any scalar.
  static let tables = """
    CREATE TABLE snapshot (
      place INTEGER PRIMARY KEY, path BLOB NOT NULL, value BLOB NOT NULL, checksum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE changes (
      place INTEGER PRIMARY KEY, path BLOB NOT NULL, value BLOB NOT NULL, checksum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE rules (
      id INTEGER PRIMARY KEY CHECK (id = 1), source BLOB NOT NULL, replaced BLOB, checksum INTEGER NOT NULL
    ) STRICT;
    """

  private enum Table: String { case snapshot, changes }

  private struct Extent {
    var rows: Int64 = 0
    /// Of the changes.
    var bytes = 0
  }

  private let extent = Mutex(Extent())
  /// Changes may take so many bytes, or as many as the state, before it is written anew.
  private let leastBytes: Int

  init(leastBytes: Int = 1 << 20) { self.leastBytes = leastBytes }

  static func number(of entry: RealtimeEntry) -> Int { entry.number }
  static func time(of entry: RealtimeEntry) -> Timestamp? { nil }
}

// MARK: - Writing

extension RealtimeRows {
  func write(_ entries: [RealtimeEntry], in db: Database) throws {
    for entry in entries {
      switch entry.content {
      case .change(let change): try write(change, in: db)
      case .rules(let rules): try write(rules, in: db)
      }
    }
  }

  /// However many changes come at once, no more of them than the bound are ever in the file: it does not shrink again.
  private func write(_ change: RealtimeChange, in db: Database) throws {
    for address in change.addresses { try append(change.new.addressed(address), at: address, to: .changes, in: db) }
    if extent.withLock({ $0.bytes }) > max(leastBytes, change.new.byteCount) { try compact(change.new, in: db) }
  }

  private func compact(_ state: RealtimeNode, in db: Database) throws {
    for table in [Table.snapshot, .changes] { try db.execute(sql: "DELETE FROM \(table.rawValue)") }
    extent.withLock { $0 = Extent() }
    try RealtimePieces(bytes: leastBytes).forEach(of: state, at: .root) { address, node in
      try append(node, at: address, to: .snapshot, in: db)
    }
  }

  private func append(_ node: RealtimeNode, at address: RealtimePath, to table: Table, in db: Database) throws {
    let path = Data(address.description.utf8)
    let value = Data(node.exportBytes)
    let place = extent.withLock { extent in
      extent.rows += 1
      if table == .changes { extent.bytes += path.count + value.count }
      return extent.rows
    }
    try db.cachedStatement(sql: "INSERT INTO \(table.rawValue) (place, path, value, checksum) VALUES (?, ?, ?, ?)")
      .execute(arguments: [place, path, value, Self.checksum(place, path, value)])
  }

  private func write(_ rules: ReleasedRealtimeRules?, in db: Database) throws {
    guard let rules else { return try db.execute(sql: "DELETE FROM rules") }
    let (source, replaced) = (Data(rules.source), rules.replaced.map { Data($0) })
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO rules (id, source, replaced, checksum) VALUES (1, ?, ?, ?)")
      .execute(arguments: [source, replaced, Self.checksum(Int64(source.count), source, replaced ?? Data())])
  }

  /// The number belongs to it, so that neither a row in the place of another nor a byte on the other side of a border
  /// goes unseen.
  private static func checksum(_ number: Int64, _ first: Data, _ second: Data) -> Int64 {
    var hash = StableHash()
    hash.combine("\(number) \(first.count) ".utf8)
    hash.combine(first)
    hash.combine(second)
    return Int64(bitPattern: hash.value)
  }
}

// MARK: - Reading

extension RealtimeRows {
  /// The state after the last entry.
  ///
  /// - Throws: DATA_LOSS for rows that are not as they were stored.
  func data(in db: Database, of path: String) throws -> RealtimeNode {
    var state = RealtimeNode.absent
    for table in [Table.snapshot, .changes] {
      let rows = try Row.fetchCursor(
        db, sql: "SELECT place, path, value, checksum FROM \(table.rawValue) ORDER BY place")
      while let row = try rows.next() {
        let (address, node) = try stored(row, in: table, of: path)
        state = table == .snapshot ? state.adding(node, at: address) : state.replacing(address: address, with: node)
      }
    }
    return state
  }

  private func stored(_ row: Row, in table: Table, of file: String) throws -> (RealtimePath, RealtimeNode) {
    let place: Int64 = try row.decode(atIndex: 0)
    let path: Data = try row.decode(atIndex: 1)
    let value: Data = try row.decode(atIndex: 2)
    let checksum: Int64 = try row.decode(atIndex: 3)
    let expected = extent.withLock { extent in
      extent.rows += 1
      if table == .changes { extent.bytes += path.count + value.count }
      return extent.rows
    }
    guard place == expected else { throw FirestoreError(.dataLoss, "\(file) is damaged: a write is missing") }
    guard checksum == Self.checksum(place, path, value), let text = String(validating: path, as: UTF8.self) else {
      throw FirestoreError(.dataLoss, "\(file) is damaged: a write is not as it was stored")
    }
    guard let node = RealtimeNode(exportBytes: [UInt8](value)) else {
      throw FirestoreError(.dataLoss, "\(file) is damaged: a write cannot be read")
    }
    return (RealtimePath(text), node)
  }

  func rules(in db: Database, of path: String) throws -> ReleasedRealtimeRules? {
    guard let row = try Row.fetchOne(db, sql: "SELECT source, replaced, checksum FROM rules") else { return nil }
    let source: Data = try row.decode(atIndex: 0)
    let replaced: Data? = try row.decode(atIndex: 1)
    let checksum: Int64 = try row.decode(atIndex: 2)
    guard checksum == Self.checksum(Int64(source.count), source, replaced ?? Data()) else {
      throw FirestoreError(.dataLoss, "\(path) is damaged: the rules are not as they were stored")
    }
    return ReleasedRealtimeRules(source: [UInt8](source), replaced: replaced.map { [UInt8]($0) })
  }
}

extension SQLiteJournal: RealtimeJournal where Content == RealtimeRows {}
