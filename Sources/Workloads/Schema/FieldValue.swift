package import Diagnostics
package import FirestoreModel

/// One field of a document that a workload generates or writes.
package struct FieldAssignment: Hashable, Sendable {
  package var path: FieldPath
  package var value: FieldValue
  package var span: Span

  package init(path: FieldPath, value: FieldValue, span: Span) {
    self.path = path
    self.value = value
    self.span = span
  }
}

/// How the value of a field comes about.
package indirect enum FieldValue: Hashable, Sendable {
  case literal(Value)
  /// Text with `{…}` parts; a single expression keeps its type.
  case template(TextTemplate)
  /// `{string: length}`: seeded letters, exactly so many characters (and bytes).
  case string(length: Quantity)
  case bytes(count: Quantity)
  case vector(dimension: Quantity)
  case reference(PathPattern)
  case array(of: FieldValue, count: Quantity)
  case list([FieldValue])
  case map([FieldAssignment])
  /// Document k of n lies at `from + k·(to − from)/n` and a fraction of a second.
  case spread(from: TimeReference, to: TimeReference)
  case time(TimeReference)
  /// The commit time of the server.
  case serverTime
  case drawn(Distribution)
  case transform(FieldTransformation)
  /// `!string` and the like: the value as another type, to provoke type mistakes.
  case converted(FieldValue, to: FieldType)
}

/// What a write does to a field instead of giving it a value.
package indirect enum FieldTransformation: Hashable, Sendable {
  case increment(Value)
  case arrayUnion([FieldValue])
  case arrayRemove([FieldValue])
  case deleteField
}

package enum FieldType: String, Hashable, Sendable, CaseIterable {
  case string, integer, double, boolean, timestamp
}
