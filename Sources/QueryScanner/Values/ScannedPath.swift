package import Diagnostics
package import FirestoreModel
package import QueryModel

/// Paths of collections and documents out of texts that are known in parts.
package enum ScannedPath {
  /// The segments of a text such as `users/{unknown}/posts`. A part of a segment that is not known makes the segment
  /// unknown; what stands alone between slashes is one segment. Nil when nothing of the text is known.
  package static func segments(_ pieces: [TextPiece]) -> [PathSegment]? {
    guard pieces.contains(where: \.isKnown) else { return nil }
    var segments: [[TextPiece]] = [[]]
    for piece in pieces {
      guard case .literal(let text) = piece else {
        segments[segments.count - 1].append(piece)
        continue
      }
      let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { segments.append([]) }
        if !part.isEmpty { segments[segments.count - 1].append(.literal(String(Substring(part)))) }
      }
    }
    return segments.filter { !$0.isEmpty }.map(segment)
  }

  private static func segment(_ pieces: [TextPiece]) -> PathSegment {
    if pieces == [.userID] { return .parameter(userIDName) }
    var text = ""
    for piece in pieces {
      guard case .literal(let part) = piece else { return .unknown }
      text += part
    }
    return .literal(Text(text))
  }

  /// The parameter that stands for `request.auth.uid` in shapes.
  package static let userIDName: Text = "uid"
}

extension TextPiece {
  fileprivate var isKnown: Bool {
    switch self {
    case .literal, .userID: true
    case .newKey, .unknown: false
    }
  }
}

extension ScannedValue {
  /// The segments that this value adds to a path; nil when it is not known at all.
  package var pathSegments: [PathSegment]? {
    switch self {
    case .text(let pieces): ScannedPath.segments(pieces)
    case .userID: [.parameter(ScannedPath.userIDName)]
    case .integer(let number): [.literal(Text(String(number)))]
    default: nil
    }
  }

  /// `collection(self)` of a database.
  package func collection(in database: DatabaseHandle, at location: SourceLocation) -> ScannedValue {
    collection(below: [], isKnown: true, in: database, at: location)
  }

  /// `document.collection(self)`.
  package func collection(below document: DocumentHandle, at location: SourceLocation) -> ScannedValue {
    let value = collection(
      below: document.path.segments, isKnown: document.isKnown, in: document.database, at: location)
    guard let refusal = document.refusal, case .query(var draft) = value else { return value }
    draft.refusal = refusal
    return .query(draft)
  }

  private func collection(
    below parent: [PathSegment], isKnown: Bool, in database: DatabaseHandle, at location: SourceLocation
  ) -> ScannedValue {
    let segments = parent + (pathSegments ?? [.unknown])
    var draft = QueryDraft(
      query: Query(
        source: QuerySource(parent: PathTemplate(Array(segments.dropLast())), collectionID: segments.last ?? .unknown)),
      database: database)
    // Ids of collections stand at even places; below an unknown document only the last one counts.
    let ids = segments.indices.filter { $0.isMultiple(of: 2) }.map { segments[$0] }
    let isOpen = pathSegments == nil || segments.count.isMultiple(of: 2) || ids.contains { $0.literal == nil }
    if isOpen || (!isKnown && parent.count < 2) { draft.unresolved = [UnresolvedPart(.collection, at: location)] }
    if isKnown, let own = pathSegments, !own.isEmpty { draft.refusal = Self.refusal(of: segments, at: location) }
    return .query(draft)
  }

  /// The SDKs throw at the path of a document. A segment that is not known may have slashes in it.
  private static func refusal(of segments: [PathSegment], at location: SourceLocation) -> SDKRefusal? {
    guard segments.count.isMultiple(of: 2), segments.allSatisfy({ $0.literal != nil }) else { return nil }
    return SDKRefusal(
      sdk: "the SDK",
      message:
        "\(QuotedText.of("\(PathTemplate(segments))", limit: 80)) is no path of a collection: it has an even number of "
        + "segments (\(segments.count))",
      help: "name the collection that is meant, or read the document", at: location, isOfPath: true)
  }

  /// `collectionGroup(self)`.
  package func collectionGroup(in database: DatabaseHandle, at location: SourceLocation) -> ScannedValue {
    let id = pathSegments.flatMap { $0.count == 1 ? $0[0] : nil } ?? .unknown
    var draft = QueryDraft(
      query: Query(source: QuerySource(collectionID: id, allDescendants: true)), database: database)
    if id.literal == nil { draft.unresolved = [UnresolvedPart(.collection, at: location)] }
    return .query(draft)
  }

  /// `doc(self)` of a database: the whole path.
  package func document(in database: DatabaseHandle) -> ScannedValue {
    guard let segments = pathSegments, segments.count.isMultiple(of: 2), !segments.isEmpty else {
      return .document(.unknown(in: database))
    }
    return .document(DocumentHandle(path: PathTemplate(segments), database: database))
  }

  /// `collection.doc(self)`; `self` nil: a new id.
  package static func document(_ id: ScannedValue?, of collection: QueryDraft) -> ScannedValue {
    let source = collection.query.source
    let parent = source.parent.segments + [source.collectionID ?? .unknown]
    let isKnown = !collection.unresolved.contains { $0.kind == .collection }
    // No id is empty: an empty text stands for one that comes later.
    let own = id?.pathSegments ?? []
    let segments = parent + (own.isEmpty ? [.unknown] : own)
    guard segments.count.isMultiple(of: 2) else { return .document(.unknown(in: collection.database)) }
    return .document(
      DocumentHandle(path: PathTemplate(segments), isKnown: isKnown, database: collection.database))
  }
}

extension DocumentHandle {
  /// A document anywhere.
  package static func unknown(in database: DatabaseHandle) -> DocumentHandle {
    DocumentHandle(path: PathTemplate([.unknown, .unknown]), isKnown: false, database: database)
  }
}
