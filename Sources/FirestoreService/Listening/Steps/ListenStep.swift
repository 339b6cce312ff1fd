import DocumentStore
import FirestoreModel
import QueryExecution

/// Everything between two boundaries of a stream: the way from one version of the database to a newer one.
///
/// Made at once as a plan, and turned into messages as they are asked for: a large first state is read from the version
/// that the step leads to, piece by piece, whatever is committed meanwhile.
struct ListenStep {
  enum Part {
    /// Of all targets together, or of one that begins.
    case notices(DocumentNotices, AttachedTarget?)
    case whole(AttachedTarget, InitialState)
    /// A message about one target.
    case message(ListenEvent, AttachedTarget)
    case boundary(ListenEvent)
    /// A target that was to be listened to once is done.
    case finish(AttachedTarget)

    /// The one that it is about; nil: about all.
    var target: AttachedTarget? {
      switch self {
      case .notices(_, let target): target
      case .whole(let target, _), .message(_, let target), .finish(let target): target
      case .boundary: nil
      }
    }
  }

  /// The whole result of a target.
  enum InitialState {
    case window(ResultWindow)
    case documents([DocumentPath])

    var count: Int {
      switch self {
      case .window(let window): window.count
      case .documents(let paths): paths.count
      }
    }
  }

  let snapshot: Snapshot
  let readTime: Timestamp
  /// Those still to be sent.
  private var parts: ArraySlice<Part>
  /// How far the first of them was sent.
  private var position = 0

  init(_ parts: [Part], on snapshot: Snapshot, readTime: Timestamp) {
    self.parts = parts[...]
    self.snapshot = snapshot
    self.readTime = readTime
  }

  var isDone: Bool { parts.isEmpty }

  /// The next messages, at most about so many documents, and the targets that are done with them.
  mutating func next(_ limit: Int) -> (messages: [ListenEvent], finished: [AttachedTarget]) {
    var messages: [ListenEvent] = []
    var finished: [AttachedTarget] = []
    while messages.count < limit, let part = parts.first {
      var isSent = true
      switch part {
      case .message(let message, let target): if target.isAttached { messages.append(message) }
      case .boundary(let message): messages.append(message)
      case .finish(let target):
        guard target.isAttached else { break }
        messages.append(.removed([target.id], cause: nil))
        finished.append(target)
      case .notices(let notices, _):
        while position < notices.count, messages.count < limit {
          messages += notices.messages(at: position, on: snapshot, readTime: readTime)
          position += 1
        }
        isSent = position >= notices.count
      case .whole(let target, let state):
        let end = min(state.count, position + limit - messages.count)
        messages += self.messages(of: target, state, position..<max(position, end))
        position = end
        isSent = position >= state.count
      }
      guard isSent else { continue }
      parts.removeFirst()
      position = 0
    }
    return (messages, finished)
  }

  private func messages(of target: AttachedTarget, _ state: InitialState, _ part: Range<Int>) -> [ListenEvent] {
    switch state {
    case .window(let window):
      window.stored(in: part).map { document in
        .documentChanged(
          ShownDocument(document, projection: target.projection), targets: [target.id], removed: [])
      }
    case .documents(let paths):
      paths[part].map { path in
        guard let document = snapshot.stored(path) else {
          return .documentDeleted(path, readTime: readTime, removed: [target.id])
        }
        return .documentChanged(.whole(document), targets: [target.id], removed: [])
      }
    }
  }

  /// A target has ended: nothing more is sent about it, and what it held is let go.
  mutating func drop(_ target: AttachedTarget) {
    if parts.first?.target === target { position = 0 }
    parts = parts.filter { $0.target !== target }[...]
  }
}
