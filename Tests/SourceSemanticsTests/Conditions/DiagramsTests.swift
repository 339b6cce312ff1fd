import FirebreakTestSupport
import SourceSemantics
import Testing

@Suite("Decision diagrams") struct DiagramsTests {
  @Test("are what their truth tables are", arguments: 0..<60)
  func tables(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...12, using: &random)
    var diagrams = Diagrams(limits: .init(steps: 4_096, nodes: 1_024))
    let atoms = diagrams.opaqueAtoms(count)
    let single = diagrams.conditions(atoms)
    let written = WrittenCondition.random(atoms: count, depth: 6, using: &random)
    let condition = written.built(of: single, in: &diagrams)
    #expect(diagrams.truthTable(of: condition, atoms) == written.truthTable(atoms: count))
    #expect(diagrams.truthTable(of: !condition, atoms) == written.truthTable(atoms: count).map { !$0 })
    #expect(!diagrams.isApproximate(condition))
  }

  @Test("are one id exactly where they are equal", arguments: 0..<40)
  func canonical(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var diagrams = Diagrams()
    let atoms = diagrams.opaqueAtoms(3)
    let single = diagrams.conditions(atoms)
    var known: [[Bool]: CondID] = [:]
    for _ in 0..<60 {
      let written = WrittenCondition.random(atoms: 3, depth: 4, using: &random)
      let condition = written.built(of: single, in: &diagrams)
      let table = written.truthTable(atoms: 3)
      #expect(known[table, default: condition] == condition)
      known[table] = condition
    }
    #expect(Set(known.values).count == known.count)
  }

  @Test("depend on the atoms that decide them", arguments: 0..<40)
  func support(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...8, using: &random)
    var diagrams = Diagrams()
    let atoms = diagrams.opaqueAtoms(count)
    let single = diagrams.conditions(atoms)
    let written = WrittenCondition.random(atoms: count, depth: 5, using: &random)
    let condition = written.built(of: single, in: &diagrams)
    let table = written.truthTable(atoms: count)
    let deciding = (0..<count).filter { atom in table.indices.contains { table[$0] != table[$0 ^ (1 << atom)] } }
    #expect(diagrams.support(condition) == deciding.map { atoms[$0] })
    let forced = (0..<count).compactMap { atom -> (AtomID, Bool)? in
      let values = Set(table.indices.filter { table[$0] }.map { $0 >> atom & 1 == 1 })
      return values.count == 1 ? values.first.map { (atoms[atom], $0) } : nil
    }
    let literals = diagrams.literals(of: condition)
    #expect(literals == (table.contains(true) ? Dictionary(uniqueKeysWithValues: forced) : nil))
  }

  @Test("are restricted, replaced and simplified as their truth tables are", arguments: 0..<40)
  func replacing(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var diagrams = Diagrams()
    let atoms = diagrams.opaqueAtoms(6)
    let single = diagrams.conditions(atoms)
    func made() -> (WrittenCondition, CondID) {
      let written = WrittenCondition.random(atoms: 6, depth: 4, using: &random)
      return (written, written.built(of: single, in: &diagrams))
    }
    let ((written, condition), (inner, put), (known, where_)) = (made(), made(), made())
    let at = Int.random(in: 0..<6, using: &random)
    let replaced = diagrams.substitute(condition, [atoms[at]: put])
    let restricted = diagrams.restrict(condition, atoms[at], to: true)
    let simplified = diagrams.simplify(condition, where: where_)
    for values in 0..<(1 << 6) {
      let value = { (atom: Int) in values >> atom & 1 == 1 }
      let truth = { (asked: CondID) in diagrams.holds(asked) { atom in value(atoms.firstIndex(of: atom) ?? 0) } }
      #expect(truth(replaced) == written.holds { $0 == at ? inner.holds(value) : value($0) })
      #expect(truth(restricted) == written.holds { $0 == at ? true : value($0) })
      if known.holds(value) { #expect(truth(simplified) == written.holds(value)) }
    }
    let implies = diagrams.implies(condition, put)
    let tables = zip(written.truthTable(atoms: 6), inner.truthTable(atoms: 6))
    #expect(implies == tables.allSatisfy { !$0 || $1 })
  }

  @Test("move from one function to another")
  func moving() {
    var callee = Diagrams()
    let parameter = callee.id(of: Atom(SubjectID(1), .truthy))
    let local = callee.id(of: Atom(SubjectID(2), .present))
    let condition = callee.and(callee.condition(parameter), !callee.condition(local))
    var caller = Diagrams()
    let first = caller.condition(Atom(SubjectID(7), .truthy))
    let second = caller.condition(Atom(SubjectID(8), .truthy))
    let argument = caller.or(first, second)
    let moved = caller.substitute(condition, of: callee, [parameter: argument])
    let taken = caller.condition(Atom(SubjectID(2), .present))
    let expected = caller.and(argument, !taken)
    #expect(moved == expected)
    let impossible = caller.substitute(condition, of: callee, [parameter: .never])
    #expect(impossible == .never)
    let decided = caller.substitute(condition, of: callee, [parameter: .always])
    #expect(decided == !taken)
  }

  // MARK: - Size

  @Test("what a function asks next is one node more")
  func growth() {
    var diagrams = Diagrams()
    var holding = CondID.always
    for atom in diagrams.opaqueAtoms(60) {
      let condition = diagrams.condition(atom)
      let before = diagrams.nodeCount
      holding = diagrams.and(holding, condition)
      #expect(diagrams.nodeCount <= before + 1)
    }
    #expect(diagrams.support(holding).count == 60)
  }

  @Test("a selection of many cases takes three nodes a case, and what follows holds in any case")
  func cases() {
    var diagrams = Diagrams()
    var rest = CondID.always
    var any = CondID.never
    for number in 0..<10_000 {
      let condition = diagrams.condition(Atom(SubjectID(0), .equals(.member(UInt32(number)))))
      any = diagrams.or(any, diagrams.and(rest, condition))
      rest = diagrams.and(rest, !condition)
    }
    #expect(diagrams.nodeCount <= 30_001)
    let all = diagrams.or(any, rest)
    #expect(all == .always)
    #expect(!diagrams.isApproximate(rest))
  }

  /// Atoms that stand for a condition are given the value of that condition: then the answer has to be right, too.
  @Test("beyond the limits lose what depends on what, and no alternative", arguments: 0..<40)
  func limits(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var diagrams = Diagrams(limits: .init(atoms: 4, steps: 64))
    let atoms = diagrams.opaqueAtoms(10)
    let single = diagrams.conditions(atoms)
    let written = WrittenCondition.random(atoms: 10, depth: 7, using: &random)
    let condition = written.built(of: single, in: &diagrams)
    for values in 0..<(1 << 10) {
      #expect(Self.holds(condition, values, atoms, diagrams) == written.holds { values >> $0 & 1 == 1 })
    }
  }

  private static func holds(_ condition: CondID, _ values: Int, _ atoms: [AtomID], _ diagrams: Diagrams) -> Bool {
    diagrams.holds(condition) { atom in
      if let replaced = diagrams.replaced(by: atom) { return holds(replaced, values, atoms, diagrams) }
      return atoms.firstIndex(of: atom).map { values >> $0 & 1 == 1 } ?? false
    }
  }

  @Test("beyond the limits say so")
  func approximate() {
    var diagrams = Diagrams(limits: .init(atoms: 4))
    let single = diagrams.conditions(diagrams.opaqueAtoms(6))
    let four = single.prefix(4).reduce(.always) { diagrams.and($0, $1) }
    #expect(!diagrams.isApproximate(four))
    let five = diagrams.and(four, single[4])
    #expect(diagrams.isApproximate(five))
    // What stands for a condition is the same everywhere.
    let again = diagrams.and(four, single[4])
    #expect(again == five)
    let otherwise = diagrams.and(!four, single[5])
    let both = diagrams.and(five, otherwise)
    #expect(both == .never)
  }
}
