import Diagnostics
import QueryModel

extension PathState {
  /// Queries that a loop has refined, and lists that it has added to: how often it did is known only at run time.
  mutating func markGrowth(since before: PathState, at location: SourceLocation) {
    guard digest != before.digest else { return }
    let after = self
    after.forEachThatCanGrow(since: before) { slot, value in
      guard let old = before[slot], old != value else { return }
      let marked = value.marked(grownFrom: old, at: location)
      if marked != value { set(slot, marked) }
    }
  }
}

extension ScannedValue {
  func marked(grownFrom old: ScannedValue, at location: SourceLocation) -> ScannedValue {
    switch (self, old) {
    case (.query(var draft), _):
      let isGrown = old.possibilities.contains { value in
        if case .query(let before) = value { draft.hasGrown(from: before) } else { false }
      }
      guard isGrown else { return self }
      draft.note(UnresolvedPart(.constraint, at: location))
      return .query(draft)
    case (.list(var list), .list(let before)):
      guard list.elements.count > before.elements.count else { return self }
      list.hasGrown = true
      if list.holdsConstraint { list.isOpen = true }
      return .list(list)
    case (.alternatives(let values), _):
      return ScannedValue.oneOf(values.map { $0 == old ? $0 : $0.marked(grownFrom: old, at: location) })
    default: return self
    }
  }
}

extension ScannedList {
  fileprivate var holdsConstraint: Bool {
    elements.contains { if case .constraint = $0 { true } else { false } }
  }
}

extension QueryDraft {
  /// More filters or orders than before; a cursor or limit that is set again does not add up.
  fileprivate func hasGrown(from before: QueryDraft) -> Bool {
    query.source == before.query.source
      && (query.filter != before.query.filter || query.orders.count > before.query.orders.count)
  }
}
