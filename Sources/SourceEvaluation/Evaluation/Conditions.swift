import SourceSemantics
import SourceSyntax
import SourceTokens

/// What conditions ask of values.
extension Evaluator {
  /// A test of a value; where a symbol is in it, callers decide.
  mutating func condition(_ value: ValueID, _ test: Atom.Test) -> CondID {
    diagrams.condition(Atom(SubjectID(value.raw), test), isOpen: arena.isOpen(value))
  }

  /// Whether the value counts as true.
  mutating func truth(_ value: ValueID) -> CondID {
    switch arena.kind(value) {
    case .absent, .null: return .never
    case .boolean: return value == ValueArena.yes ? .always : .never
    case .integer: return arena.integer(value) == 0 ? .never : .always
    case .text:
      if let text = arena.knownText(value) { return text == .empty ? .never : .always }
      return hasLiteral(value) ? .always : condition(value, .truthy)
    case .list: return truth(ofList: value)
    case .record: return arena.wordCount(value) > 0 ? .always : .never
    case .choice: return anyOf(value) { $0.truth($1) }
    // A list that was made from another one is as empty as that was.
    case .made where isOfRun(value) || sort(value) == .list: return condition(value, .truthy)
    case .object, .function, .type, .module, .external, .made, .query, .literal: return .always
    case .stuck where isCondition(value): return condition(ofStuck: value)
    case .unknown, .scalar, .symbol, .stuck, .result: return condition(value, .truthy)
    }
  }

  private func hasLiteral(_ text: ValueID) -> Bool {
    arena.words(text).contains { word in
      let piece = ValueID(raw: word)
      return arena.kind(piece) == .literal && arena[piece].payload != StringID.empty.raw
    }
  }

  private mutating func truth(ofList value: ValueID) -> CondID {
    var any = CondID.never
    for item in arena.items(value) {
      if item.flags.contains(.spread) {
        any = diagrams.or(any, diagrams.and(item.under, truth(item.value)))
      } else {
        any = diagrams.or(any, item.under)
      }
    }
    if arena[value].variant == 0 { return any }
    return diagrams.or(any, condition(value, .truthy))
  }

  /// Whether the value is there at all.
  mutating func presence(_ value: ValueID) -> CondID {
    switch arena.kind(value) {
    case .absent, .null: return .never
    case .choice: return anyOf(value) { $0.presence($1) }
    case .unknown, .symbol, .stuck: return condition(value, .present)
    case .made where isOfRun(value) || arena.construct(value) == .anySnapshot:
      return condition(value, .present)
    default: return .always
    }
  }

  mutating func anyOf(_ choice: ValueID, _ ask: (inout Evaluator, ValueID) -> CondID) -> CondID {
    var any = CondID.never
    for item in arena.items(choice) { any = diagrams.or(any, diagrams.and(item.under, ask(&self, item.value))) }
    return any
  }

  // MARK: - Comparisons

  mutating func equality(_ left: ValueID, _ right: ValueID) -> CondID {
    if left == right, !isVague(left) { return .always }
    if isTooMuch(left, right) { return comparison(left, right, Operator.equal) }
    if arena.kind(left) == .choice { return anyOf(left) { $0.equality($1, right) } }
    if arena.kind(right) == .choice { return anyOf(right) { $0.equality(left, $1) } }
    if implicitName(right) != nil { return isCase(left, right) }
    if implicitName(left) != nil { return isCase(right, left) }
    if isImplicit(right), arena.kind(left) == .object {
      return equality(left, expect(right, arena.intern(.type, payload: arena[left].payload)))
    }
    if isNothing(right) { return !presence(left) }
    if isNothing(left) { return !presence(right) }
    // As they are: far from nought, other numbers are the same with a fraction.
    if arena.kind(left) == .integer, arena.kind(right) == .integer { return .never }
    switch (constant(left), constant(right)) {
    case (let one?, let other?): return one == other ? .always : .never
    case (nil, let known?): return isVague(left) ? condition(left, .equals(known)) : .never
    case (let known?, nil): return isVague(right) ? condition(right, .equals(known)) : .never
    case (nil, nil): return comparison(left, right, Operator.equal)
    }
  }

  func isNothing(_ value: ValueID) -> Bool { value == ValueArena.null || value == ValueArena.absent }

  /// Something that rows carry out once its symbols are known.
  func isWaiting(forSymbols value: ValueID) -> Bool {
    arena.kind(value) == .made && arena.isOpen(value) && arena.construct(value)?.happens == true
  }

  /// Something of rows that waits, or that nobody may have: the signed-in user.
  private func isOfRun(_ value: ValueID) -> Bool {
    switch arena.construct(value) {
    case .user?, .userID?: true
    default: isWaiting(forSymbols: value)
    }
  }

