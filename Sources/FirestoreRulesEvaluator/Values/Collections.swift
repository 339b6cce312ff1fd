package import FirestoreModel

extension RuleList {
  package var count: Int {
    switch self {
    case .stored(let values): values.count
    case .built(let values): values.count
    }
  }

  /// - Precondition: `0 <= index < count`.
  package subscript(index: Int) -> RuleValue {
    switch self {
    case .stored(let values): RuleValue(values[index])
    case .built(let values): values[index]
    }
  }

  /// All elements; converts those of a document.
  package var values: [RuleValue] {
    switch self {
    case .stored(let values): values.map { RuleValue($0) }
    case .built(let values): values
    }
  }

  /// The elements `bounds`, which must be within the list.
  package func slice(_ bounds: Range<Int>) -> RuleList {
    switch self {
    case .stored(let values): .stored(Array(values[bounds]))
    case .built(let values): .built(Array(values[bounds]))
    }
  }

  package static let empty = RuleList.built([])
}

extension RuleMap {
  package var count: Int {
    switch self {
    case .stored(let map): map.count
    case .built(let map): map.entries.count
    }
  }

  package subscript(key: Text) -> RuleValue? {
    switch self {
    case .stored(let map): map[key].map { RuleValue($0) }
    case .built(let map): map[key]
    }
  }

  package func contains(_ key: Text) -> Bool {
    switch self {
    case .stored(let map): map[key] != nil
    case .built(let map): map[key] != nil
    }
  }

  /// The key at a position in key order. - Precondition: `0 <= index < count`.
  package func key(at index: Int) -> Text {
    switch self {
    case .stored(let map): map.fields[index].name
    case .built(let map): map.entries[index].key
    }
  }

  /// The value at a position in key order. - Precondition: `0 <= index < count`.
  package func value(at index: Int) -> RuleValue {
    switch self {
    case .stored(let map): RuleValue(map.fields[index].value)
    case .built(let map): map.entries[index].value
    }
  }

  /// Sorted by UTF-8 bytes, which is the order of code points.
  package var keys: [Text] { (0..<count).map { key(at: $0) } }
}
