/// The fields of a document or of a nested map: names in UTF-8 order, each at most once.
///
/// Firestore returns maps sorted by key and ignores key order in comparisons, so sorted storage is the canonical form.
package struct MapValue: Hashable, Sendable {
  /// One named value.
  package struct Field: Hashable, Sendable {
    package var name: Text
    package var value: Value

    package init(name: Text, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// INVARIANT: sorted by name, names unique.
  package private(set) var fields: [Field]

  package init() { fields = [] }

  /// Sorts the given fields; of equal names the last one wins.
  package init(_ unsorted: [Field]) {
    // Those of stored documents come in order.
    if zip(unsorted, unsorted.dropFirst()).allSatisfy({ $0.name < $1.name }) {
      fields = unsorted
      return
    }
    fields = []
    fields.reserveCapacity(unsorted.count)
    // Swift's sort is stable: of equal names the last stays last.
    for field in unsorted.sorted(by: { $0.name < $1.name }) {
      if let last = fields.last, last.name == field.name {
        fields[fields.count - 1] = field
      } else {
        fields.append(field)
      }
    }
  }

  package var count: Int { fields.count }
  package var isEmpty: Bool { fields.isEmpty }

  package subscript(name: Text) -> Value? {
    get {
      let position = insertionPoint(of: name)
      return position < fields.count && fields[position].name == name ? fields[position].value : nil
    }
    set {
      let position = insertionPoint(of: name)
      let exists = position < fields.count && fields[position].name == name
      switch (exists, newValue) {
      case (true, let value?): fields[position].value = value
      case (true, nil): fields.remove(at: position)
      case (false, let value?): fields.insert(Field(name: name, value: value), at: position)
      case (false, nil): break
      }
    }
  }

  private func insertionPoint(of name: Text) -> Int {
    var low = 0
    var high = fields.count
    while low < high {
      let middle = (low + high) / 2
      if fields[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension MapValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (Text, Value)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }
}

extension MapValue {
  /// The value at a field path, or nil when a segment is missing or a parent is not a map.
  package subscript(path: FieldPath) -> Value? {
    var current = self
    for segment in path.segments.dropLast() {
      guard case .map(let next)? = current[segment] else { return nil }
      current = next
    }
    return path.segments.last.flatMap { current[$0] }
  }
}

extension Value {
  /// The value of a map on the wire: `{__type__: "__vector__", value: [numbers]}` is a vector.
  package init(normalizing map: MapValue) {
    guard map.count == 2, map["__type__"] == .string("__vector__"), case .array(let elements)? = map["value"] else {
      self = .map(map)
      return
    }
    let components = elements.compactMap(\.number)
    self = components.count == elements.count ? .vector(components) : .map(map)
  }

  private var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .null, .boolean, .timestamp, .string, .bytes, .reference, .geoPoint, .array, .vector, .map: nil
    }
  }
}
