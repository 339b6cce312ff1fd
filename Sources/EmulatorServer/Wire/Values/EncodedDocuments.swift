import FirestoreModel
import Synchronization

/// Stored documents as they are sent, so that those that are read again and again are encoded once.
///
/// Bounded: what was not asked for while half of the room filled up is forgotten.
package final class EncodedDocuments: Sendable {
  package static let usualByteCount = 64 << 20

  private struct Name: Hashable {
    var database: DatabaseName
    var path: DocumentPath
  }

  private struct Entry {
    /// Versions are told apart by their contents, too: an import may bring other fields with the same times. Documents of
    /// a store share their contents, so that comparing them costs nothing.
    var document: Document
    var bytes: [UInt8]

    /// The document itself takes about as much as its message, and names and tables their share.
    var cost: Int { 2 * bytes.count + 256 }

    func isCurrent(for other: Document) -> Bool {
      document.updateTime == other.updateTime && document == other
    }
  }

  private struct State {
    var recent: [Name: Entry] = [:]
    var recentByteCount = 0
    var older: [Name: Entry] = [:]
    var olderByteCount = 0

    mutating func keep(_ entry: Entry, _ name: Name, limit: Int) {
      if recentByteCount + entry.cost > limit {
        older = recent
        olderByteCount = recentByteCount
        recent = [:]
        recentByteCount = 0
      }
      recentByteCount += entry.cost - (recent.updateValue(entry, forKey: name)?.cost ?? 0)
    }
  }

  private let generationByteCount: Int
  private let state = Mutex(State())

  /// - Parameter byteCount: of documents and their encoded form together, estimated.
  package init(byteCount: Int) { generationByteCount = max(0, byteCount) / 2 }

  /// What is kept at the moment.
  var byteCount: Int { state.withLock { $0.recentByteCount + $0.olderByteCount } }

  /// The whole document as a message.
  func bytes(of document: Document, in database: DatabaseName) -> [UInt8] {
    let name = Name(database: database, path: document.path)
    if let bytes = find(name, document) { return bytes }
    let bytes = DocumentEncoding.encode(document, in: database)
    let entry = Entry(document: document, bytes: bytes)
    // A document that alone would push out a large part of the others is not kept.
    guard entry.cost <= generationByteCount / 8 else { return bytes }
    state.withLock { $0.keep(entry, name, limit: generationByteCount) }
    return bytes
  }

  private func find(_ name: Name, _ document: Document) -> [UInt8]? {
    state.withLock { state -> [UInt8]? in
      if let entry = state.recent[name] { return entry.isCurrent(for: document) ? entry.bytes : nil }
      guard let entry = state.older[name], entry.isCurrent(for: document) else { return nil }
      state.older[name] = nil
      state.olderByteCount -= entry.cost
      state.keep(entry, name, limit: generationByteCount)
      return entry.bytes
    }
  }
}
