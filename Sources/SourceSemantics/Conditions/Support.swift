extension Diagrams {
  /// The atoms that the condition depends on, in their order.
  package func support(_ condition: CondID) -> [AtomID] { support([condition]) }

  /// The atoms that any of the conditions depends on, in their order.
  package func support(_ conditions: [CondID]) -> [AtomID] {
    var seen: Set<Int> = [0]
    var levels: Set<UInt32> = []
    var rest = conditions.map(\.node)
    while let next = rest.popLast() {
      guard seen.insert(next).inserted else { continue }
      levels.insert(nodes[next].level)
      rest.append(nodes[next].high.node)
      rest.append(nodes[next].low.node)
    }
    return levels.sorted().map { AtomID($0 - 1) }
  }

  /// Some of what the condition depends on was replaced: it may hold together with conditions that exclude it.
  package func isApproximate(_ condition: CondID) -> Bool {
    support(condition).contains { atom($0).test == .replaced }
  }

  /// That atoms which stand for conditions hold where those do: what was replaced in one place may stand as it was in
  /// another one. Conditions that would be replaced again say nothing.
  package mutating func meanings(of conditions: [CondID]) -> [CondID] {
    var found: [CondID] = []
    var seen: Set<AtomID> = []
    var rest = support(conditions)
    while let atom = rest.popLast(), found.count < Self.mostMeanings {
      guard let meaning = replaced(by: atom), seen.insert(atom).inserted else { continue }
      rest += support(meaning)
      let fact = ite(condition(atom), meaning, !meaning)
      if support(fact).allSatisfy({ $0 == atom || replaced(by: $0) == nil || support(meaning).contains($0) }) {
        found.append(fact)
      }
    }
    return found
  }

  private static let mostMeanings = 32

  /// The condition that the atom stands for, where it stands for one.
  package func replaced(by atom: AtomID) -> CondID? {
    let (subject, test) = (self.atom(atom).subject, self.atom(atom).test)
    return test == .replaced ? CondID(raw: subject.raw) : nil
  }

  /// What the condition decides first, and what it is on both sides; nil for `always` and `never`.
  package func split(_ condition: CondID) -> (atom: AtomID, whenTrue: CondID, whenFalse: CondID)? {
    if condition.isConstant { return nil }
    let (high, low) = parts(of: condition, at: level(condition))
    return (AtomID(level(condition) - 1), high, low)
  }

  /// Whether it holds where the atoms have these values.
  package func holds(_ condition: CondID, _ value: (AtomID) -> Bool) -> Bool {
    var at = condition
    while let (atom, whenTrue, whenFalse) = split(at) { at = value(atom) ? whenTrue : whenFalse }
    return at == .always
  }

  /// Atoms that have this value wherever the condition holds; nil where it never holds.
  package func literals(of condition: CondID) -> [AtomID: Bool]? {
    var known: [CondID: [AtomID: Bool]] = [.always: [:]]
    return literals(of: condition, &known)
  }

  private func literals(of condition: CondID, _ known: inout [CondID: [AtomID: Bool]]) -> [AtomID: Bool]? {
    if condition == .never { return nil }
    if let found = known[condition] { return found }
    let level = level(condition)
    let (high, low) = parts(of: condition, at: level)
    var yes = literals(of: high, &known)
    var no = literals(of: low, &known)
    yes?[AtomID(level - 1)] = true
    no?[AtomID(level - 1)] = false
    let both = yes.map { yes in no.map { no in yes.filter { no[$0.key] == $0.value } } ?? yes } ?? no
    known[condition] = both
    return both
  }
}
