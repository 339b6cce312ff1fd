package import FirestoreModel

extension FieldPath {
  /// Stands for a segment that only the run knows in a path of which others are known.
  package static let unknownSegment: Text = "?"

  package var hasUnknownSegment: Bool { segments.count > 1 && segments.contains(Self.unknownSegment) }

  /// For messages: `archivedBy.?`
  package var shownText: String {
    isUnknown ? "?" : hasUnknownSegment ? segments.map(\.string).joined(separator: ".") : description
  }
}
