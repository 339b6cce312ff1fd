package import SourceSemantics
package import SourceSyntax
package import SourceTokens

/// A request as it is written out: what its value is made of.
package struct RequestView: Sendable {
  package var origin: OriginID
  package var row: RowID
  package var part: RowRequest.Answer
  package var target: ValueID
  package var payload: ValueID
  /// What says that it is in a transaction.
  package var transaction: ValueID
  package var mergeFlag: ValueID
  /// What says how it is asked: see ``RowRequest/Circumstance``.
  package var circumstance: ValueID
  package var arguments: [ValueID]
}

extension Evaluator {
  package func view(_ value: ValueID) -> RequestView? {
    guard arena.kind(value) == .result, arena.wordCount(value) > 4 else { return nil }
    let shape = requests[Int(arena[value].payload)]
    return RequestView(
      origin: shape.origin, row: shape.row, part: shape.part, target: arena.value(value, 0),
      payload: arena.value(value, 1), transaction: arena.value(value, 2), mergeFlag: arena.value(value, 3),
      circumstance: arena.value(value, 4),
      arguments: arena.words(value).dropFirst(5).map(ValueID.init(raw:)))
  }

  /// Where the code of an origin stands.
  package func place(of origin: OriginID) -> (unit: Int, node: NodeID) {
    let known = origins[Int(origin.raw)]
    return (functions.indices.contains(known.function) ? functions[known.function].key.unit : 0, known.node)
  }

  /// Where a function stands.
  package func place(ofFunction function: Int) -> (unit: Int, node: NodeID) {
    (functions[function].key.unit, functions[function].key.node)
  }

  /// The function that the code of an origin stands in.
  package func function(of origin: OriginID) -> Int { origins[Int(origin.raw)].function }

  /// Where documents of the request are dropped after they were read.
  package func filter(of origin: OriginID) -> OriginID? { filtered[origin] }

  /// Of a step: the label of the argument that makes it, where its call has several.
  package func label(of origin: OriginID) -> NameID {
    let known = origins[Int(origin.raw)]
    let tree = program.units[functions[known.function].key.unit].tree
    guard let arguments = tree.call(known.node)?.arguments, known.extra != 0 else { return .empty }
    return arguments.contains { tree.name($0).raw == known.extra } ? NameID(known.extra) : .empty
  }

  /// The function that an unknown or a request stands in, for what its unit imports.
  package mutating func importedModules(_ unit: Int) -> [String] {
    var modules: [String] = []
    for fact in program.modules.outlines[unit].imports where fact.owner == 0 {
      let path = program.names.text(fact.module)
      modules.append(path)
      for item in fact.items where item.name != .empty { modules.append("\(path).\(program.names.text(item.name))") }
    }
    return modules
  }
}

// MARK: - For writing requests out

extension Evaluator {
  /// The languages whose units are evaluated together.
  package var family: SourceLanguage.Family { program.units.first?.tree.unit.language.family ?? .none }
  package mutating func conjunction(_ left: CondID, _ right: CondID) -> CondID { diagrams.and(left, right) }
  package mutating func isPossible(_ condition: CondID) -> Bool { diagrams.isPossible(condition) }
  /// What the conditions of steps say of whether somebody is signed in.
  ///
  /// In scripts nothing: the user that is known at the start is nobody, also of somebody who is signed in. The SDK restores
  /// the session later, and requests wait for that.
  package func testsOfUser(in list: GuardedList<GuardedItem>) -> [AtomID] {
    guard family != .script, list.steps.count <= Self.mostAskedOfUser else { return [] }
    return diagrams.support(list.steps.map(\.condition)).filter(isOfUser)
  }

  /// Whether a query has just these steps only where nobody is signed in.
  package mutating func isSignedOut(
    _ condition: CondID, taking steps: [Int], of list: GuardedList<GuardedItem>, testing users: [AtomID]
  ) -> Bool {
    guard !users.isEmpty else { return false }
    var all = condition
    for (place, step) in list.steps.enumerated() {
      all = diagrams.and(all, steps.contains(place) ? step.condition : !step.condition)
    }
    let signedIn = users.reduce(all) { diagrams.and($0, diagrams.condition($1)) }
    return !diagrams.isPossible(signedIn) && diagrams.isPossible(all)
  }

  /// Steps beyond which nobody asks who has taken them.
  private static let mostAskedOfUser = 32

  /// Whether somebody is signed in.
  private func isOfUser(_ atom: AtomID) -> Bool {
    let (subject, test) = (diagrams.atom(atom).subject, diagrams.atom(atom).test)
    guard test == .present || test == .truthy, diagrams.replaced(by: atom) == nil else { return false }
    switch arena.construct(ValueID(raw: subject.raw)) {
    case .user?, .userID?: return true
    default: return false
    }
  }

  package func isAbsent(_ value: ValueID) -> Bool { value == ValueArena.absent }
  package func isRealtime(base: ValueID) -> Bool { isRealtime(at: base) }
  package func entries(of record: ValueID) -> [(key: ValueID, value: ValueID)] { entries(record) }
  package func steps(of query: ValueID) -> [GuardedItem] { arena.steps(query) }

  /// Where a query may look, each with its condition.
  package mutating func bases(of query: ValueID, under: CondID) -> [GuardedItem] {
    alternatives(arena.base(query), under: under).filter { diagrams.isPossible($0.under) }
  }

  /// A step without the values that it cannot have where it is taken.
  package mutating func restricted(_ step: GuardedItem, under: CondID) -> GuardedItem {
    let all = diagrams.and(step.under, under)
    guard all != .always, arena.kind(step.value) == .made else { return step }
    let parts = arena.parts(step.value)
    guard parts.contains(where: { arena.kind($0) == .choice }), let construct = arena.construct(step.value) else {
      return step
    }
    var step = step
    let kept = parts.map { restricted($0, all) }
    if kept != parts { step.value = arena.make(construct, kept) }
    return step
  }

  private mutating func restricted(_ value: ValueID, _ under: CondID) -> ValueID {
    guard arena.kind(value) == .choice else { return value }
    let items = arena.items(value)
    let possible = items.filter { diagrams.isPossible(diagrams.and($0.under, under)) }
    return possible.isEmpty || possible.count == items.count ? value : choice(possible)
  }

  package mutating func list(_ steps: GuardedList<GuardedItem>, under: CondID) -> Listing {
    steps.alternatives(under: under, &diagrams)
  }
}
