import FirestoreModel
import Synchronization

/// Draws ids for documents that their creators leave unnamed.
final class DocumentIDSource: Sendable {
  private let stream: Mutex<RandomStream>

  init(seed: UInt64) { stream = Mutex(RandomStream(seed: seed)) }

  func next() -> Text { stream.withLock { $0.documentID() } }
}
