package import SourceSemantics

/// An item of a list, an alternative, or a step of a query, with the condition under which it is there.
package struct GuardedItem: Hashable, Sendable {
  package var under: CondID
  package var value: ValueID
  /// Of a step: where it is added.
  package var origin: OriginID
  package var flags: Flags

  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Later rounds of a loop may add more of the kind.
    package static let repeats = Flags(rawValue: 1)
    /// All items of the value, which is a list that is not known yet.
    package static let spread = Flags(rawValue: 2)
  }

  package init(_ under: CondID, _ value: ValueID, _ origin: OriginID = OriginID(raw: 0), _ flags: Flags = []) {
    self.under = under
    self.value = value
    self.origin = origin
    self.flags = flags
  }

  static let width = 4
  var words: [UInt32] { [under.raw, value.raw, origin.raw, flags.rawValue] }
}

extension ValueArena {
  /// The items of a list, the alternatives of a choice.
  package func items(_ id: ValueID) -> [GuardedItem] { items(words(id)[...]) }

  /// The steps of a query, behind its base.
  package func steps(_ id: ValueID) -> [GuardedItem] { items(words(id).dropFirst()) }
  package func base(_ id: ValueID) -> ValueID { value(id, 0) }

  private func items(_ words: ArraySlice<UInt32>) -> [GuardedItem] {
    stride(from: words.startIndex, to: words.endIndex, by: GuardedItem.width).map { place in
      GuardedItem(
        CondID(raw: words[place]), ValueID(raw: words[place + 1]), OriginID(raw: words[place + 2]),
        GuardedItem.Flags(rawValue: words[place + 3]))
    }
  }

  /// All values that a cell is made of, guards aside.
  package func parts(_ id: ValueID) -> [ValueID] {
    switch kind(id) {
    case .list, .choice: items(id).map(\.value)
    case .query: [base(id)] + steps(id).map(\.value)
    case .literal, .integer, .boolean, .unknown, .absent, .null, .scalar, .type, .module, .external, .symbol: []
    case .text, .record, .function, .made, .result, .stuck: words(id).map(ValueID.init(raw:))
    case .object: stride(from: 2, to: wordCount(id), by: 2).map { value(id, $0) }
    }
  }
}
