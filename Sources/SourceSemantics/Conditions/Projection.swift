/// Conditions without some of their atoms: that there are values of those with which they hold. What was possible stays
/// possible.
extension Diagrams {
  /// What the condition says of the atoms that are decided later.
  package mutating func openPart(of condition: CondID) -> CondID {
    if condition.isConstant { return condition }
    if !isOpen(condition) { return .always }
    if let known = openParts[condition] { return known }
    let part = keep(condition, from: { $0.isOpen($1) }, where: { $0.isOpen($1) })
    openParts[condition] = part
    return part
  }

  /// What the condition says of the atoms about these subjects.
  /// - Parameter orOpen: and of those that are decided later.
  package mutating func part(of condition: CondID, about subjects: Set<SubjectID>, orOpen: Bool = false) -> CondID {
    if condition.isConstant || subjects.isEmpty && !orOpen { return condition == .never ? .never : .always }
    return keep(
      condition, from: { _, _ in true },
      where: { $0.replaced(by: $1) == nil && subjects.contains($0.atom($1).subject) || orOpen && $0.isOpen($1) })
  }

  /// What the condition says of some atoms.
  /// - Parameter mayKeep: whether such atoms may be in a condition; others than `never` are taken as possible.
  private mutating func keep(
    _ condition: CondID, from mayKeep: (Diagrams, CondID) -> Bool, where isKept: (Diagrams, AtomID) -> Bool
  ) -> CondID {
    var done: [CondID: CondID] = [.never: .never]
    for next in reached(from: condition, mayKeep) {
      steps += 1
      guard let (atom, high, low) = split(next) else { continue }
      let (yes, no) = (done[high, default: .always], done[low, default: .always])
      done[next] = isKept(self, atom) ? ite(self.condition(atom), yes, no) : or(yes, no)
    }
    return done[condition, default: .always]
  }

  /// The condition and all that it leads to, each behind those.
  private func reached(from condition: CondID, _ isFollowed: (Diagrams, CondID) -> Bool) -> [CondID] {
    var seen: Set<CondID> = []
    var rest = [condition]
    while let next = rest.popLast() {
      guard !next.isConstant, isFollowed(self, next), seen.insert(next).inserted, let (_, high, low) = split(next)
      else { continue }
      rest += [high, low]
    }
    return seen.sorted { $0.raw < $1.raw }
  }
}
