import FirebreakTestSupport
import SourceSemantics
import Testing

@Suite("Alternatives of guarded lists") struct ListingTests {
  typealias Steps = GuardedList<Int>

  /// What is possible, by trying all values of all atoms.
  static func all(_ list: Steps, under condition: CondID, _ atoms: [AtomID], _ diagrams: inout Diagrams) -> Set<[Int]> {
    let allowed = diagrams.and(condition, diagrams.theory(of: atoms))
    var found: Set<[Int]> = []
    for values in 0..<(1 << atoms.count) {
      let value = { (atom: AtomID) in atoms.firstIndex(of: atom).map { values >> $0 & 1 == 1 } ?? false }
      guard diagrams.holds(allowed, value) else { continue }
      found.insert(list.steps.filter { diagrams.holds($0.condition, value) }.map(\.content))
    }
    return found
  }

  static func contents(_ listing: Listing, of list: Steps) -> [[Int]] {
    listing.alternatives.map { alternative in alternative.steps.map { list.steps[$0].content } }
  }

  /// Opaque tests, and several tests of one subject.
  static func atoms(_ count: Int, _ diagrams: inout Diagrams, using random: inout SeededGenerator) -> [AtomID] {
    var atoms: Set<AtomID> = []
    while atoms.count < count {
      let subject = SubjectID(.random(in: 0..<6, using: &random))
      let tests: [Atom.Test] = [
        .truthy, .present, .equals(.member(.random(in: 0..<4, using: &random))),
        .opaque(.random(in: 0..<40, using: &random)),
      ]
      if let test = tests.randomElement(using: &random) { atoms.insert(diagrams.id(of: Atom(subject, test))) }
    }
    return atoms.sorted()
  }

  @Test("are all that values of the conditions give, or stand for them", arguments: 0..<250)
  func bruteForce(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var diagrams = Diagrams()
    let count = Int.random(in: 1...(seed % 10 == 0 ? 12 : 8), using: &random)
    let atoms = Self.atoms(count, &diagrams, using: &random)
    let single = diagrams.conditions(atoms)
    let depth = Int.random(in: 0...3, using: &random)
    func condition() -> CondID {
      WrittenCondition.random(atoms: count, depth: depth, using: &random).built(of: single, in: &diagrams)
    }
    let list = Steps(
      (0..<Int.random(in: 0...12, using: &random)).map { number in
        let isCertain = Int.random(in: 0..<6, using: &random) == 0
        return GuardedStep(
          number % 9, under: isCertain ? .always : condition(),
          as: Int.random(in: 0..<3, using: &random) == 0 ? .frame : .addition)
      })
    let under = seed % 3 == 0 ? CondID.always : condition()
    let expected = Self.all(list, under: under, atoms, &diagrams)
    let listing = list.alternatives(under: under, &diagrams)
    let found = Self.contents(listing, of: list)
    #expect(Set(found).count == found.count)
    #expect(Set(found).isSubset(of: expected))
    #expect(listing.alternatives.allSatisfy { !$0.isOpen && $0.steps == $0.steps.sorted() })
    if listing.isExact {
      #expect(Set(found) == expected)
    } else {
      #expect(found.count <= 60 && found.count > 8)
    }
    if expected.count <= 64, Set(list.steps.map(\.content)).count == list.steps.count {
      #expect(listing.isExact)
    }
  }

  @Test("a condition excludes what it excludes also where an atom stands for it")
  func replaced() {
    var diagrams = Diagrams()
    let conditions = diagrams.conditions(diagrams.opaqueAtoms(2))
    let both = diagrams.and(conditions[0], conditions[1])
    let stand = diagrams.condition(Atom(SubjectID(both.raw), .replaced))
    let only = diagrams.and(conditions[0], !conditions[1])
    let list = Steps([
      GuardedStep(1, under: stand, as: .frame), GuardedStep(2, under: only, as: .frame),
      GuardedStep(3, under: diagrams.and(!stand, !only), as: .frame),
    ])
    #expect(Set(Self.contents(list.alternatives(&diagrams), of: list)) == [[1], [2], [3]])
  }

  @Test("of 24 optional filters stand for all of them: none, all, and each alone")
  func optional() {
    var diagrams = Diagrams()
    let list = Steps(
      [GuardedStep(0, under: .always, as: .frame)]
        + diagrams.conditions(diagrams.opaqueAtoms(24)).enumerated().map { number, condition in
          GuardedStep(number + 1, under: condition, as: .addition)
        })
    let listing = list.alternatives(&diagrams)
    #expect(!listing.isExact)
    #expect(Self.contents(listing, of: list) == [[0], Array(0...24)] + (1...24).map { [0, $0] })
  }

