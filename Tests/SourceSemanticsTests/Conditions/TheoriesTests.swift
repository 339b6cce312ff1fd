import FirebreakTestSupport
import SourceSemantics
import Testing

@Suite("What subjects allow") struct TheoriesTests {
  /// A value that code may have, and what tests of it answer.
  enum Value: Hashable {
    case absent
    case constant(Atom.Constant)
    /// Something else, which is true or not.
    case something(isTruthy: Bool)

    func answers(_ test: Atom.Test) -> Bool {
      switch (self, test) {
      case (.absent, _): false
      case (_, .present): true
      case (.constant(let own), .equals(let other)): own == other
      case (.something, .equals): false
      case (.constant(let own), .truthy): own.isTruthy
      case (.something(let isTruthy), .truthy): isTruthy
      case (.constant(.number(let number)), .greater(let bound)): number > bound
      case (.constant(.number(let number)), .atLeast(let bound)): number >= bound
      default: false
      }
    }

    static let all: [Value] =
      [.absent, .something(isTruthy: true), .something(isTruthy: false)]
      + [-7, -5, -1, 0, 0.5, 1, 2, 5, 6, 9, 10, 11].map { .constant(.number($0)) }
      + [.constant(.text(1, isEmpty: true)), .constant(.text(2, isEmpty: false)), .constant(.text(3, isEmpty: false))]
      + [.constant(.boolean(true)), .constant(.boolean(false)), .constant(.member(1)), .constant(.member(2))]
  }

  static let tests: [Atom.Test] = [
    .truthy, .present, .greater(than: -5), .greater(than: 0), .greater(than: 5), .atLeast(5), .atLeast(10), .atLeast(0),
    .equals(.number(5)), .equals(.number(0)), .equals(.number(1)), .equals(.text(1, isEmpty: true)),
    .equals(.text(2, isEmpty: false)), .equals(.text(3, isEmpty: false)), .equals(.boolean(true)),
    .equals(.boolean(false)), .equals(.member(1)), .equals(.member(2)),
  ]

  @Test("decides what is possible as values do", arguments: 0..<200)
  func values(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var diagrams = Diagrams()
    let subjects = Int.random(in: 1...2, using: &random)
    var chosen: [(subject: Int, test: Atom.Test)] = []
    for subject in 0..<subjects {
      for test in Self.tests.shuffled(using: &random).prefix(5) { chosen.append((subject, test)) }
    }
    chosen.shuffle(using: &random)
    let single = chosen.map { diagrams.condition(Atom(SubjectID(UInt32($0.subject)), $0.test)) }
    // A conjunction with few alternatives is impossible often enough.
    var written = WrittenCondition.random(atoms: chosen.count, depth: 1, using: &random)
    for _ in 0..<3 { written = .and(written, .random(atoms: chosen.count, depth: 2, using: &random)) }
    let condition = written.built(of: single, in: &diagrams)
    let all = Value.all
    let isPossible = all.contains { first in
      (subjects == 1 ? [.absent] : all).contains { second in
        written.holds { atom in (chosen[atom].subject == 0 ? first : second).answers(chosen[atom].test) }
      }
    }
    let found = diagrams.isPossible(condition)
    #expect(found == isPossible)
  }

  @Test("one of the only values always holds")
  func domains() {
    var diagrams = Diagrams()
    let subject = SubjectID(3)
    let members = (0..<3).map { Atom.Constant.member($0) }
    let single = members.map { diagrams.condition(Atom(subject, .equals($0))) }
    let none = single.reduce(.always) { diagrams.and($0, !$1) }
    let isOpen = diagrams.isPossible(none)
    #expect(isOpen)
    diagrams.limit(subject, to: members)
    let isClosed = !diagrams.isPossible(none)
    #expect(isClosed)
    let last = diagrams.and(!single[0], !single[1])
    let isLast = diagrams.isPossible(last) && diagrams.implies(last, single[2])
    #expect(isLast)
    let present = diagrams.condition(Atom(subject, .present))
    let isPresent = !diagrams.isPossible(!present)
    #expect(isPresent)
  }

  @Test("types and other tests exclude nothing but what is absent")
  func types() {
    var diagrams = Diagrams()
    let subject = SubjectID(1)
    let first = diagrams.condition(Atom(subject, .type(1)))
    let second = diagrams.condition(Atom(subject, .type(2)))
    let present = diagrams.condition(Atom(subject, .present))
    let both = diagrams.and(first, second)
    let absent = diagrams.and(first, !present)
    let (one, other) = (diagrams.fresh(), diagrams.fresh())
    let alone = diagrams.and(one, !present)
    let possible = [both, absent, alone].map { diagrams.isPossible($0) }
    #expect(possible == [true, false, true])
    #expect(one != other)
  }
}
