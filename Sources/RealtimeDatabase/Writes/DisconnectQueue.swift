/// The writes that a connection has left behind for its end. `Registration` is whatever the owner wants to know about
/// the moment of asking, such as who it was.
package struct DisconnectQueue<Registration: Sendable>: Sendable {
  package struct Entry: Sendable {
    package fileprivate(set) var write: RealtimeWrite
    package let registration: Registration
  }

  /// To be executed one after another, each all or nothing; server values are filled in then.
  package private(set) var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// A set, or a merge in the form of an update: replaces what was asked for at and below each of its paths.
  package mutating func add(_ write: RealtimeWrite, _ registration: Registration) {
    for part in write.parts { remove(below: part.address) }
    entries.append(Entry(write: write, registration: registration))
  }

  /// Forgets what was asked for at and below a path. What was asked for above it is done for everything else there.
  package mutating func cancel(_ path: RealtimePath) {
    remove(below: path)
    for index in entries.indices { entries[index].write.spare(path) }
  }

  private mutating func remove(below path: RealtimePath) {
    entries = entries.compactMap { entry in
      let kept = entry.write.parts.filter { !path.contains($0.address) }
      if kept.count == entry.write.parts.count { return entry }
      guard !kept.isEmpty else { return nil }
      var entry = entry
      entry.write.parts = kept
      return entry
    }
  }
}
