import DocumentStore
import FirestoreModel

/// Documents that did not change and stand at either end of one window, and not in another of the same query: a limit or an
/// offset has moved over them.
struct PassedOver {
  private let window: ResultWindow
  private let other: ResultWindow
  /// Keys of changed documents in the version of the window.
  private let changedKeys: [[UInt8]]
  private let changed: [DocumentPath: DocumentChange]
  private(set) var documents: [(place: WindowPlace, path: DocumentPath)] = []

  init(
    _ window: ResultWindow, missingFrom other: ResultWindow, changed: [DocumentPath: DocumentChange],
    keys changedKeys: [[UInt8]]
  ) {
    self.window = window
    self.other = other
    self.changed = changed
    self.changedKeys = changedKeys
    let positions = 0..<window.count
    if let entries = window.countedEntries, let others = other.countedEntries {
      if look(at: positions, entries, others) { _ = look(at: positions.reversed(), entries, others) }
    } else if look(at: positions) {
      _ = look(at: positions.reversed())
    }
  }

  /// - Returns: Whether it came to a document that both have: there is more to see from the other end.
  private mutating func look(at positions: some Sequence<Int>) -> Bool {
    for position in positions {
      guard let path = window.path(at: position) else { return false }
      if changed[path] != nil { continue }
      if other.contains(path) { return true }
      note(position, path)
    }
    return false
  }

  /// The same by keys, without looking at documents: what did not change has the same key in both.
  private mutating func look(
    at positions: some Sequence<Int>, _ entries: CountedEntries, _ others: CountedEntries
  ) -> Bool {
    for position in positions {
      let index = window.reversed ? window.count - 1 - position : position
      guard let key = entries.key(at: index) else { return false }
      if changedKeys.contains(key) { continue }
      if others.index(ofKey: key) != nil { return true }
      if let path = entries.path(of: key) { note(position, path) }
    }
    return false
  }

  private mutating func note(_ position: Int, _ path: DocumentPath) {
    documents.append((.index(window.reversed ? window.count - 1 - position : position), path))
  }
}
