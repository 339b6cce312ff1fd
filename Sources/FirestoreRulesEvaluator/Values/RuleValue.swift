package import FirestoreModel

/// A value as security rules see it.
///
/// Lists and maps that come from documents are kept as they are stored and converted element by element when a rule
/// looks at them: a decision costs what it reads, not what the document holds.
///
/// There is no `==`: the language has two equalities, see ``RuleValue/isEqual(to:)``.
package enum RuleValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case float(Double)
  case string(Text)
  case bytes([UInt8])
  case timestamp(RuleTimestamp)
  case duration(RuleDuration)
  case geoPoint(GeoPoint)
  case path(RulePath)
  case list(RuleList)
  case map(RuleMap)
  /// Distinct by value equality, in the order of first appearance.
  case set([RuleValue])
  /// What `a.diff(b)` returns: keys by what happened to them from `b` to `a`.
  indirect case mapDiff(MapDiff)
}

/// A list of a document, or one that a rule has built.
package enum RuleList: Sendable {
  case stored([Value])
  case built([RuleValue])
}

/// A map of a document, or one that a rule or a request has built.
package enum RuleMap: Sendable {
  case stored(MapValue)
  case built(BuiltMap)
}

/// Entries sorted by key (UTF-8), keys unique.
package struct BuiltMap: Sendable {
  package struct Entry: Sendable {
    package var key: Text
    package var value: RuleValue

    package init(key: Text, value: RuleValue) {
      self.key = key
      self.value = value
    }
  }

  /// INVARIANT: sorted by key, keys unique.
  package private(set) var entries: [Entry]

  /// Sorts the entries; of equal keys the last one wins.
  package init(_ unsorted: [Entry]) {
    // What requests show is written in order already, at every decision.
    if zip(unsorted, unsorted.dropFirst()).allSatisfy({ $0.key < $1.key }) {
      entries = unsorted
      return
    }
    entries = []
    entries.reserveCapacity(unsorted.count)
    for entry in unsorted.sorted(by: { $0.key < $1.key }) {
      if let last = entries.last, last.key == entry.key {
        entries[entries.count - 1] = entry
      } else {
        entries.append(entry)
      }
    }
  }

  package subscript(key: Text) -> RuleValue? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].key == key ? entries[low].value : nil
  }
}

/// Keys that differ between two maps, each list sorted.
package struct MapDiff: Hashable, Sendable {
  /// In the receiver, not in the argument.
  package var added: [Text]
  /// In the argument, not in the receiver.
  package var removed: [Text]
  package var changed: [Text]
  package var unchanged: [Text]

  package init(added: [Text], removed: [Text], changed: [Text], unchanged: [Text]) {
    self.added = added
    self.removed = removed
    self.changed = changed
    self.unchanged = unchanged
  }
}

/// A path value: segments without slashes, e.g. `databases`, `(default)`, `documents`, `cities`, `SF`.
package struct RulePath: Hashable, Sendable {
  package var segments: [Text]

  package init(_ segments: [Text]) { self.segments = segments }
}

/// A point in time to the nanosecond. Rules compute below the microsecond that Firestore stores.
package struct RuleTimestamp: Hashable, Sendable, Comparable {
  /// Since 1970-01-01T00:00:00Z, rounded down.
  package var seconds: Int64
  /// 0 ..< 1,000,000,000.
  package var nanoseconds: Int32

  package init(seconds: Int64, nanoseconds: Int32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  package static func < (lhs: RuleTimestamp, rhs: RuleTimestamp) -> Bool {
    (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
  }
}

/// A signed span of time to the nanosecond: `seconds` rounded down plus `nanoseconds`.
package struct RuleDuration: Hashable, Sendable, Comparable {
  package var seconds: Int64
  /// 0 ..< 1,000,000,000.
  package var nanoseconds: Int32

  package init(seconds: Int64, nanoseconds: Int32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  package static func < (lhs: RuleDuration, rhs: RuleDuration) -> Bool {
    (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
  }
}
