import CSQLite

/// The peer: a table of BLOB keys in memory, without row ids, journal and synchronisation, filled by one prepared
/// statement in one transaction.
final class SQLiteKeys {
  private var database: OpaquePointer?

  init() {
    check(sqlite3_open(":memory:", &database))
    run("PRAGMA journal_mode = OFF")
    run("PRAGMA synchronous = OFF")
    run("CREATE TABLE entries (key BLOB PRIMARY KEY) WITHOUT ROWID")
  }

  deinit { sqlite3_close(database) }

  func insert(_ keys: [[UInt8]]) {
    run("BEGIN")
    let statement = prepare("INSERT INTO entries VALUES (?)")
    for key in keys {
      key.withUnsafeBytes { bytes in
        check(sqlite3_bind_blob(statement, 1, bytes.baseAddress, Int32(bytes.count), nil))
        precondition(sqlite3_step(statement) == SQLITE_DONE)
      }
      sqlite3_reset(statement)
    }
    sqlite3_finalize(statement)
    run("COMMIT")
  }

  /// Reads every key from `lower` on, in order; the number of bytes read.
  func scan(from lower: [UInt8]) -> Int {
    let statement = prepare("SELECT key FROM entries WHERE key >= ? ORDER BY key")
    defer { sqlite3_finalize(statement) }
    return lower.withUnsafeBytes { bytes in
      check(sqlite3_bind_blob(statement, 1, bytes.baseAddress, Int32(bytes.count), nil))
      var read = 0
      while sqlite3_step(statement) == SQLITE_ROW {
        let key = UnsafeRawBufferPointer(
          start: sqlite3_column_blob(statement, 0), count: Int(sqlite3_column_bytes(statement, 0)))
        read += key.count + Int(key.first ?? 0)
      }
      return read
    }
  }

  private func prepare(_ text: String) -> OpaquePointer? {
    var statement: OpaquePointer?
    check(sqlite3_prepare_v2(database, text, -1, &statement, nil))
    return statement
  }

  private func run(_ text: String) { check(sqlite3_exec(database, text, nil, nil, nil)) }

  private func check(_ code: Int32) { precondition(code == SQLITE_OK, String(cString: sqlite3_errmsg(database))) }
}
