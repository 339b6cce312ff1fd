// Editing a document's fields by path, as update masks, transforms and projections do.

extension MapValue {
  /// Sets the value at `path`, creating maps on the way; a parent that is not a map is replaced by one.
  package mutating func set(_ value: Value, at path: FieldPath) { set(value, at: path.segments[...]) }

  /// Removes the value at `path`; nothing changes when it is missing. Parents stay, even when they become empty.
  package mutating func removeValue(at path: FieldPath) { removeValue(at: path.segments[...]) }

  /// The fields under the given paths: a path keeps the maps that lead to its value, a parent covers its children, and
  /// missing fields are just absent. `__name__` selects nothing.
  package func projected(to mask: [FieldPath]) -> MapValue {
    var result = MapValue()
    // Parents before children, so that a child never narrows what its parent selected.
    for path in mask.sorted() where !path.isDocumentName {
      if let value = self[path] { result.set(value, at: path) }
    }
    return result
  }

  private mutating func set(_ value: Value, at segments: ArraySlice<Text>) {
    guard let first = segments.first else { return }
    guard segments.count > 1 else {
      self[first] = value
      return
    }
    var child = MapValue()
    if case .map(let existing)? = self[first] { child = existing }
    child.set(value, at: segments.dropFirst())
    self[first] = .map(child)
  }

  private mutating func removeValue(at segments: ArraySlice<Text>) {
    guard let first = segments.first else { return }
    guard segments.count > 1 else {
      self[first] = nil
      return
    }
    guard case .map(var child)? = self[first] else { return }
    child.removeValue(at: segments.dropFirst())
    self[first] = .map(child)
  }
}