  /// Whether only the run knows what it is.
  func isVague(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .unknown, .scalar, .symbol, .stuck, .result: true
    case .made: isOfRun(value) || sort(value) == .text
    case .text: arena.knownText(value) == nil
    default: false
    }
  }

  func constant(_ value: ValueID) -> Atom.Constant? {
    switch arena.kind(value) {
    case .boolean: .boolean(value == ValueArena.yes)
    case .integer: arena.integer(value).map { .number(Double($0)) }
    case .text: arena.knownText(value).map { .text($0.raw, isEmpty: $0 == .empty) }
    case .type, .function, .external, .object: .member(value.raw)
    default: nil
    }
  }

  /// A condition about two values of which nothing else is known.
  mutating func comparison(_ left: ValueID, _ right: ValueID, _ op: Operator) -> CondID {
    let both = stuck(.binary, UInt32(op.rawValue), [left, right])
    return condition(both, .truthy)
  }

  /// Pairs of alternatives beyond which they are not compared one by one.
  private static let mostPairs = 256

  private func isTooMuch(_ left: ValueID, _ right: ValueID) -> Bool {
    guard arena.kind(left) == .choice, arena.kind(right) == .choice else { return false }
    return arena.items(left).count * arena.items(right).count > Self.mostPairs
  }

  mutating func order(_ op: Operator, _ left: ValueID, _ right: ValueID) -> CondID {
    if isTooMuch(left, right) { return comparison(left, right, op) }
    if arena.kind(left) == .choice { return anyOf(left) { $0.order(op, $1, right) } }
    if arena.kind(right) == .choice { return anyOf(right) { $0.order(op, left, $1) } }
    switch (arena.integer(left), arena.integer(right)) {
    case (let one?, let other?): return (op == .greater ? one > other : one >= other) ? .always : .never
    case (nil, let bound?) where isVague(left):
      return condition(left, op == .greater ? .greater(than: Double(bound)) : .atLeast(Double(bound)))
    case (let bound?, nil) where isVague(right):
      let test: Atom.Test = op == .greater ? .atLeast(Double(bound)) : .greater(than: Double(bound))
      return !condition(right, test)
    default: return comparison(left, right, op)
    }
  }

  /// Whether a list, record or text has the value in it.
  mutating func containment(_ value: ValueID, _ container: ValueID) -> CondID {
    switch arena.kind(container) {
    case .choice: return anyOf(container) { $0.containment(value, $1) }
    case .list where arena[container].variant == 0:
      var any = CondID.never
      for item in arena.items(container) where !item.flags.contains(.spread) {
        any = diagrams.or(any, diagrams.and(item.under, equality(value, item.value)))
      }
      let hasMore = arena.items(container).contains { $0.flags.contains(.spread) }
      return hasMore ? diagrams.or(any, comparison(value, container, .contained)) : any
    case .record where constant(value) != nil && !isOpenRecord(container):
      return entry(of: container, value) == nil ? .never : .always
    default: return comparison(value, container, .contained)
    }
  }

  // MARK: - Conditions that wait

  /// A condition as a value: what it says of symbols may be decided by callers.
  mutating func value(of condition: CondID) -> ValueID {
    if condition == .always { return ValueArena.yes }
    if condition == .never { return ValueArena.no }
    return arena.intern(
      .stuck, variant: StuckOperation.truth.rawValue, payload: condition.raw, [], isOpen: isOpen(condition))
  }

  func isCondition(_ value: ValueID) -> Bool { arena[value].variant == StuckOperation.truth.rawValue }
  func condition(ofStuck value: ValueID) -> CondID { CondID(raw: arena[value].payload) }

  /// Whether a symbol is in it.
  func isOpen(_ condition: CondID) -> Bool { diagrams.isOpen(condition) }

  /// The test of an atom on another subject.
  mutating func test(_ test: Atom.Test, of value: ValueID) -> CondID {
    switch test {
    case .truthy:
      if arena.kind(value) == .stuck, !isCondition(value), arena[value].variant == StuckOperation.binary.rawValue {
        return truth(ofComparison: value)
      }
      return truth(value)
    case .present: return presence(value)
    case .equals(let constant): return equality(value, self.value(constant))
    case .greater(let bound): return order(.greater, value, number(bound))
    case .atLeast(let bound): return order(.greaterOrEqual, value, number(bound))
    case .type(let name): return isType(value, NameID(name))
    case .opaque, .replaced: return diagrams.condition(Atom(SubjectID(value.raw), test))
    }
  }

  private mutating func value(_ constant: Atom.Constant) -> ValueID {
    switch constant {
    case .boolean(let value): value ? ValueArena.yes : ValueArena.no
    case .number(let number): self.number(number)
    case .text(let text, _): arena.text(StringID(text))
    case .member(let raw): ValueID(raw: raw)
    }
  }

  /// Numbers beyond those that are exact are some number.
  private mutating func number(_ bound: Double) -> ValueID {
    Int64(exactly: bound).map { arena.integer($0) } ?? ValueArena.scalar
  }

  private mutating func truth(ofComparison value: ValueID) -> CondID {
    condition(value, .truthy)
  }
}
