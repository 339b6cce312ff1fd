import DocumentStore
import FirestoreModel
import IndexCatalog

/// Stored bytes, documents and their index entries together, kept up to date commit by commit.
struct StorageMeter {
  /// For how many copies a document of this world stands.
  enum Weighting {
    case all(Int64)
    /// Documents that belong to one user stand for all users alike; the others are counted in one world only.
    case keyed(Int64, others: Int64, isKeyed: @Sendable (DocumentPath) -> Bool)
  }

  /// For how many documents of the whole database a written one stands.
  enum FanOutCount {
    /// As many as its path has copies.
    case copies
    case times(Int64)
  }

  private let catalog: IndexCatalog
  private let sizing: StorageSizing
  private let weighting: Weighting
  private var cache: [CollectionPath: SizedShape] = [:]
  private(set) var bytes: Int64 = 0
  /// One per day.
  private(set) var samples: [Int64] = []

  init(catalog: IndexCatalog, sizing: StorageSizing, weighting: Weighting) {
    self.catalog = catalog
    self.sizing = sizing
    self.weighting = weighting
  }

  /// By collection, ids of documents left out.
  private(set) var fanOut: [String: WriteFanOut] = [:]
  private var patterns: [CollectionPath: String] = [:]

  mutating func sample() { samples.append(bytes) }

  /// Counts the day that has ended so many times more.
  /// - Parameter before: the fan-out of writes when it began.
  mutating func repeatDay(fanOut before: [String: WriteFanOut], times: Int64) {
    for (pattern, found) in fanOut {
      fanOut[pattern] = found.repeating(since: before[pattern] ?? WriteFanOut(), times: times)
    }
    if let last = samples.last { samples += Array(repeating: last, count: Int(times)) }
  }

  mutating func record(_ commit: Commit, _ count: FanOutCount?) {
    for change in commit.changes {
      let before = change.old.map { size(of: $0) }
      let after = change.new.map { size(of: $0) }
      let difference = Int128((after?.bytes ?? 0) - (before?.bytes ?? 0)) * Int128(copies(of: change.path))
      bytes = Int64(clamping: Int128(bytes) + difference)
      guard let count, let written = after ?? before else { continue }
      let times =
        switch count {
        case .copies: copies(of: change.path)
        case .times(let times): times
        }
      fanOut[pattern(of: change.path.collection), default: WriteFanOut()].add(
        entries: written.entries, bytes: written.entryBytes, times: times)
    }
  }

  /// `Chats/*/Messages`
  private mutating func pattern(of collection: CollectionPath) -> String {
    if let known = patterns[collection] { return known }
    let pattern = collection.segments.enumerated().map { $0.offset % 2 == 0 ? $0.element.string : "*" }
      .joined(separator: "/")
    patterns[collection] = pattern
    return pattern
  }

  private func copies(of path: DocumentPath) -> Int64 {
    switch weighting {
    case .all(let copies): copies
    case .keyed(let copies, let others, let isKeyed): isKeyed(path) ? copies : others
    }
  }

  private mutating func size(of document: Document) -> SizedDocument {
    let collection = document.path.collection
    let shape = SizedShape.Signature(document)
    if let shape, let known = cache[collection], known.signature == shape { return known.size }
    let fanOut = catalog.fanOut(of: document.path, fields: document.fields, sizing: sizing)
    let size = SizedDocument(
      bytes: sizing.size(of: document) + fanOut.totalSize, entries: fanOut.entries, entryBytes: fanOut.totalSize)
    if let shape { cache[collection] = SizedShape(signature: shape, size: size) }
    return size
  }
}

extension Cell {
  var weighting: StorageMeter.Weighting {
    let cell = self
    return .keyed(multiplicity, others: sharedCopies) { cell.isKeyed($0) }
  }
}

/// What one document takes.
private struct SizedDocument {
  /// With its index entries.
  var bytes: Int
  var entries: Int
  var entryBytes: Int
}

/// The size of documents that differ in nothing that takes part in it.
private struct SizedShape {
  struct Signature: Equatable {
    var id: Int
    var names: [Text]
    /// Type and length of each value.
    var values: [Int]

    /// Nil when the size depends on more than lengths.
    init?(_ document: Document) {
      id = document.path.id.idStorageSize
      names = []
      values = []
      for field in document.fields.fields {
        names.append(field.name)
        switch field.value {
        case .null, .boolean: values.append(-1)
        case .integer, .double, .timestamp: values.append(-8)
        case .string(let text): values.append(text.byteCount)
        case .geoPoint: values.append(-16)
        case .bytes, .reference, .array, .vector, .map: return nil
        }
      }
    }
  }

  var signature: Signature
  var size: SizedDocument
}
