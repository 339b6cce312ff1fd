/// A path to a field: map keys from the document's root inwards, never empty unless it is ``unknown``.
package struct FieldPath: Hashable, Sendable {
  package let segments: [Text]

  package init(segments: [Text]) {
    precondition(!segments.isEmpty, "a field path has at least one segment")
    self.segments = segments
  }

  /// A path of one segment, the name taken literally (dots are part of it).
  package init(name: Text) { segments = [name] }

  /// A field that only the run knows, as shapes of queries have it; text forms show `?`. No document has such a field.
  package static let unknown = FieldPath()

  private init() { segments = [] }

  package var isUnknown: Bool { segments.isEmpty }

  /// The pseudo-field `__name__`: the document's name.
  package static let documentName = FieldPath(name: "__name__")

  package var isDocumentName: Bool { self == .documentName }
}

extension FieldPath: Comparable {
  /// Segment by segment in UTF-8 order; a prefix sorts first.
  package static func < (lhs: FieldPath, rhs: FieldPath) -> Bool {
    lhs.segments.lexicographicallyPrecedes(rhs.segments)
  }
}
