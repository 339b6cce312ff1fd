/// The conditions of steps in groups that have nothing to do with each other.
struct StepGuards {
  struct Group {
    /// Places of steps, in order.
    var steps: [Int] = []
    /// What holds in any case about the atoms of the group.
    var known: CondID = .always
  }

  var conditions: [CondID]
  /// Steps of every alternative.
  var always: [Int] = []
  var groups: [Group] = []
  /// There are more steps than are told apart.
  var leavesOutSteps = false

  /// - Returns: nil where nothing is possible.
  init?<Content>(
    _ list: GuardedList<Content>, under known: CondID, limit: Int, _ diagrams: inout Diagrams
  ) {
    guard let literals = diagrams.literals(of: known) else { return nil }
    let constants = literals.mapValues { $0 ? CondID.always : .never }
    conditions = list.steps.map { step in
      step.condition.isConstant || constants.isEmpty
        ? step.condition : diagrams.substitute(step.condition, constants)
    }
    var facts = literals.keys.sorted().map { atom in
      diagrams.condition(atom).negated(if: literals[atom] == false)
    }
    facts.append(diagrams.substitute(known, constants))
    facts += diagrams.meanings(of: conditions)
    always = conditions.indices.filter { conditions[$0] == .always }
    let open = conditions.indices.filter { !conditions[$0].isConstant }
    leavesOutSteps = open.count > limit
    group(Array(open.prefix(limit)), facts, &diagrams)
    if groups.contains(where: { $0.known == .never }) { return nil }
  }

  private mutating func group(_ open: [Int], _ facts: [CondID], _ diagrams: inout Diagrams) {
    let supports = open.map { diagrams.support(conditions[$0]) }
    let known = facts.map { diagrams.support($0) }
    var atoms = AtomGroups(supports + known, diagrams)
    var groupOf: [AtomID: Int] = [:]
    for (place, support) in zip(open, supports) {
      groups[group(of: support[0], &groupOf, &atoms)].steps.append(place)
    }
    for (fact, support) in zip(facts, known) where !support.isEmpty {
      let at = group(of: support[0], &groupOf, &atoms)
      groups[at].known = diagrams.and(groups[at].known, fact)
    }
    for (first, at) in groupOf.sorted(by: { $0.key < $1.key }) {
      let theory = diagrams.theory(of: atoms.members(of: first))
      groups[at].known = diagrams.and(groups[at].known, theory)
    }
  }

  private mutating func group(
    of atom: AtomID, _ groupOf: inout [AtomID: Int], _ atoms: inout AtomGroups
  ) -> Int {
    let first = atoms.first(of: atom)
    if let known = groupOf[first] { return known }
    groupOf[first] = groups.count
    groups.append(Group())
    return groups.count - 1
  }
}
