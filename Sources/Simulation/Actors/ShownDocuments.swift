import FirestoreModel
import QueryExecution
import RealtimeDatabase
import Workloads

/// The documents that a user gets to see in one session, each once, wherever they come from: server, cache or the app's
/// own store. Of a result only its window is kept; documents are listed where a second result of their collection may
/// hold the same ones.
struct ShownDocuments {
  /// Of one user, who nobody copies: a session makes it and forgets it.
  private final class Collection {
    /// A window keeps a version of the database; of a small result its documents are less.
    enum First {
      case part(ResultPart)
      case paths(Set<DocumentPath>)

      var count: Int {
        switch self {
        case .part(let part): part.shown
        case .paths(let paths): paths.count
        }
      }

      func contains(_ path: DocumentPath) -> Bool {
        switch self {
        case .part(let part): part.window.position(of: path).map { $0 < part.shown } ?? false
        case .paths(let paths): paths.contains(path)
        }
      }
    }

    let first: First
    /// Those that are not in it.
    private var others: Set<DocumentPath> = []
    private var followed: Followed?

    init(_ first: First, followed: Followed? = nil) {
      self.first = first
      self.followed = followed
    }

    func insert(_ path: DocumentPath) {
      listFollowed()
      insertOther(path)
    }

    var count: Int {
      guard let followed else { return first.count + others.count }
      if others.isEmpty, followed.listed == nil { return first.count + followed.count }
      listFollowed()
      return first.count + others.count
    }

    /// The listener is detached: it shows no more.
    func stopFollowing(_ live: LiveResult) {
      guard let known = followed, known.live === live, known.end == nil else { return }
      followed?.end = live.movements
      followed?.countAtEnd = known.count
    }

    /// Names what a listener has shown: only numbers are enough while nothing else shows the same documents.
    private func listFollowed() {
      guard let known = followed else { return }
      let last = known.end ?? known.live.movements
      for (_, path) in known.live.shown(after: known.listed ?? known.start, upTo: last) { insertOther(path) }
      followed?.listed = last
    }

    private func insertOther(_ path: DocumentPath) {
      if !first.contains(path) { others.insert(path) }
    }
  }

  /// A listener that has shown the first result and goes on showing what changes.
  private struct Followed {
    var live: LiveResult
    /// The movements behind which it was attached and detached.
    var start: Int
    var end: Int?
    /// What it had shown when it was detached.
    var countAtEnd = 0
    /// Up to which movement its documents are among the others; nil: none are.
    var listed: Int?

    var count: Int { end == nil ? live.countShown(since: start) : countAtEnd }
  }

  /// By the collection's id, so that one of them never holds what another does.
  private var collections: [Text: Collection] = [:]
  private var documents: Set<DocumentPath> = []
  private var children: Set<RealtimePath> = []

  var count: Int {
    collections.values.reduce(documents.count + children.count) { $0 + $1.count }
  }

  mutating func saw(_ held: HeldResult) {
    switch held {
    case .windows(let parts): for part in parts { saw(part) }
    case .documents(let documents): for document in documents { saw(document.path) }
    case .single(let document): if let document { saw(document.path) }
    case .children, .values: break
    }
  }

  mutating func saw(_ part: ResultPart) {
    guard part.shown > 0, let id = part.window.path(at: 0)?.collectionID else { return }
    guard collections[id] == nil else {
      for position in 0..<part.shown { if let path = part.window.path(at: position) { saw(path) } }
      return
    }
    let collection = Collection(.part(part))
    for path in documents where path.collectionID == id { collection.insert(path) }
    documents = documents.filter { $0.collectionID != id }
    collections[id] = collection
  }

  /// The first result of a listener, whose changes are looked up when somebody asks.
  /// - Returns: False when the user has seen documents of that collection before; then every change has to be told.
  mutating func follow(_ live: LiveResult, _ part: ResultPart, ofCollection id: Text) -> Bool {
    guard collections[id] == nil, !documents.contains(where: { $0.collectionID == id }) else { return false }
    let first = live.paths(part).map(Collection.First.paths) ?? .part(part)
    collections[id] = Collection(first, followed: Followed(live: live, start: live.movements))
    return true
  }

  func stopFollowing(_ live: LiveResult) {
    for collection in collections.values { collection.stopFollowing(live) }
  }

  mutating func saw(_ path: DocumentPath) {
    if collections[path.collectionID]?.insert(path) == nil { documents.insert(path) }
  }

  mutating func saw(_ child: RealtimePath) { children.insert(child) }

  /// What stands below a location of the Realtime Database, or its value.
  mutating func saw(_ window: RealtimeWindow, at path: RealtimePath) {
    for key in window.keys { children.insert(path.child(key)) }
    if window.keys.isEmpty, window.location.leaf != nil { children.insert(path) }
  }
}

extension DocumentPath {
  fileprivate var collectionID: Text { segments[segments.count - 2] }
}
