/// What an entry of `.indexOn` stands for: the value that children are ordered by.
package enum RealtimeIndexTarget: Hashable, Sendable {
  case value
  case child(RealtimePath)
}

extension RealtimeIndexTarget: CustomStringConvertible {
  /// As rules write it: `.value`, `a/b`.
  package var description: String {
    switch self {
    case .value: ".value"
    case .child(let path): path.keys.map(\.string).joined(separator: "/")
    }
  }

  /// What a get or a REST read answers when the index is missing.
  package func missingText(at location: RealtimePath) -> String {
    "Index not defined, add \".indexOn\": \"\(self)\", for path \"\(location)\", to the rules"
  }
}

extension RealtimeQuerySpec {
  /// The index that a get or a REST read needs; keys and priorities have theirs by themselves.
  package var requiredIndex: RealtimeIndexTarget? {
    switch ordering {
    case .priority, .key: nil
    case .value: .value
    case .child(let path): .child(path)
    }
  }

  /// The index that a listener needs, without which it downloads the whole location. An ordering alone is left to the
  /// client: that listener asks for everything anyway.
  package var listenerIndex: RealtimeIndexTarget? { selectsEverything ? nil : requiredIndex }
}
