import SourceSemantics
import SourceSyntax
import SourceTokens

/// Which requests wait for callers: those whose place, fields, operators, directions and constraints callers decide. Ids of
/// documents and what fields are compared with make no other request.
extension Evaluator {
  mutating func isWaiting(request value: ValueID) -> Bool {
    guard arena.isOpen(value) else { return false }
    guard arena.kind(value) == .result else { return true }
    if let known = waitingValues[value] { return known }
    let count = arena.wordCount(value)
    // The transaction, whether a write merges, and how it is asked.
    let isWaiting =
      isWaiting(target: arena.value(value, 0))
      || (2..<min(5, max(count, 2))).contains { isUndecided(arena.value(value, $0)) }
    waitingValues[value] = isWaiting
    return isWaiting
  }

  /// Whether only callers know what runs in a loop.
  mutating func isWaiting(sequence value: ValueID) -> Bool {
    guard arena.isOpen(value) else { return false }
    switch arena.kind(value) {
    case .symbol, .stuck: return true
    case .choice: return arena.items(value).contains { diagrams.isOpen($0.under) || isWaiting(sequence: $0.value) }
    case .list: return arena.items(value).contains { $0.flags.contains(.spread) && isWaiting(sequence: $0.value) }
    case .made:
      guard arena.construct(value) == .repeated else { return isWaiting(forSymbols: value) }
      return isWaiting(sequence: arena.value(value, 1))
    default: return false
    }
  }

  /// Whether only callers know if there is something.
  private func isUndecided(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .symbol, .stuck: true
    case .choice: arena.items(value).contains { diagrams.isOpen($0.under) || isUndecided($0.value) }
    default: false
    }
  }

  // MARK: - Targets

  private mutating func isWaiting(target value: ValueID) -> Bool {
    guard arena.isOpen(value) else { return false }
    if let known = waitingValues[value] { return known }
    let isWaiting = decide(target: value)
    waitingValues[value] = isWaiting
    return isWaiting
  }

  private mutating func decide(target value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .query:
      if isWaiting(target: arena.base(value)) { return true }
      return arena.steps(value).contains { diagrams.isOpen($0.under) || isWaiting(step: $0.value) }
    case .choice, .list:
      return arena.items(value).contains {
        diagrams.isOpen($0.under) || $0.flags.contains(.spread) && arena.isOpen($0.value) || isWaiting(target: $0.value)
      }
    case .result: return isWaiting(target: arena.value(value, 0))
    case .made: return decide(place: value)
    default: return true
    }
  }

  private mutating func decide(place value: ValueID) -> Bool {
    let parts = arena.parts(value)
    switch arena.construct(value) {
    case .collection?: return isWaiting(target: parts[0]) || isWaiting(path: parts[1], isDocument: false)
    case .document?:
      let isBelow = arena.kind(parts[0]) == .query || arena.construct(parts[0]) != .database
      return isWaiting(target: parts[0]) || isWaiting(path: parts[1], isDocument: isBelow)
    case .parent?, .reference?, .documentOf?, .repeated?, .transaction?, .batch?, .bulkWriter?, .newChild?:
      return isWaiting(target: parts[0])
    default: return true
    }
  }

  /// Whether callers decide more of a path than ids of documents.
  /// - Parameter isDocument: whether its first segment is an id.
  private func isWaiting(path value: ValueID, isDocument: Bool) -> Bool {
    guard arena.isOpen(value) else { return false }
    switch arena.kind(value) {
    case .text: return names(inPath: value, startsWithID: isDocument).contains { arena.isOpen($0) }
    case .symbol: return !isDocument
    case .stuck: return !isDocument
    case .choice:
      return arena.items(value).contains {
        diagrams.isOpen($0.under) || isWaiting(path: $0.value, isDocument: isDocument)
      }
    default: return true
    }
  }

  // MARK: - Steps

  private mutating func isWaiting(step value: ValueID) -> Bool {
    guard arena.isOpen(value) else { return false }
    guard arena.kind(value) == .made else { return true }
    let parts = arena.parts(value)
    switch arena.construct(value) {
    case .filter?: return arena.isOpen(parts[0]) || arena.isOpen(parts[1])
    case .nearest?: return arena.isOpen(parts[0])
    case .and?, .or?: return isWaiting(members: parts[0])
    case .composite?: return arena.isOpen(parts[0]) || isWaiting(members: parts[1])
    case .limit?, .limitToLast?, .limitToFirst?, .offset?, .startAt?, .startAfter?, .endAt?, .endBefore?, .equalTo?:
      return hasOpenGuard(parts[0])
    default: return true
    }
  }

  private mutating func isWaiting(members value: ValueID) -> Bool {
    guard arena.kind(value) == .list else { return arena.isOpen(value) }
    return arena.items(value).contains {
      diagrams.isOpen($0.under) || $0.flags.contains(.spread) && arena.isOpen($0.value) || isWaiting(step: $0.value)
    }
  }

  private func hasOpenGuard(_ value: ValueID) -> Bool {
    arena.kind(value) == .choice && arena.items(value).contains { diagrams.isOpen($0.under) }
  }

  // MARK: - Guards

  /// Whether a condition is in it. Values never change: each is looked at once.
  private mutating func isGuarded(_ value: ValueID) -> Bool {
    let place = Int(value.raw)
    if place >= guarded.count { guarded += Array(repeating: nil, count: arena.count - guarded.count) }
    if let known = guarded[place] { return known }
    let isGuarded = hasCondition(value) || lengths[value] != nil || arena.parts(value).contains { self.isGuarded($0) }
    guarded[place] = isGuarded
    return isGuarded
  }

  /// Whether a condition is in it, other than in its parts.
  private func hasCondition(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .query: arena.steps(value).contains { !$0.under.isConstant }
    case .choice, .list: arena.items(value).contains { !$0.under.isConstant }
    case .stuck: isCondition(value)
    default: false
    }
  }

  /// What the conditions in a request are about.
  mutating func subjectsOfGuards(_ value: ValueID) -> Set<SubjectID> {
    if let known = guardedSubjects[value] { return known }
    var seen: Set<ValueID> = []
    var conditions: [CondID] = []
    var subjects: Set<SubjectID> = []
    var rest = arena.kind(value) == .result ? [arena.value(value, 0)] : [value]
    while let next = rest.popLast() {
      guard isGuarded(next), seen.insert(next).inserted else { continue }
      // How long lists are is a matter of requests that compare with them.
      for length in lengths[next] ?? [] { subjects.insert(SubjectID(length.raw)) }
      switch arena.kind(next) {
      case .query, .choice, .list:
        let items = arena.kind(next) == .query ? arena.steps(next) : arena.items(next)
        conditions += items.lazy.map(\.under).filter { !$0.isConstant }
      case .stuck where isCondition(next): conditions.append(condition(ofStuck: next))
      default: break
      }
      rest += arena.parts(next)
    }
    // Conditions share most of what they decide: all are walked at once.
    for atom in diagrams.support(conditions) where diagrams.replaced(by: atom) == nil {
      subjects.insert(diagrams.atom(atom).subject)
    }
    guardedSubjects[value] = subjects
    return subjects
  }
}