  @Test("of six orders and ten optional filters: each order, least, most, and then one more")
  func orders() {
    var diagrams = Diagrams()
    let orders = (0..<6).map { number in
      let condition = diagrams.condition(Atom(SubjectID(99), .equals(.member(UInt32(number)))))
      return GuardedStep(100 + number, under: condition, as: .frame)
    }
    let filters = diagrams.conditions(diagrams.opaqueAtoms(10)).enumerated().map { number, condition in
      GuardedStep(number, under: condition, as: .addition)
    }
    let list = Steps(filters + orders)
    let found = Self.contents(list.alternatives(&diagrams), of: list)
    let frames: [[Int]] = [[]] + (100..<106).map { [$0] }
    let ranks: [[Int]] = [[], Array(0..<10)] + (0..<10).map { [$0] }
    #expect(found == Array(ranks.flatMap { rank in frames.map { rank + $0 } }.prefix(60)))
  }

  @Test("with conditions that exclude or imply each other")
  func correlated() {
    var diagrams = Diagrams()
    let mode = SubjectID(1)
    let mine = diagrams.condition(Atom(mode, .equals(.text(1, isEmpty: false))))
    let all = diagrams.condition(Atom(mode, .equals(.text(2, isEmpty: false))))
    let any = diagrams.condition(Atom(mode, .present))
    let list = Steps([
      GuardedStep(1, under: mine, as: .addition), GuardedStep(2, under: all, as: .addition),
      GuardedStep(3, under: any, as: .frame), GuardedStep(4, under: !mine, as: .addition),
    ])
    let found = list.alternatives(&diagrams)
    #expect(Set(Self.contents(found, of: list)) == [[4], [3, 4], [2, 3, 4], [1, 3]])
    let known = list.alternatives(under: mine, &diagrams)
    #expect(Self.contents(known, of: list) == [[1, 3]])
    let none = list.alternatives(under: .never, &diagrams)
    #expect(none.alternatives == [])
    let both = diagrams.and(mine, all)
    let impossible = list.alternatives(under: both, &diagrams)
    #expect(impossible.alternatives == [])
  }

  @Test("of a selection of 10,000 cases are some of its cases, and say that there are more")
  func cases() {
    var diagrams = Diagrams()
    var rest = CondID.always
    var list = Steps()
    for number in 0..<10_000 {
      let condition = diagrams.condition(Atom(SubjectID(0), .equals(.member(UInt32(number)))))
      list.append([GuardedStep(number, under: condition, as: .frame)], under: rest, &diagrams)
      rest = diagrams.and(rest, !condition)
    }
    let listing = list.alternatives(&diagrams)
    #expect(Self.contents(listing, of: list) == [[]] + (0..<59).map { [$0] })
    #expect(!listing.isExact)
    #expect(listing.alternatives.allSatisfy { $0.isOpen })
  }

  @Test("with a step that repeats are open where it is taken")
  func repeating() {
    var diagrams = Diagrams()
    let list = Steps([GuardedStep(1, under: diagrams.fresh(), as: .addition, repeats: true)])
    let listing = list.alternatives(&diagrams)
    #expect(listing.alternatives.map(\.isOpen) == [false, true])
    #expect(listing.isExact)
  }

  // MARK: - Merging

  @Test("of a list that depends on a condition are those of both sides, each under it", arguments: 0..<60)
  func merging(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var diagrams = Diagrams()
    let atoms = diagrams.opaqueAtoms(5)
    let single = diagrams.conditions(atoms)
    func list(after common: [GuardedStep<Int>]) -> Steps {
      Steps(
        common
          + (0..<Int.random(in: 0...3, using: &random)).map { _ in
            GuardedStep(
              .random(in: 0..<5, using: &random), under: single.randomElement(using: &random) ?? .always, as: .addition)
          })
    }
    let common = list(after: []).steps
    let (left, right) = (list(after: common), list(after: common))
    let merged = Steps.merged(single[0], left, right, &diagrams)
    #expect(merged.steps.count <= left.steps.count + right.steps.count - common.count)
    let expected = Self.all(left, under: single[0], atoms, &diagrams)
      .union(Self.all(right, under: !single[0], atoms, &diagrams))
    let found = Self.all(merged, under: .always, atoms, &diagrams)
    #expect(found == expected)
  }
}
