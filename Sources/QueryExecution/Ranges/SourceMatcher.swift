import FirestoreModel
import QueryModel

/// Which documents a query's source reaches.
struct SourceMatcher: Sendable {
  private let parent: [Text]
  private let collectionID: Text?
  private let allDescendants: Bool

  init(_ source: QuerySource) {
    parent = source.parent.segments.compactMap { if case .literal(let text) = $0 { text } else { nil } }
    collectionID = source.collectionID.flatMap { if case .literal(let text) = $0 { text } else { nil } }
    allDescendants = source.allDescendants
  }

  func contains(_ path: DocumentPath) -> Bool {
    let segments = path.segments
    guard segments.count >= parent.count + 2, segments.starts(with: parent) else { return false }
    if let collectionID, segments[segments.count - 2] != collectionID { return false }
    return allDescendants || segments.count == parent.count + 2
  }
}
