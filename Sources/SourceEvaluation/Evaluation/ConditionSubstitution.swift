import SourceSemantics

/// Values in the place of the symbols that conditions are about.
extension Evaluator {
  mutating func substitute(_ condition: CondID, _ binding: UInt32) -> CondID {
    guard diagrams.isOpen(condition) else { return condition }
    if let known = known(condition, binding) { return known }
    var waiting: [Split] = []
    var next: CondID? = condition
    var answer = condition
    while true {
      if let asked = next.take() {
        if let known = known(asked, binding) {
          answer = known
        } else {
          guard spend() else { return cut(condition) }
          waiting.append(split(asked, binding))
          next = waiting[waiting.count - 1].first
          continue
        }
      }
      guard var split = waiting.popLast() else { return answer }
      if let other = split.second {
        (split.firstAnswer, split.second) = (answer, nil)
        waiting.append(split)
        next = other
      } else {
        answer = join(split, answer, binding)
      }
    }
  }

  /// A condition whose sides are being substituted.
  private struct Split {
    var condition: CondID
    var test: CondID
    /// The side that is asked first, and the other one where the test is not decided.
    var first: CondID
    var second: CondID?
    var firstAnswer: CondID?
  }

  private func known(_ condition: CondID, _ binding: UInt32) -> CondID? {
    if !diagrams.isOpen(condition) { return condition }
    if let known = substitutedConditions[ConditionSubstitution(condition: condition, binding: binding)] { return known }
    return substitutedConditions[ConditionSubstitution(condition: !condition, binding: binding)].map { !$0 }
  }

  private mutating func split(_ condition: CondID, _ binding: UInt32) -> Split {
    guard let (atom, high, low) = diagrams.split(condition) else {
      return Split(condition: condition, test: .always, first: condition)
    }
    let test = substitute(atom, binding)
    if test == .always { return Split(condition: condition, test: test, first: high) }
    if test == .never { return Split(condition: condition, test: test, first: low) }
    return Split(condition: condition, test: test, first: high, second: low)
  }

  private mutating func join(_ split: Split, _ answer: CondID, _ binding: UInt32) -> CondID {
    var result = answer
    if let high = split.firstAnswer { result = diagrams.ite(split.test, high, answer) }
    if !budget.isSpent {
      substitutedConditions[ConditionSubstitution(condition: split.condition, binding: binding)] = result
    }
    return result
  }

  private mutating func substitute(_ id: AtomID, _ binding: UInt32) -> CondID {
    guard diagrams.isOpen(id) else { return diagrams.condition(id) }
    let key = AtomSubstitution(atom: id, binding: binding)
    if let known = substitutedAtoms[key] { return known }
    let atom = diagrams.atom(id)
    let result =
      diagrams.replaced(by: id).map { substitute($0, binding) }
      ?? test(atom.test, of: substitute(ValueID(raw: atom.subject.raw), binding))
    if !budget.isSpent { substitutedAtoms[key] = result }
    return result
  }

  /// A condition whose symbols nobody decides any more: it may hold or not, and excludes what it excluded.
  mutating func cut(_ condition: CondID) -> CondID {
    if let known = cutConditions[condition] { return known }
    var cut: [AtomID: CondID] = [:]
    for atom in diagrams.support(condition) where diagrams.isOpen(atom) {
      cut[atom] = diagrams.condition(Atom(SubjectID(atom.raw), .opaque(.max)))
    }
    let result = diagrams.substitute(condition, cut)
    cutConditions[condition] = result
    return result
  }
}
