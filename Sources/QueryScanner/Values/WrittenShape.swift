import FirestoreModel
package import QueryModel

/// What a call of an SDK hands over to be written to the Realtime Database.
package enum SDKWrite: Sendable {
  /// Replaces what is at the location.
  case set(ScannedValue)
  /// Replaces what is at some paths below it.
  case update(ScannedValue)

  package static let unknown = SDKWrite.set(.unknown(UnknownValue()))
  package static let removal = SDKWrite.set(.null)
}

extension RealtimeDraft {
  /// Changes of one request that are told apart.
  private static let most = 256

  /// What the request at this place writes.
  package func write(_ write: SDKWrite) -> RealtimeWriteShape {
    var written = RealtimeWriteShape(
      path: writtenPath, changes: [], isUpdate: false, moment: isOnDisconnect ? .disconnect : .now)
    switch write {
    case .set(let value): written.changes = [RealtimeWriteShape.Change([], value.written())]
    case .update(let value):
      written.isUpdate = true
      guard case .record(let entries) = value else {
        written.isOpen = true
        break
      }
      written.isOpen = entries.count > Self.most
      for entry in entries.prefix(Self.most) {
        guard !entry.isAnything else {
          written.isOpen = true
          continue
        }
        let path = entry.path
        written.changes.append(RealtimeWriteShape.Change(path, entry.value.written(depth: path.count)))
      }
    }
    return written
  }

  /// Keys of the location, new ones told apart from those that are only unknown.
  var writtenPath: [WrittenKey] {
    query.location.segments.enumerated().map { place, segment in
      if let key = newKeys[place] { return .new(key) }
      return segment.writtenKey
    }
  }
}

extension ScannedEntry {
  /// Stands for entries of which nothing is known.
  fileprivate var isAnything: Bool { pieces == [.unknown] && value.isUnknown }

  /// The key as a path from where the record is written.
  fileprivate var path: [WrittenKey] { ScannedPath.keys(pieces ?? [.literal(key)]) }

  /// The key as one key.
  fileprivate var writtenKey: WrittenKey {
    guard let pieces else { return .literal(Text(key)) }
    let keys = ScannedPath.keys(pieces)
    return keys.count == 1 ? keys[0] : .unknown
  }
}

extension ScannedPath {
  /// The keys of a text; one that is known only in part is unknown.
  static func keys(_ pieces: [TextPiece]) -> [WrittenKey] {
    var keys: [[TextPiece]] = [[]]
    for piece in pieces {
      guard case .literal(let text) = piece else {
        keys[keys.count - 1].append(piece)
        continue
      }
      for (index, part) in text.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { keys.append([]) }
        if !part.isEmpty { keys[keys.count - 1].append(.literal(String(part))) }
      }
    }
    return keys.filter { !$0.isEmpty }.map { pieces in
      if pieces.count == 1 {
        switch pieces[0] {
        case .literal(let text): return .literal(Text(text))
        case .userID: return .userID
        case .newKey(let place): return .new(place)
        case .unknown: return .unknown
        }
      }
      return .unknown
    }
  }
}

extension ScannedValue {
  /// Levels that a database has.
  private static let deepest = 32
  /// Children of one value that are told apart.
  private static let most = 256

  /// The shape of the value in a write.
  fileprivate func written(depth: Int = 0) -> WrittenValue {
    guard depth <= Self.deepest else { return .unknown }
    switch self {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .scalar: return .number
    case .userID: return .userID
    case .serverValue(.timestamp): return .serverTime
    case .serverValue(.increment): return .increment
    case .text(let pieces):
      // A variable that begins with an empty text has another one by the time it is written.
      if let text = knownText { return text.isEmpty ? .someText : .text(Text(text)) }
      return pieces == [.userID] ? .userID : pieces == [.unknown] ? .unknown : .someText
    case .list(let list):
      return .list(
        list.elements.prefix(Self.most).map { $0.written(depth: depth + 1) },
        isOpen: list.isOpen || list.elements.count > Self.most)
    case .record(let entries): return Self.written(entries, depth: depth)
    case .unknown(let unknown):
      if case .changed(let number) = unknown.cause { return .changed(number) }
      return .unknown
    case .alternatives(let values):
      let shapes = values.map { $0.written(depth: depth) }
      return shapes.dropFirst().reduce(shapes.first ?? .unknown) { $0.joined(with: $1) }
    case .database, .query, .document, .constraint, .field, .direction, .aggregation, .transform, .result, .realtime:
      return .unknown
    }
  }

  private static func written(_ entries: [ScannedEntry], depth: Int) -> WrittenValue {
    if entries.count == 1, entries[0].key == ".sv" {
      if entries[0].value.knownText == "timestamp" { return .serverTime }
      if case .record(let inner) = entries[0].value, inner.count == 1, inner[0].key == "increment" { return .increment }
      return .unknown
    }
    var isOpen = entries.count > most
    var written: [WrittenEntry] = []
    for entry in entries.prefix(most) {
      guard !entry.isAnything else {
        isOpen = true
        continue
      }
      written.append(WrittenEntry(entry.writtenKey, entry.value.written(depth: depth + 1)))
    }
    return .map(written, isOpen: isOpen)
  }
}
