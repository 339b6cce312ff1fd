import FirestoreModel

/// One field of the shared suffix S of a disjunct's index scans.
struct SuffixComponent: Hashable, Sendable {
  var path: FieldPath
  var descending: Bool
}

/// Tests on the encoded suffix of an entry that its scan range does not already guarantee: range filters on later
/// fields, and cursor positions that are not a prefix of the suffix. An entry that fails was scanned but its document
/// is not read.
struct SuffixFilter: Hashable, Sendable {
  struct Test: Hashable, Sendable {
    /// Position in the suffix.
    var component: Int
    /// Allowed encodings, in the component's own direction.
    var allowed: IntervalSet
  }

  var components: [SuffixComponent]
  var tests: [Test]
  var cursorTests: [CursorTest]

  var isEmpty: Bool { tests.isEmpty && cursorTests.isEmpty }

  func accepts(_ suffix: [UInt8]) -> Bool {
    if isEmpty { return true }
    let slices = SuffixSlices(suffix, components)
    return tests.allSatisfy { $0.allowed.contains(slices[$0.component]) }
      && cursorTests.allSatisfy { $0.accepts(slices) }
  }
}

/// A cursor whose values do not form a prefix of the suffix; compared component by component.
struct CursorTest: Hashable, Sendable {
  struct Position: Hashable, Sendable {
    var component: Int
    /// All encodings equal to the cursor's value, in the component's own direction.
    var equal: KeyInterval
  }

  enum Side: Hashable, Sendable { case start, end }

  var side: Side
  /// Whether a key equal to the cursor in every position is inside.
  var includesEqual: Bool
  var positions: [Position]

  func accepts(_ slices: SuffixSlices) -> Bool {
    for position in positions {
      let component = slices[position.component]
      if component.lexicographicallyPrecedes(position.equal.lower) { return side == .end }
      if let upper = position.equal.upper, !component.lexicographicallyPrecedes(upper) { return side == .start }
    }
    return includesEqual
  }
}

/// An encoded suffix cut into its components.
struct SuffixSlices {
  private let bytes: [UInt8]
  private var ends: [Int] = []

  init(_ bytes: [UInt8], _ components: [SuffixComponent]) {
    self.bytes = bytes
    var offset = 0
    for component in components.dropLast() {
      offset = KeyDecoder.endOfComponent(in: bytes, from: offset, descending: component.descending)
      ends.append(offset)
    }
    // The name is last and takes the rest.
    ends.append(bytes.count)
  }

  subscript(component: Int) -> ArraySlice<UInt8> {
    bytes[(component == 0 ? 0 : ends[component - 1])..<ends[component]]
  }
}
