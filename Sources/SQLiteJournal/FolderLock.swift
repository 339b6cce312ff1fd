import FirestoreModel
import GRDB

/// Keeps a second emulator out of a folder. It is SQLite's own lock on an empty file: the system drops it when the process
/// ends, however it ends, so that no stale lock can be left behind.
struct FolderLock: Sendable {
  private let file: DatabaseQueue

  init(folder: String) throws(FirestoreError) {
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    configuration.allowsUnsafeTransactions = true
    configuration.label = "firebreak.folder"
    let path = "\(folder)/firebreak.lock"
    do {
      file = try DatabaseQueue(path: path, configuration: configuration)
      try file.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      throw FirestoreError(.unavailable, "The data folder \(folder) is in use by another running emulator.")
    } catch {
      throw FirestoreError(.unavailable, "The data folder \(folder) cannot be locked: \(error.reason)")
    }
  }

  func release() {
    // Nothing was written; an error leaves the lock to the end of the process.
    try? file.close()
  }
}
